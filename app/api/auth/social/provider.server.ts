import { providerName } from '../../../accounts/schema/social-sign-in.ts'
import { DomainError } from '../../../platform/errors.ts'
import {
  type IdentityProvider,
  identityProvider,
} from '../../../platform/identity-providers.server.ts'
import { NO_SUCH_CALL } from '../../schemas/answers.server.ts'

/** What the OpenAPI document says about the parameter, and about an unknown value. */
export const PROVIDER = { description: 'The sign-in provider.' }
export const NO_PROVIDER = 'There is no such provider, or it is not configured.'

/**
 * The provider that a path names.
 * @throws DomainError not-found when there is none of this name, or it is not configured
 */
export function requireProvider(name: string | undefined): IdentityProvider {
  const known = providerName.safeParse(name)
  const provider = known.success ? identityProvider(known.data) : null
  if (!provider) throw new DomainError('not-found', NO_SUCH_CALL)
  return provider
}
