import { LIMITS } from '../rules/limits.ts'
import { TAKE_OVER_MS } from '../rules/lifetimes.ts'
import type { ProvenIdentity } from '../rules/social.ts'
import { takeOverNote, type TakeOverNote } from '../schema/social.ts'
import type { UserRow } from '../store/users.server.ts'
import { refuseWhenSpent } from './limits.server.ts'
import { newSecret, readNote, signNote } from './tokens.server.ts'
import { signInWithProvider, useStateOnce } from './social.server.ts'

/** What the browser of somebody who is asked whether to take an account over keeps, signed. */
export function signTakeOver(identity: ProvenIdentity): Promise<string> {
  return signNote('take-over', { id: newSecret(), identity }, TAKE_OVER_MS)
}

/** The person who is asked; null when the note was not made here or is too old. */
export async function readTakeOver(note: string): Promise<TakeOverNote | null> {
  return readNote('take-over', note, takeOverNote)
}

/**
 * Signs a person in who has agreed that an unverified account with their address becomes theirs,
 * without what was set up in it.
 * @returns null when the note was used before
 * @throws DomainError as signInWithProvider
 */
export async function takeOverAccount(
  { id, identity }: TakeOverNote,
  clientAddress: string,
): Promise<UserRow | null> {
  // Before the note is used up: a person over the limit can try again with it.
  await refuseWhenSpent(LIMITS.signIn, clientAddress)
  if (!(await useStateOnce(id))) return null
  const user = await signInWithProvider(identity, clientAddress, { mayTakeOver: true })
  return user === 'must-agree' ? null : user
}
