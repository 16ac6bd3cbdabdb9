import { onwardQuery } from '../../../accounts/rules/redirects.ts'
import { callbackPath, notAdded, type ProviderName } from '../../../accounts/rules/social.ts'
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
import type { Answer, Call } from '../../endpoint.server.ts'
import { requireProvider } from './provider.server.ts'
import { ProviderStrategy, siteOrigin } from './strategy.server.ts'

/**
 * Sends the browser to a provider; what has to be known when it comes back goes into a cookie.
 * @throws DomainError not-found for a provider that is not configured
 */
export async function beginSocialSignIn(call: Call): Promise<Answer> {
  const provider = requireProvider(call.params['provider'])
  const addTo = await sessionThatAdds(call, provider.name)
  if (addTo === 'refused') return { location: notAdded(provider.name, 'expired') }
  const nonce = newSecret()
  const origin = siteOrigin(provider, call.origin)
  const strategy = new ProviderStrategy(provider, nonce, origin)
  const path = callbackPath(provider.name)
  const departure = await departureOf(strategy, new Request(origin + path))
  const location = departure.headers.get('Location')!
  const state = new URL(location).searchParams.get('state')!
  const note = await signSocialState({
    provider: provider.name,
    oauthCookie: cookieValueOf(departure.headers.get('Set-Cookie')!),
    nonce,
    onward: onwardQuery(new URLSearchParams(call.query)).toString(),
    ...(addTo === null ? {} : { addTo }),
  })
  const surplus = clearedSurplusSocialCookies(call.headers.get('Cookie'))
  call.setCookies([...surplus, socialCookie(state, note)])
  return { location }
}

/** The session that has proved its password to add this provider; null: this is a sign-in. */
async function sessionThatAdds(
  { query, signedIn }: Call,
  provider: ProviderName,
): Promise<number | 'refused' | null> {
  const ticket = query['add']
  if (ticket === undefined) return null
  const session = signedIn?.session.id
  if (session === undefined || !(await mayAddProvider(ticket, session, provider))) return 'refused'
  return session
}

/** The library throws the redirect with which a sign-in begins. */
async function departureOf(strategy: ProviderStrategy, request: Request): Promise<Response> {
  try {
    await strategy.authenticate(request)
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
  throw new Error('A sign-in began without a redirect.')
}
