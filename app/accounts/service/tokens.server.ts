import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { maxEntries } from '../../platform/cache-size.ts'
import { authSecrets } from '../../platform/secrets.server.ts'
import type { AppKeyKind } from '../rules/app-keys.ts'
import { ACCESS_TOKEN_TTL_MS } from '../rules/lifetimes.ts'

/** 256 random bits as text. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Secrets are stored only as this hash. */
export function secretHash(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** Random characters from an alphabet of 32: each byte gives five unbiased bits. */
export function randomText(alphabet: string, length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join('')
}

/**
 * The hash of an app password or token. It differs from a cookie's, so that neither a mistake nor an
 * earlier version accepts it as the secret of a browser's session.
 */
export function appKeyHash(kind: AppKeyKind, secret: string): string {
  return secretHash(`${kind} ${secret}`)
}

export const keyId = (secret: string) => hash('sha256', `kid:${secret}`, 'hex').slice(0, 8)
/** Derives a 256-bit key for one purpose. */
export const keyFor = (purpose: string, secret: string) =>
  createHmac('sha256', secret).update(purpose).digest()

export const ISSUER = 'readr'

const signingKeys = new Map<string, Promise<CryptoKey>>()

/** The same key for signing. Cached, because importing it costs as much as checking a token. */
export function signingKey(purpose: string, secret: string): Promise<CryptoKey> {
  const name = `${purpose} ${secret}`
  let key = signingKeys.get(name)
  if (!key) {
    const hmac = { name: 'HMAC', hash: 'SHA-256' }
    key = crypto.subtle.importKey('raw', keyFor(purpose, secret), hmac, false, ['sign', 'verify'])
    signingKeys.set(name, key)
  }
  return key
}

export function keyInUse(purpose: string, kid: string | undefined): Promise<CryptoKey> {
  const secret = authSecrets().find((candidate) => keyId(candidate) === kid)
  if (!secret) throw new errors.JWKSNoMatchingKey()
  return signingKey(purpose, secret)
}

export type AccessClaim =
  | { sessionId: number; userId: number }
  | { problem: 'Invalid or expired token' | 'Token has expired' }

/** Signs a token for an app session that expires ACCESS_TOKEN_TTL_MS after `issuedAt`. */
export async function signAccessToken(
  userId: number,
  sessionId: number,
  issuedAt: Date,
): Promise<string> {
  const [secret] = authSecrets()
  const seconds = Math.floor(issuedAt.getTime() / 1000)
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', kid: keyId(secret) })
    .setIssuer(ISSUER)
    .setSubject(String(userId))
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + ACCESS_TOKEN_TTL_MS / 1000)
    .sign(await signingKey('access', secret))
}

const isId = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31

interface VerifiedToken {
  claim: { sessionId: number; userId: number }
  /** In seconds since 1970. */
  expiresAt: number
  /** Which signed it. */
  secret: string
}

/** Recent tokens: checking a signature takes longer than finding the session. */
const verified = new LRUCache<string, VerifiedToken>(maxEntries(5000))

function verifiedClaim(token: string): VerifiedToken['claim'] | null {
  const known = verified.get(token)
  if (!known || !authSecrets().includes(known.secret)) return null
  return Math.floor(Date.now() / 1000) < known.expiresAt ? known.claim : null
}

/**
 * Verifies and reads an access token.
 * @param expired also accepts expired tokens, for signing out
 */
export async function readAccessToken(
  token: string,
  { expired = false } = {},
): Promise<AccessClaim> {
  const known = verifiedClaim(token)
  if (known) return known
  try {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      ({ kid }) => keyInUse('access', kid),
      {
        algorithms: ['HS256'],
        issuer: ISSUER,
        ...(expired ? { clockTolerance: Number.MAX_SAFE_INTEGER } : {}),
      },
    )
    const userId = Number(payload.sub)
    const sessionId = payload['sid']
    if (!isId(userId) || !isId(sessionId)) {
      return { problem: 'Invalid or expired token' }
    }
    const secret = authSecrets().find((candidate) => keyId(candidate) === protectedHeader.kid)
    const claim = { userId, sessionId }
    if (secret !== undefined && payload.exp !== undefined) {
      verified.set(token, { claim, expiresAt: payload.exp, secret })
    }
    return claim
  } catch (error) {
    return {
      problem:
        error instanceof errors.JWTExpired ? 'Token has expired' : 'Invalid or expired token',
    }
  }
}

const refreshSignature = (secret: string, sessionId: number, generation: number) =>
  createHmac('sha256', keyFor('refresh', secret)).update(`${sessionId}.${generation}`).digest()

/**
 * Signs the refresh token of a session's generation. It is deterministic, so that a repeated
 * exchange gives the same token without storing it.
 */
export function signRefreshToken(sessionId: number, generation: number): string {
  const [secret] = authSecrets()
  return `${sessionId}.${generation}.${refreshSignature(secret, sessionId, generation).toString('base64url')}`
}

/** Verifies and reads a refresh token; null when it is not valid. */
export function readRefreshToken(token: string): { sessionId: number; generation: number } | null {
  const parts = /^(\d{1,10})\.(\d{1,10})\.([A-Za-z0-9_-]{43})$/.exec(token)
  if (!parts) return null
  const [sessionId, generation] = [Number(parts[1]), Number(parts[2])]
  const given = Buffer.from(parts[3]!, 'base64url')
  const genuine = authSecrets().some((secret) =>
    timingSafeEqual(given, refreshSignature(secret, sessionId, generation)),
  )
  return genuine ? { sessionId, generation } : null
}

type PayloadPurpose =
  'social' | 'add-provider' | 'take-over' | 'device' | 'daily-read' | 'opened-share'

/** Signs a payload that the browser carries for the server. */
export async function signPayload(
  purpose: PayloadPurpose,
  payload: object,
  ttlMs: number,
): Promise<string> {
  const [secret] = authSecrets()
  return new SignJWT({ ...payload })
    .setProtectedHeader({ alg: 'HS256', kid: keyId(secret) })
    .setIssuer(ISSUER)
    .setExpirationTime(Math.floor((Date.now() + ttlMs) / 1000))
    .sign(await signingKey(purpose, secret))
}

/** Verifies and reads such a payload; null when it is invalid or expired. */
export async function readPayload<S extends z.ZodType>(
  purpose: PayloadPurpose,
  token: string,
  shape: S,
): Promise<z.output<S> | null> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => keyInUse(purpose, kid), {
      algorithms: ['HS256'],
      issuer: ISSUER,
      requiredClaims: ['exp'],
    })
    return shape.parse(payload)
  } catch {
    return null
  }
}
