import {
  COMMAND_LINE,
  type AuditEntry,
  entryInTransaction,
  writeEntry,
} from '../../platform/audit/audit-log.server.ts'
import type { InTransaction } from '../../platform/in-transaction.server.ts'

type About = Partial<Pick<AuditEntry, 'subjectKind' | 'subjectId' | 'detail'>>

const entryOf = (action: AuditEntry['action'], about: About): AuditEntry => ({
  actorId: COMMAND_LINE,
  action,
  subjectKind: 'installation',
  subjectId: 0,
  detail: '',
  ...about,
})

/** Writes into the log what a command of the operator has done. */
export function recordCommand(action: AuditEntry['action'], about: About = {}): Promise<void> {
  return writeEntry(entryOf(action, about))
}

/** The same, in the transaction of what it does, or in another database. */
export function commandInTransaction(
  action: AuditEntry['action'],
  about: About = {},
): InTransaction {
  return entryInTransaction(entryOf(action, about))
}
