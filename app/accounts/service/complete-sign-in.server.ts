import { countAttempts } from '../../platform/attempt-counts.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { LIMITS } from '../rules/rate-limits.ts'
import { readerWithApp } from '../store/two-factor.server.ts'
import { deviceTries, type ReaderRow } from './check-password.server.ts'
import { knowsAccount, readDeviceToken } from './device-token.server.ts'
import { attemptKey, consumeAttempt } from './rate-limits.server.ts'
import { countFailedSignIn } from './metrics.server.ts'
import { reportRefusedSignIn } from './report-sign-in.server.ts'
import { requireCode } from './require-code.server.ts'
import { requireNotSuspended } from './suspension.server.ts'
import { passwordFingerprint, readTicket } from './sign-in-tickets.server.ts'

const EXPIRED = 'This sign-in took too long. Please log in again.'

const expiredTicket = () => new DomainError('unauthenticated', EXPIRED, { ticket: [EXPIRED] })

/** Whether a ticket is genuine and not expired. */
export async function isTicketOpen(ticket: string): Promise<boolean> {
  return (await readTicket(ticket)) !== null
}

/**
 * The second step of a two-factor sign-in. A ticket allows LIMITS.ticketTries attempts and one
 * exchange. Wrong codes are counted by account, or by device on a known device. Only people with
 * the password get here, so strangers cannot lock anyone out.
 * @param code normalized by its schema
 * @throws DomainError unauthenticated (field `ticket` or `code`); too-many-requests; forbidden (the
 * account is suspended)
 */
export async function exchangeTicket(
  ticket: string,
  code: string,
  deviceToken: string | null = null,
): Promise<{ user: ReaderRow; remember: boolean }> {
  const exchanged = exchange(ticket, code, deviceToken)
  exchanged.catch(countFailedSignIn)
  return exchanged
}

async function exchange(
  ticket: string,
  code: string,
  deviceToken: string | null,
): Promise<{ user: ReaderRow; remember: boolean }> {
  const claim = await readTicket(ticket)
  const reader = claim && (await readerWithApp(claim.userId))
  if (!reader || passwordFingerprint(reader.user) !== claim.passwordFingerprint) {
    throw expiredTicket()
  }
  const { user, secret } = reader
  requireNotSuspended(user)
  await consumeAttempt([{ limit: LIMITS.ticketTries, by: claim.id }])
  const device = await readDeviceToken(deviceToken)
  const isKnown = device !== null && knowsAccount(device, user)
  const by = isKnown ? deviceTries(user.email, device.device) : user.email
  const attempt = { limit: LIMITS.failedCode, by }
  await requireCode(user, secret, code, attempt, 'unauthenticated').catch((error: unknown) => {
    const isLimited = (error as { code?: string }).code === 'too-many-requests'
    reportRefusedSignIn(user, isLimited ? 'too many attempts' : 'wrong code')
    throw error
  })
  const { ticketUses } = LIMITS
  const [uses] = await countAttempts(
    [{ key: attemptKey(ticketUses, claim.id), windowMs: ticketUses.windowMs }],
    new Date(),
  )
  if (uses?.count !== 1) throw expiredTicket()
  return { user, remember: claim.remember }
}
