import { LIMITS } from '../rules/rate-limits.ts'
import { TAKE_OVER_TTL_MS } from '../rules/lifetimes.ts'
import type { ProviderIdentity } from '../rules/social-sign-in.ts'
import { takeOverRequest, type TakeOverRequest } from '../schema/social-sign-in.ts'
import { continueSignIn, type FirstStep } from './begin-sign-in.server.ts'
import { requireAttemptsLeft } from './rate-limits.server.ts'
import { newSecret, readPayload, signPayload } from './tokens.server.ts'
import { signInWithProvider } from './sign-in-with-provider.server.ts'
import { useStateOnce } from './social-sign-in-state.server.ts'

export function signTakeOver(identity: ProviderIdentity): Promise<string> {
  return signPayload('take-over', { id: newSecret(), identity }, TAKE_OVER_TTL_MS)
}

/** Verifies and reads a take-over request; null when it is invalid or expired. */
export async function readTakeOver(token: string): Promise<TakeOverRequest | null> {
  return readPayload('take-over', token, takeOverRequest)
}

/**
 * Gives an unverified account to the person whose provider has verified its address, after they
 * agreed to it, and signs them in. Everything that was set up in the account is removed.
 * @returns null when the request was used before
 * @throws DomainError as signInWithProvider() and continueSignIn()
 */
export async function takeOverAccount(
  { id, identity }: TakeOverRequest,
  clientAddress: string,
): Promise<FirstStep | null> {
  // Checked before the request is used up, so that a person over the limit can try again.
  await requireAttemptsLeft(LIMITS.signIn, clientAddress)
  if (!(await useStateOnce(id))) return null
  const user = await signInWithProvider(identity, clientAddress, { mayTakeOver: true })
  return user === 'must-agree' ? null : continueSignIn(user, { remember: false })
}
