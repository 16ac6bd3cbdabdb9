import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import { sendEmail } from '../../platform/email/outbox.server.ts'
import { providerAddedEmail } from './account-emails.ts'
import { LIMITS } from '../rules/rate-limits.ts'
import {
  nameFromAddress,
  PROVIDER_LABELS,
  type ProviderIdentity,
  SOCIAL_PROBLEMS,
} from '../rules/social-sign-in.ts'
import { sendWelcomeEmail } from './register.server.ts'
import { insertLinkedUser, linkByAddress, userByIdentity } from '../store/identities.server.ts'
import {
  lacksOwnershipProof,
  takeOverWithLink,
  verifyByLinkedProvider,
} from '../store/address-proofs.server.ts'
import { isAddressTaken } from '../store/taken-addresses.server.ts'
import { userByEmail, type UserRow } from '../store/users.server.ts'
import { consumeAttempt } from './rate-limits.server.ts'
import { countRegistration } from './metrics.server.ts'

/** Retries when concurrent callbacks change the account between two statements. */
const MAX_ROUNDS = 4

/**
 * Finds or creates the account of a person whom a provider has identified: the linked account, else
 * the one with the verified address, else a new one.
 * @param mayTakeOver the person has agreed to take over an unverified account
 * @returns 'must-agree' when the person has to be asked first; nothing has changed then
 * @throws DomainError forbidden (no address, an unverified one that has an account, or one whose
 *   account had another verified address);
 *   too-many-requests (new accounts of one network address)
 */
export async function signInWithProvider(
  identity: ProviderIdentity,
  clientAddress: string,
  { mayTakeOver }: { mayTakeOver: boolean },
): Promise<UserRow | 'must-agree'> {
  await consumeAttempt([{ limit: LIMITS.signIn, by: clientAddress }])
  let isCounted = false
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const linked = await userByIdentity(identity)
    if (linked) return verifyAddress(linked, identity)
    const email = requireAddress(identity)
    const holder = await userByEmail(email)
    if (holder) {
      if (identity.emailVerified && !holder.emailVerified) {
        if (!(await lacksOwnershipProof(holder.id))) throw refused(identity, 'unconfirmed')
        if (!mayTakeOver) return 'must-agree'
      }
      // The next round reads the account, even if another request linked it.
      await linkTo(holder, identity)
      continue
    }
    if (await isAddressTaken(email, null)) {
      // Another request has just created the account.
      if (await userByEmail(email)) continue
      throw refused(identity, identity.emailVerified ? 'changed' : 'unverified')
    }
    if (!isCounted) await consumeAttempt([{ limit: LIMITS.register, by: clientAddress }])
    isCounted = true
    const { emailVerified } = identity
    const name = identity.name ?? nameFromAddress(email)
    const user = await insertLinkedUser({ email, name, emailVerified }, identity)
    if (!user) continue
    countRegistration('provider')
    if (!emailVerified) await sendWelcomeEmail(user)
    return user
  }
  throw new DomainError('conflict', SOCIAL_PROBLEMS.unexpected(PROVIDER_LABELS[identity.provider]))
}

const refused = ({ provider }: ProviderIdentity, problem: keyof typeof SOCIAL_PROBLEMS) =>
  new DomainError('forbidden', SOCIAL_PROBLEMS[problem](PROVIDER_LABELS[provider]))

function requireAddress(identity: ProviderIdentity): string {
  if (identity.email !== null) return identity.email
  throw refused(identity, 'noAddress')
}

/** Verifies the account's address if the provider has verified it since the last sign-in. */
async function verifyAddress(user: UserRow, identity: ProviderIdentity): Promise<UserRow> {
  if (user.emailVerified || !identity.emailVerified || identity.email !== user.email) return user
  return verifyByLinkedProvider(user, identity, new Date())
}

async function linkTo(holder: UserRow, identity: ProviderIdentity): Promise<void> {
  const label = PROVIDER_LABELS[identity.provider]
  if (!identity.emailVerified) {
    // A concurrent callback may have just created this account with its link.
    if (await userByIdentity(identity)) return
    throw refused(identity, 'unverified')
  }
  const isLinked = holder.emailVerified
    ? await linkByAddress(holder, identity)
    : await takeOverWithLink(holder, identity, new Date())
  if (!isLinked) return
  const passwordRemoved = !holder.emailVerified && holder.passwordHash !== null
  // The email must not repeat the name of an unverified account: a stranger may have chosen it.
  const email = providerAddedEmail(holder, label, passwordRemoved, env().supportEmail)
  await sendEmail(holder.email, email)
}
