import { OAuth2RequestError } from 'remix-auth-oauth2'
import { onwardQuery, withQuery } from '../../../accounts/rules/redirects.ts'
import {
  afterSocialSignIn,
  callbackPath,
  type NotAddedReason,
  PROVIDER_LABELS,
  type ProviderIdentity,
  SOCIAL_PROBLEMS,
} from '../../../accounts/rules/social-sign-in.ts'
import {
  callbackQuery,
  personName,
  type SocialState,
} from '../../../accounts/schema/social-sign-in.ts'
import { continueSignIn } from '../../../accounts/service/begin-sign-in.server.ts'
import { addProvider } from '../../../accounts/service/add-provider.server.ts'
import { beginWebSession } from '../../../accounts/service/begin-session.server.ts'
import {
  readSocialState,
  useStateOnce,
} from '../../../accounts/service/social-sign-in-state.server.ts'
import { signInWithProvider } from '../../../accounts/service/sign-in-with-provider.server.ts'
import { signTakeOver } from '../../../accounts/service/take-over-account.server.ts'
import {
  clearedSocialCookie,
  readCookie,
  sessionCookie,
  socialCookieName,
  takeOverCookie,
  ticketCookie,
} from '../../../middleware/cookies.server.ts'
import { rememberDevice } from '../../../middleware/remember-device.server.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { IdentityProvider } from '../../../platform/identity-providers.server.ts'
import { log } from '../../../platform/log.server.ts'
import type { CallContext, Redirect } from '../../endpoint.server.ts'
import { backToSettings } from './back-to-settings.server.ts'
import { requireProvider } from './provider.server.ts'
import { STATE_COOKIE, ProviderStrategy, siteOrigin } from './strategy.server.ts'

/** OAuth errors by whose doing they are. */
const DENIED_BY_USER = new Set(['access_denied', 'user_cancelled_authorize', 'consent_required'])
const PROVIDER_DOWN = new Set(['server_error', 'temporarily_unavailable'])

/**
 * Finishes a sign-in when the browser returns from a provider. If it failed, the sign-in page says
 * why. Either way, the place to return to is kept.
 * @throws DomainError not-found for a provider that is not configured
 */
export async function finishSocialSignIn(
  call: CallContext,
  name: string | undefined,
): Promise<Redirect> {
  const provider = requireProvider(name)
  const label = PROVIDER_LABELS[provider.name]
  const path = callbackPath(provider.name)
  const query = callbackQuery.safeParse(call.query)
  const state = query.success ? query.data.state : undefined
  const note = state === undefined ? null : await noteOf(call, provider, state)
  if (state === undefined || note === null || !(await useStateOnce(state))) {
    return backToSignIn(SOCIAL_PROBLEMS.expired(label), new URLSearchParams())
  }
  call.setCookies([clearedSocialCookie(state)])
  const onward = onwardQuery(new URLSearchParams(note.onward))
  const { addTo } = note
  try {
    const origin = siteOrigin(provider, call.origin)
    const strategy = new ProviderStrategy(provider, note.nonce, origin)
    const identity = await strategy.authenticate(
      new Request(`${origin}${path}?${new URLSearchParams(query.data)}`, {
        headers: { Cookie: `${STATE_COOKIE}=${note.oauthCookie}` },
      }),
    )
    if (addTo !== undefined) return await addToAccount(call, addTo, identity)
    const named = { ...identity, name: identity.name ?? personName.parse(query.data?.name) }
    const user = await signInWithProvider(named, call.clientAddress, { mayTakeOver: false })
    if (user === 'must-agree') {
      call.setCookies([takeOverCookie(await signTakeOver(named))])
      return { location: withQuery('/login/take-over', onward) }
    }
    const step = await continueSignIn(user, { remember: false })
    if ('ticket' in step) {
      call.setCookies([ticketCookie(step.ticket)])
      return { location: withQuery('/login/code', onward) }
    }
    const session = await beginWebSession(user, { remember: false, device: call.device })
    call.setCookies([sessionCookie(session)])
    await rememberDevice(call, user)
    return { location: afterSocialSignIn(onward) }
  } catch (error) {
    if (addTo !== undefined) return backToSettings(call, provider.name, whyNot(error, label))
    return backToSignIn(explain(error, label), onward)
  }
}

/** Adds the provider to the account of a session, which must still be the browser's. */
async function addToAccount(
  call: CallContext,
  session: number,
  identity: ProviderIdentity,
): Promise<Redirect> {
  const { signedIn } = call
  if (signedIn?.session.id !== session) return backToSettings(call, identity.provider, 'expired')
  await addProvider(signedIn.user.id, session, identity)
  return backToSettings(call, identity.provider, null)
}

function whyNot(error: unknown, label: string): NotAddedReason {
  if (error instanceof DomainError && error.code === 'conflict') return 'taken'
  if (error instanceof DomainError && error.code === 'forbidden') return 'unverified'
  log.info({ why: explain(error, label) }, 'a provider was not added')
  return 'failed'
}

/** The cookie that begin.server.ts set in this browser for this sign-in, if it has not expired. */
async function noteOf(
  { headers }: CallContext,
  provider: IdentityProvider,
  state: string,
): Promise<SocialState | null> {
  const cookie = readCookie(headers.get('Cookie'), socialCookieName(state))
  const note = cookie === null ? null : await readSocialState(cookie)
  return note?.provider === provider.name ? note : null
}

function backToSignIn(error: string, onward: URLSearchParams): Redirect {
  return { location: withQuery('/login', new URLSearchParams([['error', error], ...onward])) }
}

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
