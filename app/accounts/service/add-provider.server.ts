import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import { sendEmail } from '../../platform/email/outbox.server.ts'
import { providerAddedEmail } from './account-emails.ts'
import { ADD_PROVIDER_TTL_MS } from '../rules/lifetimes.ts'
import {
  PROVIDER_LABELS,
  type ProviderIdentity,
  type ProviderName,
} from '../rules/social-sign-in.ts'
import { addProviderTicket } from '../schema/social-sign-in.ts'
import { requirePassword } from './require-password.server.ts'
import { insertIdentityLink, userByIdentity } from '../store/identities.server.ts'
import { userById } from '../store/users.server.ts'
import { readPayload, signPayload } from './tokens.server.ts'
import { refusalReason, requireVerified } from './require-verified.server.ts'

export { linkedProviders as providersOf } from '../store/identities.server.ts'

/**
 * Lets a session add a provider to its account. It requires the password, so that nobody can add a
 * sign-in method in an unattended browser.
 * @returns a ticket for the way to the provider, valid for ADD_PROVIDER_TTL_MS
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
  return signPayload('add-provider', { session: sessionId, provider }, ADD_PROVIDER_TTL_MS)
}

export async function mayAddProvider(
  ticket: string,
  sessionId: number | undefined,
  provider: ProviderName,
): Promise<boolean> {
  const allowed = await readPayload('add-provider', ticket, addProviderTicket)
  return allowed !== null && allowed.session === sessionId && allowed.provider === provider
}

/**
 * Links a provider to an account, even if the provider knows the person by another address.
 * @param session the one that started it
 * @throws DomainError conflict when it is linked to another account; forbidden when the address is
 * not verified; unauthenticated when the session is over
 */
export async function addProvider(
  userId: number,
  session: number,
  identity: ProviderIdentity,
): Promise<void> {
  const label = PROVIDER_LABELS[identity.provider]
  const added = await insertIdentityLink(userId, session, identity)
  if (added === 'refused') throw await refusalReason(userId)
  if (added === 'taken') {
    if ((await userByIdentity(identity))?.id === userId) return
    throw new DomainError(
      'conflict',
      `This ${label} account is linked to another Readr account. To see which one, log out, then log in with ${label}.`,
    )
  }
  const user = await userById(userId)
  if (user) await sendEmail(user.email, providerAddedEmail(user, label, false, env().supportEmail))
}
