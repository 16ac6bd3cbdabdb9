import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import { sendMail } from '../../platform/email/outbox.server.ts'
import { providerAddedMail, providerRemovedMail } from './emails.ts'
import { ADD_PROVIDER_MS } from '../rules/lifetimes.ts'
import { PROVIDER_LABELS, type ProvenIdentity, type ProviderName } from '../rules/social.ts'
import { addProviderTicket } from '../schema/social.ts'
import { requirePassword } from './require-password.server.ts'
import {
  deleteIdentityLinks,
  insertIdentityLink,
  linkedProviders,
  userByIdentity,
} from '../store/identities.server.ts'
import { userById } from '../store/users.server.ts'
import { readNote, signNote } from './tokens.server.ts'
import { requireVerified, whyRefused } from './require-verified.server.ts'

const ONLY_WAY = 'This is your only way to sign in, so it stays.'

/** The providers that open a reader's account. */
export function providersOf(userId: number): Promise<ProviderName[]> {
  return linkedProviders(userId)
}

/**
 * Lets a session add a provider to its account: the password is asked for, so that who finds an
 * open browser does not make a lasting key of it.
 * @returns what the way to the provider begins with, good for ten minutes
 * @throws DomainError invalid-input (password), forbidden (no password, or an unverified address),
 * too-many-requests
 */
export async function startAddingProvider(
  userId: number,
  sessionId: number,
  provider: ProviderName,
  password: string,
): Promise<string> {
  requireVerified(await requirePassword(userId, password, 'password', sessionId))
  return signNote('add-provider', { session: sessionId, provider }, ADD_PROVIDER_MS)
}

/** Whether this session may add this provider. */
export async function mayAddProvider(
  ticket: string,
  sessionId: number,
  provider: ProviderName,
): Promise<boolean> {
  const said = await readNote('add-provider', ticket, addProviderTicket)
  return said?.session === sessionId && said.provider === provider
}

/**
 * Adds a sign-in at a provider to an account, whatever address the provider knows: the reader has
 * proved both.
 * @param session the one that asked for it
 * @throws DomainError conflict when it opens another account; forbidden when the address is not
 * verified; unauthenticated when the session is over
 */
export async function addProvider(
  userId: number,
  session: number,
  identity: ProvenIdentity,
): Promise<void> {
  const label = PROVIDER_LABELS[identity.provider]
  const added = await insertIdentityLink(userId, session, identity)
  if (added === 'refused') throw await whyRefused(userId)
  if (added === 'taken') {
    if ((await userByIdentity(identity))?.id === userId) return
    throw new DomainError('conflict', `This ${label} account opens another Readr account.`)
  }
  const user = await userById(userId)
  if (user) await sendMail(user.email, providerAddedMail(user, label, false, env().supportEmail))
}

/**
 * Takes a provider from an account, as long as another way to sign in is left.
 * @throws DomainError conflict when none is
 */
export async function removeProvider(userId: number, provider: ProviderName): Promise<void> {
  const removed = await deleteIdentityLinks(userId, provider)
  if (removed === 'only-way') throw new DomainError('conflict', ONLY_WAY)
  if (removed === 'none') return
  const user = await userById(userId)
  const label = PROVIDER_LABELS[provider]
  if (user) await sendMail(user.email, providerRemovedMail(user, label, env().supportEmail))
}
