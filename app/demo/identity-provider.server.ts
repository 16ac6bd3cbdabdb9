import { createHash, randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose'
import { data } from 'react-router'
import { z } from 'zod'
import {
  emulatedAppleKeys,
  emulatedProvider,
  type IdentityProvider,
} from '../platform/identity-providers.server.ts'

/** Emulates Apple, Google, and Facebook in demo mode. Codes are in memory: the demo is one process. */

const CODE_LIFE_MS = 60_000
const MAX_ENTRIES = 1000
const TOKEN_LIFE = '10m'

interface Person {
  name: string
  email: string
  emailVerified: boolean
}

interface Grant {
  person: Person
  nonce: string | undefined
  redirectUri: string
  codeChallenge: string
  expiresAt: number
}

const grants = new Map<string, Grant>()
const people = new Map<string, Person>()

/** Adds an entry and evicts the oldest if there are too many. */
function remember<T>(into: Map<string, T>, key: string, value: T): void {
  const oldest = into.keys().next()
  if (into.size >= MAX_ENTRIES && !oldest.done) into.delete(oldest.value)
  into.set(key, value)
}

const providerParam = z.enum(['apple', 'google', 'facebook'])

/** @throws a 404 response for an unknown provider, or outside demo mode */
export function requireDemoProvider(name: string | undefined): IdentityProvider {
  const known = providerParam.safeParse(name)
  const provider = known.success ? emulatedProvider(known.data) : null
  if (!provider) throw data(null, { status: 404 })
  return provider
}

/** Validates the authorization request in the URL. */
export function readAuthorization(provider: IdentityProvider, url: URL) {
  const back = `${url.origin}/api/auth/${provider.name}/callback`
  return z
    .object({
      client_id: z.literal(provider.clientId),
      redirect_uri: z.literal(back),
      response_type: z.literal('code'),
      response_mode: provider.postsBack ? z.literal('form_post') : z.undefined().optional(),
      state: z.string().min(1).max(200),
      nonce: z.string().max(200).optional(),
      code_challenge: z.string().min(43).max(128),
      code_challenge_method: z.literal('S256'),
    })
    .safeParse(Object.fromEntries(url.searchParams))
}
export type Authorization = NonNullable<ReturnType<typeof readAuthorization>['data']>

export const consentInput = z.object({
  name: z.string().trim().min(1, { error: 'Please enter a name.' }).max(100),
  email: z.email({ error: 'Please enter an email address such as name@example.com.' }),
  verified: z.literal('on').optional(),
})

export function grantCode(person: Person, asked: Authorization): string {
  const code = randomBytes(24).toString('base64url')
  remember(grants, code, {
    person,
    nonce: asked.nonce,
    redirectUri: asked.redirect_uri,
    codeChallenge: asked.code_challenge,
    expiresAt: Date.now() + CODE_LIFE_MS,
  })
  return code
}

let keys: Promise<{ privateKey: CryptoKey; jwk: JWK }> | undefined

async function makeKeys() {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: 'demo', alg: 'RS256' } }
}

export async function publishedKeys(): Promise<{ keys: JWK[] }> {
  return { keys: [(await (keys ??= makeKeys())).jwk] }
}

const exchange = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  code_verifier: z.string(),
  redirect_uri: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
})

/** Exchanges a code once; null if the request is invalid. */
export async function exchangeGrant(provider: IdentityProvider, form: FormData) {
  const given = exchange.safeParse(Object.fromEntries(form))
  if (!given.success || !(await isOurClient(provider, given.data))) return null
  const { code, code_verifier, redirect_uri } = given.data
  const grant = grants.get(code)
  grants.delete(code)
  const challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const isGood =
    grant !== undefined &&
    grant.expiresAt > Date.now() &&
    grant.codeChallenge === challenge &&
    grant.redirectUri === redirect_uri
  if (!isGood) return null
  const accessToken = randomBytes(24).toString('base64url')
  remember(people, accessToken, grant.person)
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: 600,
    ...(provider.identity.by === 'token' ? { id_token: await idToken(provider, grant) } : {}),
  }
}

async function isOurClient(
  provider: IdentityProvider,
  given: { client_id: string; client_secret: string },
): Promise<boolean> {
  if (given.client_id !== provider.clientId) return false
  if (provider.name !== 'apple') return given.client_secret === (await provider.clientSecret())
  return jwtVerify(given.client_secret, emulatedAppleKeys().publicKey, {
    subject: provider.clientId,
    algorithms: ['ES256'],
  }).then(
    () => true,
    () => false,
  )
}

function subjectOf(provider: IdentityProvider, { email }: Person): string {
  return createHash('sha256').update(`${provider.name}:${email}`).digest('hex').slice(0, 24)
}

async function idToken(provider: IdentityProvider, { person, nonce }: Grant): Promise<string> {
  const { privateKey } = await (keys ??= makeKeys())
  const issuer = provider.identity.by === 'token' ? provider.identity.issuers[0]! : ''
  return new SignJWT({
    nonce,
    email: person.email,
    email_verified: person.emailVerified,
    // Apple sends the name in the form, not in the token.
    ...(provider.name === 'apple' ? {} : { name: person.name }),
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'demo' })
    .setIssuer(issuer)
    .setSubject(subjectOf(provider, person))
    .setAudience(provider.clientId)
    .setIssuedAt()
    .setExpirationTime(TOKEN_LIFE)
    .sign(privateKey)
}

export function profileOf(provider: IdentityProvider, accessToken: string | undefined) {
  const person = accessToken === undefined ? undefined : people.get(accessToken)
  if (!person) return null
  return { id: subjectOf(provider, person), name: person.name, email: person.email }
}
