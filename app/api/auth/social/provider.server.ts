import { providerName } from '../../../accounts/schema/social.ts'
import { DomainError } from '../../../platform/errors.ts'
import {
  type IdentityProvider,
  identityProvider,
} from '../../../platform/identity-providers.server.ts'

/**
 * The provider that an address names.
 * @throws DomainError not-found when there is none of this name, or it is not configured
 */
export function requireProvider(name: string | undefined): IdentityProvider {
  const known = providerName.safeParse(name)
  const provider = known.success ? identityProvider(known.data) : null
  if (!provider) throw new DomainError('not-found', 'There is no such call. See /api/docs.')
  return provider
}
