import { endAllSessions } from '../../accounts/service/end-session.server.ts'
import {
  demoteAccount,
  promoteAccount,
  resetTwoFactor,
  restoreAccount,
  suspendAccount,
} from '../../accounts/service/manage-account.server.ts'
import { cancelSubscription } from '../../billing/service/cancel-subscription.server.ts'
import {
  type AuditEntry,
  entryInTransaction,
  writeEntry,
} from '../../platform/audit/audit-log.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { changesFor, type ReaderChange } from '../rules/reader-changes.ts'
import { readerDetails } from './find-readers.server.ts'

const MANAGE = {
  suspend: suspendAccount,
  restore: restoreAccount,
  'two-factor': resetTwoFactor,
  promote: promoteAccount,
  demote: demoteAccount,
} as const

/** The reader that a change is about, for its page. */
export async function changedReader(actorId: number, readerId: number, change: ReaderChange) {
  const details = await readerDetails(readerId, actorId)
  return { ...details, isPossible: changesFor(details.managed).includes(change) }
}

/**
 * Changes a reader's account, with its reason in the log.
 * @throws DomainError not-found; conflict (it makes no sense anymore); forbidden;
 * provider-unavailable (Stripe did not answer)
 */
export async function changeReader(
  actorId: number,
  readerId: number,
  change: ReaderChange,
  reason: string,
): Promise<void> {
  const { reader, isPossible } = await changedReader(actorId, readerId, change)
  if (!isPossible) {
    throw new DomainError(
      'conflict',
      'This is not possible anymore. Go back and check the account.',
    )
  }
  const entry = entryOf(actorId, readerId, change, reason)
  if (change === 'cancel' || change === 'end') {
    // Logged first: if this process dies, Stripe may have done it.
    await writeEntry(entry)
    await cancelSubscription(reader, change === 'end' ? 'immediately' : 'atPeriodEnd')
    return
  }
  const inTransaction = entryInTransaction(entry)
  if (change === 'sign-out') await endAllSessions(readerId, inTransaction)
  else await MANAGE[change]({ actorId, userId: readerId, inTransaction })
}

/** The log entry of a change; the command line logs some changes too. */
function entryOf(
  actorId: number,
  readerId: number,
  change: ReaderChange,
  reason: string,
): AuditEntry {
  const about = { actorId, subjectKind: 'reader', subjectId: readerId, detail: reason } as const
  if (change === 'two-factor') return { ...about, action: 'reader.two-factor-off' }
  if (change !== 'promote' && change !== 'demote') return { ...about, action: `reader.${change}` }
  const role = change === 'promote' ? 'admin' : 'reader'
  return { ...about, action: 'reader.role', detail: `${role}: ${reason}` }
}
