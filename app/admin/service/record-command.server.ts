import {
  COMMAND_LINE,
  type Entry,
  entryInTransaction,
  writeEntry,
} from '../../platform/audit/audit-log.server.ts'
import type { InTransaction } from '../../platform/in-transaction.server.ts'

type About = Partial<Pick<Entry, 'subjectKind' | 'subjectId' | 'detail'>>

const entryOf = (action: Entry['action'], about: About): Entry => ({
  actorId: COMMAND_LINE,
  action,
  subjectKind: 'installation',
  subjectId: 0,
  detail: '',
  ...about,
})

/** Writes into the log what a command of the operator has done. */
export function recordCommand(action: Entry['action'], about: About = {}): Promise<void> {
  return writeEntry(entryOf(action, about))
}

/** The same, in the transaction of what it does, or in another database. */
export function commandInTransaction(action: Entry['action'], about: About = {}): InTransaction {
  return entryInTransaction(entryOf(action, about))
}
