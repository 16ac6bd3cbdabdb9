import type { SignInInput } from '../schema/sign-in.ts'
import type { UserRow } from '../store/users.server.ts'
import { checkPassword, type ReaderRow } from './check-password.server.ts'
import { countFailedSignIn } from './metrics.server.ts'
import { requireNotSuspended } from './suspension.server.ts'
import { signTicket } from './sign-in-tickets.server.ts'
import { hasTwoFactor } from './two-factor-status.server.ts'

/** The result of the first step: the reader, or a ticket for the second step. */
type FirstStep<U extends UserRow = UserRow> = { user: U } | { ticket: string }

/**
 * Signs a reader in by address and password. With two-factor sign-in this is only the first step;
 * no session may exist before exchangeTicket().
 * @throws DomainError unauthenticated; too-many-requests; forbidden (the account is suspended)
 */
export async function beginSignIn(
  input: SignInInput,
  clientAddress: string,
  { remember, deviceToken = null }: { remember: boolean; deviceToken?: string | null },
): Promise<FirstStep<ReaderRow>> {
  const checked = checkPassword(input, clientAddress, deviceToken)
  checked.catch(countFailedSignIn)
  const { hasTwoFactor: isOn, ...user } = await checked
  requireNotSuspended(user)
  return isOn ? { ticket: await signTicket(user, remember, new Date()) } : { user }
}

/**
 * The same for a reader who was identified without the password, such as by a provider.
 * @throws DomainError forbidden: the account is suspended
 */
export async function continueSignIn(
  user: UserRow,
  { remember }: { remember: boolean },
): Promise<FirstStep> {
  requireNotSuspended(user)
  const isOn = await hasTwoFactor(user.id)
  return isOn ? { ticket: await signTicket(user, remember, new Date()) } : { user }
}
