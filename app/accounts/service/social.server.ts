import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import { sendMail } from '../../platform/email/outbox.server.ts'
import { providerAddedMail } from './emails.ts'
import { LIMITS } from '../rules/limits.ts'
import { type SocialNote, socialNote } from '../schema/social.ts'
import {
  nameFromAddress,
  PROVIDER_LABELS,
  type ProvenIdentity,
  SOCIAL_PROBLEMS,
  SOCIAL_SIGN_IN_MS,
} from '../rules/social.ts'
import { greetNewReader } from './register.server.ts'
import { countAttempts } from '../store/attempts.server.ts'
import { insertLinkedUser, userByIdentity } from '../store/identities.server.ts'
import {
  linkByAddress,
  proveByLinkedProvider,
  takeOverWithLink,
} from '../store/ownership.server.ts'
import { userByEmail, type UserRow } from '../store/users.server.ts'
import { readNote, secretHash, signNote } from './tokens.server.ts'
import { spendAttempt } from './limits.server.ts'

export { offeredProviders } from '../../platform/identity-providers.server.ts'
export { newSecret } from './tokens.server.ts'

/** Callbacks that arrive at once may get in each other's way this often. */
const ROUNDS = 4

/** What a browser keeps of a sign-in at a provider while it is under way, signed. */
export function signSocialNote(note: SocialNote): Promise<string> {
  return signNote('social', note, SOCIAL_SIGN_IN_MS)
}

/** The note, or null when it was not made here or is too old. */
export function readSocialNote(token: string): Promise<SocialNote | null> {
  return readNote('social', token, socialNote)
}

/**
 * Uses up the state of a sign-in at a provider.
 * @returns false when it was used before: the callback is a replay
 */
export async function useStateOnce(state: string): Promise<boolean> {
  const key = `social-state:${secretHash(state).slice(0, 27)}`
  // Twice as long as the state lives, so that it cannot come back at the very end.
  const [use] = await countAttempts([{ key, windowMs: 2 * SOCIAL_SIGN_IN_MS }], new Date())
  return use?.count === 1
}

/**
 * The account of a person whom a provider has proved: the one linked to the sign-in; else the one
 * with the address, if the provider says that the address is the person's; else a new one. Of
 * callbacks at the same instant the database lets one make the account; the others find it.
 * @param mayTakeOver the person has agreed to what goes when an unverified account becomes theirs
 * @returns 'must-agree' when that is still to be asked; nothing has been changed then
 * @throws DomainError forbidden (no address, or an unproved one that has an account);
 *   too-many-requests (new accounts of one network address)
 */
export async function signInWithProvider(
  identity: ProvenIdentity,
  clientAddress: string,
  { mayTakeOver }: { mayTakeOver: boolean },
): Promise<UserRow | 'must-agree'> {
  await spendAttempt([{ limit: LIMITS.signIn, by: clientAddress }])
  let isCounted = false
  for (let round = 0; round < ROUNDS; round++) {
    const linked = await userByIdentity(identity)
    if (linked) return noteProvedAddress(linked, identity)
    const email = requireAddress(identity)
    const holder = await userByEmail(email)
    if (holder) {
      const takesOver = identity.emailVerified && !holder.emailVerified
      if (takesOver && !mayTakeOver) return 'must-agree'
      // Whether it is linked now or was meanwhile: the next round reads it as it has become.
      await linkTo(holder, identity)
      continue
    }
    if (!isCounted) await spendAttempt([{ limit: LIMITS.register, by: clientAddress }])
    isCounted = true
    const { emailVerified } = identity
    const name = identity.name ?? nameFromAddress(email)
    const user = await insertLinkedUser({ email, name, emailVerified }, identity)
    if (!user) continue
    if (!emailVerified) await greetNewReader(user)
    return user
  }
  throw new DomainError('conflict', SOCIAL_PROBLEMS.unexpected(PROVIDER_LABELS[identity.provider]))
}

function requireAddress({ provider, email }: ProvenIdentity): string {
  if (email !== null) return email
  throw new DomainError('forbidden', SOCIAL_PROBLEMS.noAddress(PROVIDER_LABELS[provider]))
}

/** The provider may prove later what it did not prove at first. */
async function noteProvedAddress(user: UserRow, identity: ProvenIdentity): Promise<UserRow> {
  if (user.emailVerified || !identity.emailVerified || identity.email !== user.email) return user
  return proveByLinkedProvider(user, identity, new Date())
}

async function linkTo(holder: UserRow, identity: ProvenIdentity): Promise<void> {
  const label = PROVIDER_LABELS[identity.provider]
  if (!identity.emailVerified) {
    // Unless the account is this sign-in's own, made since its link was looked for.
    if (await userByIdentity(identity)) return
    throw new DomainError('forbidden', SOCIAL_PROBLEMS.unverified(label))
  }
  const isLinked = holder.emailVerified
    ? await linkByAddress(holder, identity)
    : await takeOverWithLink(holder, identity, new Date())
  if (!isLinked) return
  const passwordTaken = !holder.emailVerified && holder.passwordHash !== null
  // The provider has just said that the address is the person's, who may not be who chose the name.
  const mail = providerAddedMail(holder, label, passwordTaken, env().supportEmail)
  await sendMail(holder.email, mail)
}
