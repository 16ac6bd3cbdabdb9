import { createHmac } from 'node:crypto'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { DomainError } from '../../platform/errors.ts'
import { withoutDeadline } from '../../platform/work.server.ts'
import type { IdentityProvider } from '../../platform/identity-providers.server.ts'
import { PROVIDER_LABELS, type ProvenIdentity, SOCIAL_PROBLEMS } from '../rules/social.ts'
import { facebookProfile, identityClaims, tokenAnswer } from '../schema/social.ts'

/** Time that a provider has for one answer. */
const PROVIDER_TIMEOUT_MS = 8000
/** Clocks of two machines may differ by this much. */
const CLOCK_TOLERANCE_S = 30

const unreachable = ({ name }: IdentityProvider) =>
  new DomainError('provider-unavailable', SOCIAL_PROBLEMS.unreachable(PROVIDER_LABELS[name]))
const notBelieved = ({ name }: IdentityProvider) =>
  new DomainError('unauthenticated', SOCIAL_PROBLEMS.notBelieved(PROVIDER_LABELS[name]))

/** One question to a provider; what it refuses is not believed, what it fails at is its fault. */
async function ask(
  provider: IdentityProvider,
  address: string | URL,
  init: RequestInit,
): Promise<unknown> {
  const { response, text } = await withoutDeadline(async () => {
    const response = await fetch(address, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    })
    return { response, text: await response.text() }
  }).catch(() => {
    throw unreachable(provider)
  })
  if (response.status >= 500 || response.status === 429) throw unreachable(provider)
  if (!response.ok) throw notBelieved(provider)
  try {
    return JSON.parse(text)
  } catch {
    throw notBelieved(provider)
  }
}

/**
 * Exchanges the code that came with the browser. The product's secret goes into the body: Apple
 * and Facebook take it nowhere else.
 * @throws DomainError unauthenticated (refused), provider-unavailable
 */
export async function exchangeCode(
  provider: IdentityProvider,
  given: { code: string; codeVerifier: string; redirectUri: string },
): Promise<z.output<typeof tokenAnswer>> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: given.code,
    redirect_uri: given.redirectUri,
    code_verifier: given.codeVerifier,
    client_id: provider.clientId,
    client_secret: await provider.clientSecret(),
  })
  const headers = { Accept: 'application/json' }
  const answer = tokenAnswer.safeParse(
    await ask(provider, provider.tokenUrl, { method: 'POST', body, headers }),
  )
  if (!answer.success) throw notBelieved(provider)
  return answer.data
}

type KeySet = ReturnType<typeof createRemoteJWKSet>
const keySets = new Map<string, KeySet>()

/** The keys with which a provider signs, fetched when one is new. */
function keysAt(address: string): KeySet {
  let keys = keySets.get(address)
  if (!keys) {
    keys = createRemoteJWKSet(new URL(address), { timeoutDuration: PROVIDER_TIMEOUT_MS })
    keySets.set(address, keys)
  }
  return keys
}

/**
 * Who signed in, by the provider's word alone.
 * @param nonce the number that this sign-in sent along
 * @throws DomainError unauthenticated (not to be believed), provider-unavailable
 */
export async function proveIdentity(
  provider: IdentityProvider,
  tokens: { access_token?: string | undefined; id_token?: string | undefined },
  nonce: string,
): Promise<ProvenIdentity> {
  return provider.identity.by === 'token'
    ? readIdToken(provider, provider.identity, tokens.id_token, nonce)
    : askForProfile(provider, provider.identity, tokens.access_token)
}

async function readIdToken(
  provider: IdentityProvider,
  { issuers, keysUrl, algorithms }: IdentityProvider['identity'] & { by: 'token' },
  idToken: string | undefined,
  nonce: string,
): Promise<ProvenIdentity> {
  if (!idToken) throw notBelieved(provider)
  try {
    const { payload } = await jwtVerify(idToken, keysAt(keysUrl), {
      issuer: issuers,
      audience: provider.clientId,
      algorithms,
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    const claims = identityClaims.parse(payload)
    if (claims.nonce !== nonce) throw notBelieved(provider)
    return {
      provider: provider.name,
      subject: claims.sub,
      email: claims.email,
      emailVerified: claims.email !== null && claims.email_verified,
      name: claims.name,
    }
  } catch (error) {
    if (error instanceof DomainError) throw error
    const isBadToken = error instanceof z.ZodError || error instanceof errors.JOSEError
    // The library's own word for keys that did not arrive is its most general error.
    const keysMissing =
      error instanceof errors.JWKSTimeout ||
      (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC')
    throw isBadToken && !keysMissing ? notBelieved(provider) : unreachable(provider)
  }
}

/** Facebook does not say whether an address was confirmed, so it never counts as that. */
async function askForProfile(
  provider: IdentityProvider,
  { url, secret }: IdentityProvider['identity'] & { by: 'profile' },
  accessToken: string | undefined,
): Promise<ProvenIdentity> {
  if (!accessToken) throw notBelieved(provider)
  const address = new URL(url)
  address.searchParams.set('fields', 'id,name,email')
  // Proves to Facebook that the token is used by the app that it was given to.
  const proof = createHmac('sha256', secret).update(accessToken).digest('hex')
  address.searchParams.set('appsecret_proof', proof)
  const headers = { Accept: 'application/json', Authorization: `Bearer ${accessToken}` }
  const profile = facebookProfile.safeParse(await ask(provider, address, { headers }))
  if (!profile.success) throw notBelieved(provider)
  const { id, email, name } = profile.data
  return { provider: provider.name, subject: id, email, emailVerified: false, name }
}
