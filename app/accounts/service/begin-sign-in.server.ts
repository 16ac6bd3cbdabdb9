import type { SignInInput } from '../schema/sign-in.ts'
import type { UserRow } from '../store/users.server.ts'
import { checkPassword } from './check-password.server.ts'
import { countFailedSignIn } from './metrics.server.ts'
import { requireNotSuspended } from './suspension.server.ts'
import { signTicket } from './sign-in-tickets.server.ts'
import { hasTwoFactor } from './two-factor-status.server.ts'

/** A reader who has shown who they are, so that a session may begin. */
export interface Proven {
  /** Without `subscribedUntil` where it was not looked up. */
  user: UserRow & { subscribedUntil?: Date | null }
  remember?: boolean
}

/** The result of the first step: the reader, or a ticket for the second step. */
export type FirstStep = Proven | { ticket: string }

/**
 * Signs a reader in by address and password. With two-factor sign-in this is only the first step;
 * no session may exist before exchangeTicket().
 * @throws DomainError unauthenticated; too-many-requests; forbidden (the account is suspended)
 */
export async function beginSignIn(
  input: SignInInput,
  clientAddress: string,
  { remember, deviceToken = null }: { remember: boolean; deviceToken?: string | null },
): Promise<FirstStep> {
  const checked = checkPassword(input, clientAddress, deviceToken)
  checked.catch(countFailedSignIn)
  const { hasTwoFactor: isOn, ...user } = await checked
  requireNotSuspended(user)
  return isOn ? { ticket: await signTicket(user, remember, new Date()) } : { user, remember }
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
