import { parseSetCookie } from 'cookie-es'
import { OAuth2RequestError } from 'remix-auth-oauth2'
import { onwardQuery, withQuery } from '../../accounts/rules/redirects.ts'
import {
  ADDING_RESULTS,
  type AddingResult,
  callbackPath,
  PROVIDER_LABELS,
  type ProviderIdentity,
  type ProviderName,
  SOCIAL_PROBLEMS,
} from '../../accounts/rules/social-sign-in.ts'
import { callbackQuery, providerName } from '../../accounts/schema/social-sign-in.ts'
import { addProvider, mayAddProvider } from '../../accounts/service/add-provider.server.ts'
import { saveFlashMessage } from '../../accounts/service/flash-message.server.ts'
import type { SignedIn } from '../../accounts/service/resume-session.server.ts'
import {
  newSecret,
  readSocialState,
  signSocialState,
  useStateOnce,
} from '../../accounts/service/social-sign-in-state.server.ts'
import { DomainError } from '../../platform/errors.ts'
import {
  type IdentityProvider,
  identityProvider,
} from '../../platform/identity-providers.server.ts'
import { log } from '../../platform/log.server.ts'
import {
  clearedSurplusSocialCookies,
  readCookie,
  socialCookie,
  socialCookieName,
} from '../request/cookies.server.ts'
import { NO_SUCH_CALL } from '../json-answers.server.ts'
import type { DeviceRequest } from '../remember-device.server.ts'
import { authenticatorFor } from './authenticator.server.ts'
import { finishInBrowser } from './finish-sign-in.server.ts'
import { ProviderStrategy, STATE_COOKIE } from './provider-strategy.server.ts'

interface Visit extends DeviceRequest {
  query: Record<string, string>
  signedIn: SignedIn | null
}

/** OAuth errors by whose doing they are. */
const DENIED_BY_USER = new Set(['access_denied', 'user_cancelled_authorize', 'consent_required'])
const PROVIDER_DOWN = new Set(['server_error', 'temporarily_unavailable'])

function requireProvider(name: string | undefined): IdentityProvider {
  const known = providerName.safeParse(name).data
  const provider = known && identityProvider(known)
  if (!provider) throw new DomainError('not-found', NO_SUCH_CALL)
  return provider
}

/**
 * Begins a sign-in at a provider. A cookie keeps what is needed when the browser returns.
 * @returns the address of the provider
 * @throws DomainError not-found for a provider that is not configured
 */
export async function beginSocialSignIn(
  visit: Visit,
  nameInPath: string | undefined,
): Promise<string> {
  const { name } = requireProvider(nameInPath)
  const { add } = visit.query
  const addTo = add === undefined ? undefined : visit.signedIn?.session.id
  if (add !== undefined && !(await mayAddProvider(add, addTo, name))) {
    return backToSettings(visit, name, 'expired')
  }
  const nonce = newSecret()
  const redirect = await authenticatorFor(visit, nonce)
    .authenticate(name, new Request(visit.origin))
    .catch((thrown: unknown) => thrown)
  if (!(redirect instanceof Response)) throw redirect
  const location = redirect.headers.get('Location')!
  const note = await signSocialState({
    provider: name,
    oauthCookie: parseSetCookie(redirect.headers.get('Set-Cookie')!, { decode: String })!.value!,
    nonce,
    onward: onwardQuery(new URLSearchParams(visit.query)).toString(),
    addTo,
  })
  const surplus = clearedSurplusSocialCookies(visit.headers.get('Cookie'))
  visit.setCookies([...surplus, socialCookie(new URL(location).searchParams.get('state')!, note)])
  return location
}

/**
 * Finishes a sign-in when the browser returns from a provider.
 * @returns the page to open; if it failed, the login page, which says why and keeps the way onward
 * @throws DomainError not-found for a provider that is not configured
 */
export async function finishSocialSignIn(
  visit: Visit,
  nameInPath: string | undefined,
): Promise<string> {
  const provider = requireProvider(nameInPath)
  const { name } = provider
  const label = PROVIDER_LABELS[name]
  const query = callbackQuery.safeParse(visit.query).data ?? {}
  const { state = '' } = query
  // beginSocialSignIn() set it in this browser.
  const cookie = readCookie(visit.headers.get('Cookie'), socialCookieName(state))
  const note = cookie === null ? null : await readSocialState(cookie)
  if (state === '' || note?.provider !== name || !(await useStateOnce(state))) {
    return backToSignIn(SOCIAL_PROBLEMS.expired(label), new URLSearchParams())
  }
  visit.setCookies([socialCookie(state, null)])
  const { addTo, nonce } = note
  const onward = new URLSearchParams(note.onward)
  const address = `${visit.origin}${callbackPath(name)}?${new URLSearchParams(query)}`
  const headers = { Cookie: `${STATE_COOKIE}=${note.oauthCookie}` }
  const returned = new Request(address, { headers })
  try {
    if (addTo !== undefined) {
      const add = (identity: ProviderIdentity) => addToAccount(visit, addTo, identity)
      const strategy = new ProviderStrategy(provider, visit.origin, nonce, add)
      return await backToSettings(visit, name, await strategy.authenticate(returned))
    }
    const step = await authenticatorFor(visit, nonce).authenticate(name, returned)
    return await finishInBrowser(visit, step, onward, { isSocial: true })
  } catch (thrown) {
    if (thrown instanceof Response) return withQuery(thrown.headers.get('Location')!, onward)
    if (addTo !== undefined) return backToSettings(visit, name, whyNot(thrown, label))
    return backToSignIn(explain(thrown, label), onward)
  }
}

/** Adds the provider to the account of a session, which must still be the browser's. */
async function addToAccount(
  { signedIn }: Visit,
  session: number,
  identity: ProviderIdentity,
): Promise<AddingResult> {
  if (signedIn?.session.id !== session) return 'expired'
  await addProvider(signedIn.user.id, session, identity)
  return 'added'
}

async function backToSettings(
  { signedIn }: Visit,
  provider: ProviderName,
  result: AddingResult,
): Promise<string> {
  if (signedIn) {
    const text = ADDING_RESULTS[result](PROVIDER_LABELS[provider])
    await saveFlashMessage(signedIn.session.id, text, { isProblem: result !== 'added' })
  }
  return '/settings'
}

function whyNot(error: unknown, label: string): AddingResult {
  if (error instanceof DomainError && error.code === 'conflict') return 'taken'
  if (error instanceof DomainError && error.code === 'forbidden') return 'unverified'
  log.info({ why: explain(error, label) }, 'a provider was not added')
  return 'failed'
}

const backToSignIn = (error: string, onward: URLSearchParams) =>
  withQuery('/login', new URLSearchParams([['error', error], ...onward]))

function explain(error: unknown, label: string): string {
  if (error instanceof DomainError) return error.message
  if (error instanceof OAuth2RequestError) {
    if (DENIED_BY_USER.has(error.code)) return SOCIAL_PROBLEMS.denied(label)
    if (PROVIDER_DOWN.has(error.code)) return SOCIAL_PROBLEMS.unreachable(label)
    log.warn({ code: error.code.slice(0, 100) }, 'an identity provider rejected a sign-in')
    return SOCIAL_PROBLEMS.unexpected(label)
  }
  // The library throws these when the state or the code is missing.
  if (error instanceof ReferenceError || error instanceof RangeError) {
    return SOCIAL_PROBLEMS.expired(label)
  }
  log.error({ err: error }, 'a social sign-in failed')
  return SOCIAL_PROBLEMS.unexpected(label)
}
