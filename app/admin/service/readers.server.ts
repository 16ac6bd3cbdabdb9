import { findReaders, readerById } from '../../accounts/service/find-reader.server.ts'
import { endAllSessions } from '../../accounts/service/end-session.server.ts'
import { signedInDevices } from '../../accounts/service/list-devices.server.ts'
import { closeAccount } from '../../billing/service/close-account.server.ts'
import { grantAccess } from '../../billing/service/complimentary.server.ts'
import { subscriptionOf } from '../../billing/service/subscription-of.server.ts'
import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Action } from '../rules/audit-actions.ts'
import { endOfDay, isoDay, LONGEST_GRANT_YEARS, ROWS_PER_PAGE } from '../rules/dates.ts'
import { entryInTransaction } from '../store/audit.server.ts'

/** A page of the readers whose address or name begins with the search, the newest first. */
export async function readersPage(search: string, after: number | null) {
  const found = await findReaders(search, after, ROWS_PER_PAGE + 1)
  const readers = found.slice(0, ROWS_PER_PAGE)
  return { readers, next: found.length > readers.length ? readers.at(-1)!.id : null }
}

/** @throws DomainError not-found */
async function requireKnown(readerId: number) {
  const reader = await readerById(readerId)
  if (!reader) throw new DomainError('not-found', 'This account is gone.')
  return reader
}

/**
 * What an administrator sees of a reader.
 * @throws DomainError not-found
 */
export async function readerDetails(readerId: number) {
  const reader = await requireKnown(readerId)
  const [subscription, devices] = await Promise.all([
    subscriptionOf(reader),
    signedInDevices(readerId),
  ])
  return { reader, subscription, devices: devices.length }
}

const noted = (actorId: number, readerId: number, action: Action, detail = ''): InTransaction =>
  entryInTransaction({ actorId, action, subjectKind: 'reader', subjectId: readerId, detail })

/**
 * Gives a reader full access to the end of a day (UTC).
 * @param day such as 2026-12-31
 * @throws DomainError not-found, invalid-input (a day that is over, or too far away)
 */
export async function grantUntil(actorId: number, readerId: number, day: string): Promise<void> {
  await requireKnown(readerId)
  const until = endOfDay(day)
  const refuse = (message: string) =>
    new DomainError('invalid-input', message, { until: [message] })
  if (until <= now()) throw refuse('This day is over. Please choose a later one.')
  const last = now()
  last.setUTCFullYear(last.getUTCFullYear() + LONGEST_GRANT_YEARS)
  if (until > endOfDay(isoDay(last))) {
    throw refuse(`Please choose a day within ${LONGEST_GRANT_YEARS} years.`)
  }
  await grantAccess(readerId, until, noted(actorId, readerId, 'reader.grant', `until ${day}`))
}

/** @throws DomainError not-found */
export async function revokeGrant(actorId: number, readerId: number): Promise<void> {
  await requireKnown(readerId)
  await grantAccess(readerId, null, noted(actorId, readerId, 'reader.revoke'))
}

/** @throws DomainError not-found */
export async function signOutEverywhere(actorId: number, readerId: number): Promise<void> {
  await requireKnown(readerId)
  await endAllSessions(readerId, noted(actorId, readerId, 'reader.sign-out'))
}

/**
 * Deletes a reader's account with all that hangs on it, the subscription at Stripe first.
 * @param confirm the account's address, typed again
 * @throws DomainError not-found, invalid-input (another address), conflict (an administrator),
 * provider-unavailable (Stripe cannot be asked: nothing is deleted)
 */
export async function deleteReader(
  actorId: number,
  readerId: number,
  confirm: string,
): Promise<void> {
  const reader = await requireKnown(readerId)
  if (reader.role === 'admin') {
    throw new DomainError(
      'conflict',
      'An administrator’s account is not deleted here. Take the role away first, with `readr user promote --role reader`.',
    )
  }
  if (confirm !== reader.email) {
    const message = 'This is not the address of the account. Please type it as it stands above.'
    throw new DomainError('invalid-input', message, { confirm: [message] })
  }
  await closeAccount(readerId, noted(actorId, readerId, 'reader.delete'))
}
