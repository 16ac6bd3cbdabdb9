import { lacksOwnershipProof, resetLinkRemovesMethods } from '../store/address-proofs.server.ts'
import { secretHash } from './tokens.server.ts'

/** Whether verifying this account's address now ends every other session and sign-in method. */
export function isFirstVerification(userId: number): Promise<boolean> {
  return lacksOwnershipProof(userId)
}

/** Whether using this reset link removes providers or two-factor sign-in from its account. */
export function resetRemovesSignInMethods(token: string): Promise<boolean> {
  return resetLinkRemovesMethods(secretHash(token))
}
