import {
  createECDH,
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
} from 'node:crypto'
import { SignJWT } from 'jose'
import { env } from './env.server.ts'
import { ownAddress } from './site-address.server.ts'
import { authSecrets } from './secrets.server.ts'

/** In the order in which they are shown. */
const PROVIDER_NAMES = ['apple', 'google', 'facebook'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]

export interface IdentityProvider {
  name: ProviderName
  /** A path of this site if the provider is emulated. */
  authorizeUrl: string
  tokenUrl: string
  scopes: string[]
  clientId: string
  clientSecret(): Promise<string>
  /** Where the identity comes from: a signed token, or a request with the access token. */
  identity:
    | { by: 'token'; issuers: string[]; keysUrl: string; algorithms: string[] }
    | { by: 'profile'; url: string; secret: string }
  /** Whether it sends the browser back with a form instead of a link. */
  postsBack: boolean
}

type Settings<N extends ProviderName> = NonNullable<ReturnType<typeof env>['identityProviders'][N]>

const APPLE = 'https://appleid.apple.com'
const GOOGLE = 'https://accounts.google.com'

/** A secret is made for each use. Apple would accept it for six months. */
const APPLE_SECRET_TTL = '5m'

/** The client secret for Apple: a token signed with the key from Apple. */
function appleSecret(
  { clientId, teamId, keyId }: { clientId: string; teamId: string; keyId: string },
  key: KeyObject,
): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(APPLE)
    .setIssuedAt()
    .setExpirationTime(APPLE_SECRET_TTL)
    .sign(key)
}

function google({ clientId, clientSecret, issuer }: Settings<'google'>) {
  return {
    name: 'google',
    authorizeUrl: issuer ? `${issuer}/authorize` : `${GOOGLE}/o/oauth2/v2/auth`,
    tokenUrl: issuer ? `${issuer}/token` : 'https://oauth2.googleapis.com/token',
    scopes: ['openid', 'email', 'profile'],
    clientId,
    clientSecret: async () => clientSecret,
    identity: {
      by: 'token',
      // Google has used both.
      issuers: issuer ? [issuer] : [GOOGLE, 'accounts.google.com'],
      keysUrl: issuer ? `${issuer}/jwks` : 'https://www.googleapis.com/oauth2/v3/certs',
      algorithms: ['RS256'],
    },
    postsBack: false,
  } satisfies IdentityProvider
}

function apple(settings: Omit<Settings<'apple'>, 'privateKey'>, key: KeyObject) {
  const { issuer } = settings
  return {
    name: 'apple',
    authorizeUrl: issuer ? `${issuer}/authorize` : `${APPLE}/auth/authorize`,
    tokenUrl: issuer ? `${issuer}/token` : `${APPLE}/auth/token`,
    scopes: ['name', 'email'],
    clientId: settings.clientId,
    clientSecret: () => appleSecret(settings, key),
    identity: {
      by: 'token',
      issuers: [issuer ?? APPLE],
      keysUrl: issuer ? `${issuer}/jwks` : `${APPLE}/auth/keys`,
      algorithms: ['RS256', 'ES256'],
    },
    postsBack: true,
  } satisfies IdentityProvider
}

function facebook({ clientId, clientSecret, dialogUrl, graphUrl }: Settings<'facebook'>) {
  return {
    name: 'facebook',
    authorizeUrl: dialogUrl,
    tokenUrl: `${graphUrl}/oauth/access_token`,
    scopes: ['email', 'public_profile'],
    clientId,
    clientSecret: async () => clientSecret,
    identity: { by: 'profile', url: `${graphUrl}/me`, secret: clientSecret },
    postsBack: false,
  } satisfies IdentityProvider
}

const emulatedPath = (name: ProviderName) => `/dev/identity/${name}`

let appleDemoKeys: { publicKey: KeyObject; privateKey: KeyObject } | undefined

/**
 * The key pair in place of the one from Apple. It is derived from the secret of the demo, so that
 * all processes have the same one.
 */
export function emulatedAppleKeys() {
  return (appleDemoKeys ??= keysFrom(authSecrets()[0]))
}

function keysFrom(secret: string) {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(createHmac('sha256', secret).update('apple').digest())
  const point = pair.getPublicKey()
  const key = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: pair.getPrivateKey('base64url'),
  }
  const privateKey = createPrivateKey({ key, format: 'jwk' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

function emulated(name: ProviderName): IdentityProvider {
  const base = (env().demoHome ?? ownAddress()) + emulatedPath(name)
  const app = {
    clientId: `readr-demo-${name}`,
    clientSecret: 'demo-secret-of-no-value',
    issuer: base,
  }
  const provider: IdentityProvider =
    name === 'facebook'
      ? facebook({ ...app, dialogUrl: base, graphUrl: base })
      : name === 'google'
        ? google(app)
        : apple(
            { ...app, teamId: 'DEMOTEAM00', keyId: 'DEMOKEY000' },
            emulatedAppleKeys().privateKey,
          )
  if (provider.identity.by === 'token') provider.identity.keysUrl = `${base}/keys`
  return {
    ...provider,
    authorizeUrl: `${emulatedPath(name)}/authorize`,
    tokenUrl: `${base}/token`,
  }
}

let known: Partial<Record<ProviderName, IdentityProvider>> | undefined

function providers(): Partial<Record<ProviderName, IdentityProvider>> {
  if (known) return known
  const settings = env().identityProviders
  const real = {
    ...(settings.apple && {
      apple: apple(settings.apple, createPrivateKey(settings.apple.privateKey)),
    }),
    ...(settings.google && { google: google(settings.google) }),
    ...(settings.facebook && { facebook: facebook(settings.facebook) }),
  }
  const emulators = env().isDemo
    ? Object.fromEntries(PROVIDER_NAMES.map((name) => [name, emulated(name)]))
    : {}
  return (known = { ...emulators, ...real })
}

export function identityProvider(name: ProviderName): IdentityProvider | null {
  return providers()[name] ?? null
}

export function emulatedProvider(name: ProviderName): IdentityProvider | null {
  const provider = env().isDemo ? identityProvider(name) : null
  return provider?.authorizeUrl.startsWith('/') ? provider : null
}

/** The names of the providers with which readers can sign in. */
export function offeredProviders(): ProviderName[] {
  return PROVIDER_NAMES.filter((name) => providers()[name])
}
