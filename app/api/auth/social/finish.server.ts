import { OAuth2RequestError } from 'remix-auth-oauth2'
import { onwardQuery, withQuery } from '../../../accounts/rules/redirects.ts'
import {
  afterSocialSignIn,
  callbackPath,
  notAdded,
  type NotAddedReason,
  PROVIDER_LABELS,
  type ProviderIdentity,
  SOCIAL_PROBLEMS,
} from '../../../accounts/rules/social.ts'
import { callbackQuery, personName, type SocialState } from '../../../accounts/schema/social.ts'
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
import type { Answer, Call } from '../../endpoint.server.ts'
import { requireProvider } from './provider.server.ts'
import { KEPT_COOKIE, ProviderStrategy, siteOrigin } from './strategy.server.ts'

/** Why a provider did not let somebody in, as people would put it. */
const DENIED = new Set(['access_denied', 'user_cancelled_authorize', 'consent_required'])
const PROVIDER_AT_FAULT = new Set(['server_error', 'temporarily_unavailable'])

/**
 * Takes the browser back from a provider: signs the reader in, or says on the sign-in page why
 * not. Both ways remember where the reader was going.
 * @throws DomainError not-found for a provider that is not configured
 */
export async function finishSocialSignIn(call: Call, name: string | undefined): Promise<Answer> {
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
        headers: { Cookie: `${KEPT_COOKIE}=${note.oauthCookie}` },
      }),
    )
    if (addTo !== undefined) return await addToAccount(call, addTo, identity)
    const named = { ...identity, name: identity.name ?? personName.parse(query.data?.name) }
    const user = await signInWithProvider(named, call.clientAddress, { mayTakeOver: false })
    if (user === 'must-agree') {
      call.setCookies([takeOverCookie(await signTakeOver(named))])
      return { location: withQuery('/login/take-over', onward) }
    }
    // An account that asks for a code asks for it at every door.
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
    if (addTo !== undefined) return { location: notAdded(provider.name, whyNot(error, label)) }
    return backToSignIn(explain(error, label), onward)
  }
}

/** Adds the provider to the account whose session went there, if it is still signed in here. */
async function addToAccount(
  { signedIn }: Call,
  session: number,
  identity: ProviderIdentity,
): Promise<Answer> {
  if (signedIn?.session.id !== session) return { location: notAdded(identity.provider, 'expired') }
  await addProvider(signedIn.user.id, session, identity)
  return { location: '/settings?done=provider-added' }
}

function whyNot(error: unknown, label: string): NotAddedReason {
  if (error instanceof DomainError && error.code === 'conflict') return 'taken'
  if (error instanceof DomainError && error.code === 'forbidden') return 'unverified'
  log.info({ why: explain(error, label) }, 'a provider was not added')
  return 'failed'
}

/** What the browser keeps of this sign-in, if it was begun there, here, and not too long ago. */
async function noteOf(
  { headers }: Call,
  provider: IdentityProvider,
  state: string,
): Promise<SocialState | null> {
  const cookie = readCookie(headers.get('Cookie'), socialCookieName(state))
  const note = cookie === null ? null : await readSocialState(cookie)
  return note?.provider === provider.name ? note : null
}

function backToSignIn(error: string, onward: URLSearchParams): Answer {
  return { location: withQuery('/login', new URLSearchParams([['error', error], ...onward])) }
}

function explain(error: unknown, label: string): string {
  if (error instanceof DomainError) return error.message
  if (error instanceof OAuth2RequestError) {
    if (DENIED.has(error.code)) return SOCIAL_PROBLEMS.denied(label)
    if (PROVIDER_AT_FAULT.has(error.code)) return SOCIAL_PROBLEMS.unreachable(label)
    log.warn({ code: error.code.slice(0, 100) }, 'an identity provider refused a sign-in')
    return SOCIAL_PROBLEMS.unexpected(label)
  }
  // The library's words for a state or code that is not there.
  if (error instanceof ReferenceError || error instanceof RangeError) {
    return SOCIAL_PROBLEMS.expired(label)
  }
  log.error({ err: error }, 'a social sign-in failed')
  return SOCIAL_PROBLEMS.unexpected(label)
}
