import { sendEmail } from '../../platform/email/outbox.server.ts'
import { noPasswordEmail, resetEmail } from './account-emails.ts'
import { storedAddress } from '../rules/email-address.ts'
import { LIMITS } from '../rules/rate-limits.ts'
import { RESET_LINK_TTL_MS } from '../rules/lifetimes.ts'
import { PROVIDER_LABELS } from '../rules/social-sign-in.ts'
import { consumeAttempt } from './rate-limits.server.ts'
import { userByEmail } from '../store/users.server.ts'
import { linkedProviders } from '../store/identities.server.ts'
import { insertPasswordReset } from '../store/reset-links-and-codes.server.ts'
import { newSecret, secretHash } from './tokens.server.ts'
import { runDeferred } from './run-deferred.server.ts'
import { absoluteUrl } from '../../platform/site-address.server.ts'

/**
 * Emails a reset link if the address has an account, and never reveals whether it has. A verified
 * account without a password gets the list of its providers instead.
 * @throws DomainError too-many-requests
 */
export async function requestPasswordReset(email: string, clientAddress: string): Promise<void> {
  await consumeAttempt([
    { limit: LIMITS.resetEmail, by: clientAddress },
    { limit: LIMITS.resetEmailTo, by: storedAddress(email) ?? email },
  ])
  runDeferred(async () => {
    const user = await userByEmail(email)
    if (!user) return
    if (user.passwordHash === null && user.emailVerified) {
      const names = (await linkedProviders(user.id)).map((name) => PROVIDER_LABELS[name])
      const text = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)
      await sendEmail(user.email, noPasswordEmail(user, text, absoluteUrl('/login')), 'reset')
      return
    }
    const token = newSecret()
    const expiresAt = new Date(Date.now() + RESET_LINK_TTL_MS)
    if (!(await insertPasswordReset(user, { tokenHash: secretHash(token), expiresAt }))) return
    await sendEmail(user.email, resetEmail(user, absoluteUrl(`/reset-password/${token}`)), 'reset')
  })
}
