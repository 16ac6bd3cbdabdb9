import { awaitsFirstProof, removesSignInWays } from '../store/ownership.server.ts'
import { secretHash } from './tokens.server.ts'

/** Whether the next proof of this account's address is its first, which ends what was set up before. */
export function isFirstProof(userId: number): Promise<boolean> {
  return awaitsFirstProof(userId)
}

/** Whether using this reset link takes providers or two-factor sign-in from its account. */
export function resetRemovesSignInWays(token: string): Promise<boolean> {
  return removesSignInWays(secretHash(token))
}
