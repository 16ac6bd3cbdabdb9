import { onwardQuery } from '../../../accounts/rules/redirects.ts'
import { callbackPath, type ProviderName } from '../../../accounts/rules/social-sign-in.ts'
import { mayAddProvider } from '../../../accounts/service/add-provider.server.ts'
import {
  newSecret,
  signSocialState,
} from '../../../accounts/service/social-sign-in-state.server.ts'
import {
  clearedSurplusSocialCookies,
  cookieValueOf,
  socialCookie,
} from '../../../middleware/cookies.server.ts'
import type { CallContext, Redirect } from '../../endpoint.server.ts'
import { backToSettings } from './back-to-settings.server.ts'
import { requireProvider } from './provider.server.ts'
import { ProviderStrategy, siteOrigin } from './strategy.server.ts'

/**
 * Redirects the browser to a provider. A cookie keeps what is needed when it returns.
 * @throws DomainError not-found for a provider that is not configured
 */
export async function beginSocialSignIn(call: CallContext): Promise<Redirect> {
  const provider = requireProvider(call.params['provider'])
  const addTo = await sessionAddingProvider(call, provider.name)
  if (addTo === 'expired') return backToSettings(call, provider.name, 'expired')
  const nonce = newSecret()
  const origin = siteOrigin(provider, call.origin)
  const strategy = new ProviderStrategy(provider, nonce, origin)
  const path = callbackPath(provider.name)
  const redirect = await redirectOf(strategy, new Request(origin + path))
  const location = redirect.headers.get('Location')!
  const state = new URL(location).searchParams.get('state')!
  const note = await signSocialState({
    provider: provider.name,
    oauthCookie: cookieValueOf(redirect.headers.get('Set-Cookie')!),
    nonce,
    onward: onwardQuery(new URLSearchParams(call.query)).toString(),
    ...(addTo === null ? {} : { addTo }),
  })
  const surplus = clearedSurplusSocialCookies(call.headers.get('Cookie'))
  call.setCookies([...surplus, socialCookie(state, note)])
  return { location }
}

/** The session that may add this provider to its account; null: this is a sign-in. */
async function sessionAddingProvider(
  { query, signedIn }: CallContext,
  provider: ProviderName,
): Promise<number | 'expired' | null> {
  const ticket = query['add']
  if (ticket === undefined) return null
  const session = signedIn?.session.id
  if (session === undefined || !(await mayAddProvider(ticket, session, provider))) return 'expired'
  return session
}

/** The redirect to the provider, which the library throws. */
async function redirectOf(strategy: ProviderStrategy, request: Request): Promise<Response> {
  try {
    await strategy.authenticate(request)
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
  throw new Error('The library did not redirect to the provider.')
}
