import { redirect } from 'react-router'
import { Authenticator } from 'remix-auth'
import type { ProviderIdentity } from '../../accounts/rules/social-sign-in.ts'
import { continueSignIn, type FirstStep } from '../../accounts/service/begin-sign-in.server.ts'
import { signInWithProvider } from '../../accounts/service/sign-in-with-provider.server.ts'
import { newSecret } from '../../accounts/service/social-sign-in-state.server.ts'
import { signTakeOver } from '../../accounts/service/take-over-account.server.ts'
import { identityProvider, offeredProviders } from '../../platform/identity-providers.server.ts'
import { takeOverCookie } from '../request/cookies.server.ts'
import type { DeviceRequest } from '../remember-device.server.ts'
import { PasswordStrategy } from './password-strategy.server.ts'
import { ProviderStrategy } from './provider-strategy.server.ts'

/**
 * Every way to sign in, by name. Nothing else starts a sign-in, and finish-sign-in.server.ts finishes them all.
 * @param client the sender of the request, which the library does not pass on
 * @param nonce of a sign-in at a provider, from its start
 */
export function authenticatorFor(
  client: DeviceRequest,
  nonce = newSecret(),
): Authenticator<FirstStep> {
  const authenticator = new Authenticator<FirstStep>().use(new PasswordStrategy(client))
  const signIn = async (identity: ProviderIdentity) => {
    const user = await signInWithProvider(identity, client.clientAddress, { mayTakeOver: false })
    if (user !== 'must-agree') return continueSignIn(user, { remember: false })
    client.setCookies([takeOverCookie(await signTakeOver(identity))])
    throw redirect('/login/take-over')
  }
  for (const name of offeredProviders()) {
    const provider = identityProvider(name)!
    authenticator.use(new ProviderStrategy(provider, client.origin, nonce, signIn), name)
  }
  return authenticator
}
