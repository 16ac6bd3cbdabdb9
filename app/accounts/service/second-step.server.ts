import { DomainError } from '../../platform/errors.ts'
import { LIMITS } from '../rules/limits.ts'
import type { SignInInput } from '../schema/sign-in.ts'
import type { UserRow } from '../store/users.server.ts'
import type { ReaderRow } from '../store/sign-in.server.ts'
import { countAttempts, uncountAttempt } from '../store/attempts.server.ts'
import { findTwoFactor, readerWithApp } from '../store/two-factor.server.ts'
import { knowsAccount, readDeviceToken } from './device-token.server.ts'
import { passwordMark, readTicket, signTicket } from './sign-in-tickets.server.ts'
import { attemptKey, spendAttempt, type Tried } from './limits.server.ts'
import { checkPassword, deviceTries } from './sign-in.server.ts'
import { acceptCode } from './two-factor-codes.server.ts'

/** What a right password leads to: the reader, or a ticket for the step that is left. */
export type FirstStep<U extends UserRow = UserRow> = { user: U } | { ticket: string }

/**
 * Signs a reader in by address and password; with two-factor sign-in that is only the first step,
 * and nothing of a session may exist before exchangeTicket().
 * @throws DomainError unauthenticated; too-many-requests
 */
export async function beginSignIn(
  input: SignInInput,
  clientAddress: string,
  { remember, deviceToken = null }: { remember: boolean; deviceToken?: string | null },
): Promise<FirstStep<ReaderRow>> {
  const { hasTwoFactor, ...user } = await checkPassword(input, clientAddress, deviceToken)
  return hasTwoFactor ? { ticket: await signTicket(user, remember, new Date()) } : { user }
}

/**
 * The same for a reader whom something else than the password has made known: an account that asks
 * for a code asks for it at every door.
 */
export async function continueSignIn(
  user: UserRow,
  { remember }: { remember: boolean },
): Promise<FirstStep> {
  const isOn = Boolean((await findTwoFactor(user.id))?.confirmedAt)
  return isOn ? { ticket: await signTicket(user, remember, new Date()) } : { user }
}

/** Whether a ticket may still be exchanged, as far as can be told from itself. */
export async function isTicketOpen(ticket: string): Promise<boolean> {
  return (await readTicket(ticket)) !== null
}

const DEAD_TICKET = 'This sign-in took too long. Please log in again.'
const WRONG_CODE = 'That code is not right, or it was used already.'

const deadTicket = () => new DomainError('unauthenticated', DEAD_TICKET, { ticket: [DEAD_TICKET] })

/**
 * Takes one of the attempts before a code is looked at, so that guesses made at once are all
 * counted; a code that is right gives it back.
 * @param tried by whom the attempts are counted
 * @throws DomainError too-many-requests; what `wrong` makes when the code is not accepted
 */
export async function requireCode(
  user: UserRow,
  sealed: string,
  code: string,
  tried: Tried,
  wrong: (message: string, fields: Record<string, string[]>) => DomainError,
): Promise<void> {
  await spendAttempt([tried])
  if (!(await acceptCode(user.id, sealed, code))) throw wrong(WRONG_CODE, { code: [WRONG_CODE] })
  await uncountAttempt(attemptKey(tried.limit, tried.by))
}

/**
 * The second step: exchanges a ticket and a code for the reader whom they sign in. A ticket bears
 * five tries and one exchange. Wrong codes are counted by account, or by device where the device
 * is known: whoever gets here knows the password, so strangers lock nobody out.
 * @param code in the form that the schemas give it
 * @param deviceToken says on which accounts' sign-ins the device is known
 * @throws DomainError unauthenticated (field `ticket` or `code`); too-many-requests
 */
export async function exchangeTicket(
  ticket: string,
  code: string,
  deviceToken: string | null = null,
): Promise<{ user: ReaderRow; remember: boolean }> {
  const claim = await readTicket(ticket)
  const reader = claim && (await readerWithApp(claim.userId))
  if (!reader || passwordMark(reader.user) !== claim.passwordMark) throw deadTicket()
  const { user, secret } = reader
  await spendAttempt([{ limit: LIMITS.ticketTries, by: claim.id }])
  const device = await readDeviceToken(deviceToken)
  const isKnown = device !== null && knowsAccount(device, user)
  const by = isKnown ? deviceTries(user.email, device.device) : user.email
  await requireCode(
    user,
    secret,
    code,
    { limit: LIMITS.failedCode, by },
    (message, fields) => new DomainError('unauthenticated', message, fields),
  )
  const { ticketUses } = LIMITS
  const [uses] = await countAttempts(
    [{ key: attemptKey(ticketUses, claim.id), windowMs: ticketUses.windowMs }],
    new Date(),
  )
  if (uses?.count !== 1) throw deadTicket()
  return { user, remember: claim.remember }
}
