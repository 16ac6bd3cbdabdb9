import { createHmac } from 'node:crypto'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { DomainError } from '../../platform/errors.ts'
import { withoutDeadline } from '../../platform/database-work.server.ts'
import type { IdentityProvider } from '../../platform/identity-providers.server.ts'
import { PROVIDER_LABELS, type ProviderIdentity, SOCIAL_PROBLEMS } from '../rules/social-sign-in.ts'
import { facebookProfile, identityClaims, tokenAnswer } from '../schema/social-sign-in.ts'

const PROVIDER_TIMEOUT_MS = 8000
const CLOCK_TOLERANCE_S = 30

const unreachable = ({ name }: IdentityProvider) =>
  new DomainError('provider-unavailable', SOCIAL_PROBLEMS.unreachable(PROVIDER_LABELS[name]))
const rejected = ({ name }: IdentityProvider) =>
  new DomainError('unauthenticated', SOCIAL_PROBLEMS.rejected(PROVIDER_LABELS[name]))

/**
 * Requests JSON from a provider.
 * @throws DomainError unauthenticated when it refuses, provider-unavailable when it fails
 */
async function request(
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
  if (!response.ok) throw rejected(provider)
  try {
    return JSON.parse(text)
  } catch {
    throw rejected(provider)
  }
}

/**
 * Exchanges the authorization code. The client secret goes into the body, the only place where
 * Apple and Facebook accept it.
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
    await request(provider, provider.tokenUrl, { method: 'POST', body, headers }),
  )
  if (!answer.success) throw rejected(provider)
  return answer.data
}

type KeySet = ReturnType<typeof createRemoteJWKSet>
const keySets = new Map<string, KeySet>()

/** The signing keys of a provider; a new key is fetched automatically. */
function keysAt(address: string): KeySet {
  let keys = keySets.get(address)
  if (!keys) {
    keys = createRemoteJWKSet(new URL(address), { timeoutDuration: PROVIDER_TIMEOUT_MS })
    keySets.set(address, keys)
  }
  return keys
}

/**
 * Identifies the person from the provider's signed token or its profile endpoint, never from data
 * that the browser sent.
 * @param nonce the one that this sign-in sent
 * @throws DomainError unauthenticated (invalid), provider-unavailable
 */
export async function fetchIdentity(
  provider: IdentityProvider,
  tokens: { access_token?: string | undefined; id_token?: string | undefined },
  nonce: string,
): Promise<ProviderIdentity> {
  return provider.identity.by === 'token'
    ? readIdToken(provider, provider.identity, tokens.id_token, nonce)
    : fetchProfile(provider, provider.identity, tokens.access_token)
}

async function readIdToken(
  provider: IdentityProvider,
  { issuers, keysUrl, algorithms }: IdentityProvider['identity'] & { by: 'token' },
  idToken: string | undefined,
  nonce: string,
): Promise<ProviderIdentity> {
  if (!idToken) throw rejected(provider)
  try {
    const { payload } = await jwtVerify(idToken, keysAt(keysUrl), {
      issuer: issuers,
      audience: provider.clientId,
      algorithms,
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    const claims = identityClaims.parse(payload)
    if (claims.nonce !== nonce) throw rejected(provider)
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
    // The library reports missing keys with its most general error code.
    const keysMissing =
      error instanceof errors.JWKSTimeout ||
      (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC')
    throw isBadToken && !keysMissing ? rejected(provider) : unreachable(provider)
  }
}

async function fetchProfile(
  provider: IdentityProvider,
  { url, secret }: IdentityProvider['identity'] & { by: 'profile' },
  accessToken: string | undefined,
): Promise<ProviderIdentity> {
  if (!accessToken) throw rejected(provider)
  const address = new URL(url)
  address.searchParams.set('fields', 'id,name,email')
  // Facebook requires this proof that the token is used by its own app.
  const proof = createHmac('sha256', secret).update(accessToken).digest('hex')
  address.searchParams.set('appsecret_proof', proof)
  const headers = { Accept: 'application/json', Authorization: `Bearer ${accessToken}` }
  const profile = facebookProfile.safeParse(await request(provider, address, { headers }))
  if (!profile.success) throw rejected(provider)
  const { id, email, name } = profile.data
  return { provider: provider.name, subject: id, email, emailVerified: false, name }
}
