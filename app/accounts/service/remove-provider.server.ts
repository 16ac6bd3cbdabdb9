import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import { sendEmail } from '../../platform/email/outbox.server.ts'
import { providerRemovedEmail } from './account-emails.ts'
import { PROVIDER_LABELS, type ProviderName } from '../rules/social-sign-in.ts'
import { deleteIdentityLinks } from '../store/identities.server.ts'
import { userById } from '../store/users.server.ts'

const ONLY_METHOD = 'You can’t remove your only way to sign in. Add another one first.'

/**
 * Unlinks a provider from an account that has another way to sign in.
 * @throws DomainError conflict when it has none
 */
export async function removeProvider(userId: number, provider: ProviderName): Promise<void> {
  const removed = await deleteIdentityLinks(userId, provider)
  if (removed === 'only-way') throw new DomainError('conflict', ONLY_METHOD)
  if (removed === 'none') return
  const user = await userById(userId)
  const label = PROVIDER_LABELS[provider]
  if (user) await sendEmail(user.email, providerRemovedEmail(user, label, env().supportEmail))
}
