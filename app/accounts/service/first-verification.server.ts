import { lacksOwnershipProof, removedByResetLink } from '../store/address-proofs.server.ts'
import { secretHash } from './tokens.server.ts'

/** Whether verifying this account's address now ends every other session and sign-in method. */
export function isFirstVerification(userId: number): Promise<boolean> {
  return lacksOwnershipProof(userId)
}

/** What using this reset link would remove from its account besides sessions. */
export function removedByReset(token: string) {
  return removedByResetLink(secretHash(token))
}
