import { countAttempts } from '../../platform/attempt-counts.server.ts'
import { SOCIAL_SIGN_IN_TTL_MS } from '../rules/lifetimes.ts'
import { type SocialState, socialState } from '../schema/social-sign-in.ts'
import { readPayload, secretHash, signPayload } from './tokens.server.ts'

export { newSecret } from './tokens.server.ts'

/** Signs the state of a sign-in at a provider for the browser's cookie. */
export function signSocialState(state: SocialState): Promise<string> {
  return signPayload('social', state, SOCIAL_SIGN_IN_TTL_MS)
}

/** Verifies and reads such a state; null when it is invalid or expired. */
export function readSocialState(token: string): Promise<SocialState | null> {
  return readPayload('social', token, socialState)
}

/**
 * Marks the state of a sign-in at a provider as used.
 * @returns false when it was used before, which means that the callback is a replay
 */
export async function useStateOnce(state: string): Promise<boolean> {
  const key = `social-state:${secretHash(state).slice(0, 27)}`
  // Twice the lifetime, so that a state cannot be reused just before it expires.
  const [use] = await countAttempts([{ key, windowMs: 2 * SOCIAL_SIGN_IN_TTL_MS }], new Date())
  return use?.count === 1
}
