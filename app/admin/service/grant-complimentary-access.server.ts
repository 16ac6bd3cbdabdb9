import { setComplimentaryAccess } from '../../billing/service/set-complimentary-access.server.ts'
import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { toDate, utcClock, utcDay } from '../../platform/utc-clock.server.ts'
import { endOfDay } from '../rules/dates.ts'
import { MAX_GRANT_YEARS } from '../rules/limits.ts'
import { readerEntry } from '../../platform/audit/audit-log.server.ts'
import { requireAccount } from './find-readers.server.ts'

/**
 * Gives a reader full access until the end of a day (UTC).
 * @param day such as 2026-12-31
 * @throws DomainError not-found, invalid-input (a day in the past or too far in the future)
 */
export async function grantComplimentaryAccess(
  actorId: number,
  readerId: number,
  day: string,
): Promise<void> {
  await requireAccount(readerId)
  const until = endOfDay(day)
  const refuse = (message: string) =>
    new DomainError('invalid-input', message, { until: [message] })
  if (until <= now()) throw refuse('This day is in the past. Please choose a later one.')
  const latest = utcClock(now()).add({ years: MAX_GRANT_YEARS })
  if (until > endOfDay(utcDay(toDate(latest)))) {
    throw refuse(`Please choose a day within the next ${MAX_GRANT_YEARS} years.`)
  }
  await setComplimentaryAccess(
    readerId,
    until,
    readerEntry(actorId, readerId, 'reader.grant', `until ${day}`),
  )
}

/** @throws DomainError not-found */
export async function revokeComplimentaryAccess(actorId: number, readerId: number): Promise<void> {
  await requireAccount(readerId)
  await setComplimentaryAccess(readerId, null, readerEntry(actorId, readerId, 'reader.revoke'))
}
