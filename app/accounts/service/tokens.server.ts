import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { z } from 'zod'
import { authSecrets } from '../../platform/secrets.server.ts'
import { ACCESS_TOKEN_MS } from '../rules/lifetimes.ts'

/** 256 random bits as text. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a secret. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** Names a secret without giving it away. */
export const keyId = (secret: string) =>
  createHash('sha256').update(`kid:${secret}`).digest('hex').slice(0, 8)
/** The 256-bit key that a secret gives for one purpose, and for no other. */
export const keyFor = (purpose: string, secret: string) =>
  createHmac('sha256', secret).update(purpose).digest()

export const ISSUER = 'readr'

const signingKeys = new Map<string, Promise<CryptoKey>>()

/** The same key as it signs tokens. Made once: to make it costs as much as to check a token. */
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

/** The key that a token says it was signed with, if it is in use. */
export function keyInUse(purpose: string, kid: string | undefined): Promise<CryptoKey> {
  const secret = authSecrets().find((candidate) => keyId(candidate) === kid)
  if (!secret) throw new errors.JWKSNoMatchingKey()
  return signingKey(purpose, secret)
}

/** What an access token says, or why it is not to be believed. */
export type AccessClaim =
  | { sessionId: number; userId: number }
  | { problem: 'Invalid or expired token' | 'Token has expired' }

/** A token that names an app session for fifteen minutes from `issuedAt`. */
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
    .setExpirationTime(seconds + ACCESS_TOKEN_MS / 1000)
    .sign(await signingKey('access', secret))
}

const isId = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31

/**
 * Checks a token against every key in use; only the algorithm that signs is accepted.
 * @param expired accepts a token of any age: enough to sign out with, not to be let in
 */
export async function readAccessToken(
  token: string,
  { expired = false } = {},
): Promise<AccessClaim> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => keyInUse('access', kid), {
      algorithms: ['HS256'],
      issuer: ISSUER,
      ...(expired ? { clockTolerance: Number.MAX_SAFE_INTEGER } : {}),
    })
    const userId = Number(payload.sub)
    const sessionId = payload['sid']
    if (!isId(userId) || !isId(sessionId)) {
      return { problem: 'Invalid or expired token' }
    }
    return { userId, sessionId }
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
 * The refresh token of a session's generation. It is made from the two and a key, so that the same
 * exchange gives the same answer without storing it.
 */
export function signRefreshToken(sessionId: number, generation: number): string {
  const [secret] = authSecrets()
  return `${sessionId}.${generation}.${refreshSignature(secret, sessionId, generation).toString('base64url')}`
}

/** The session and generation that a refresh token names, or null when it was not made here. */
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

/** What a signed note is for; each purpose has a key of its own. */
type NotePurpose = 'social' | 'add-provider' | 'take-over' | 'device'

/** A signed note to ourselves that the browser carries. */
export async function signNote(
  purpose: NotePurpose,
  note: object,
  lifeMs: number,
): Promise<string> {
  const [secret] = authSecrets()
  return new SignJWT({ ...note })
    .setProtectedHeader({ alg: 'HS256', kid: keyId(secret) })
    .setIssuer(ISSUER)
    .setExpirationTime(Math.floor((Date.now() + lifeMs) / 1000))
    .sign(await signingKey(purpose, secret))
}

/** What a note says, in the shape that it should have; null when it is not ours or too old. */
export async function readNote<S extends z.ZodType>(
  purpose: NotePurpose,
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
