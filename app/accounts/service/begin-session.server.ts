import { readerEntry } from '../../platform/audit/audit-log.server.ts'
import { isHttpsSite } from '../../platform/site-address.server.ts'
import {
  ACCESS_TOKEN_TTL_MS,
  IDLE_SESSION_TTL_MS,
  REFRESH_TOKEN_TTL_MS,
  REMEMBERED_SESSION_TTL_MS,
} from '../rules/lifetimes.ts'
import { insertSession } from '../store/sessions.server.ts'
import type { AuthenticatedReader, UserRow } from '../store/users.server.ts'
import { countSignIn } from './metrics.server.ts'
import { newSecret, secretHash, signAccessToken, signRefreshToken } from './tokens.server.ts'

export interface WebSession {
  id: number
  /** The value of the cookie. */
  secret: string
  /** Null: until the browser is closed. */
  maxAgeMs: number | null
}

export interface TokenPair {
  accessToken: string
  refreshToken: string
  accessMaxAgeMs: number
  refreshMaxAgeMs: number
}

type SignedInReader = AuthenticatedReader & Pick<UserRow, 'role'>

export async function beginWebSession(
  reader: SignedInReader,
  { remember, device }: { remember: boolean; device: string },
  now = new Date(),
): Promise<WebSession> {
  const secret = newSecret()
  const ttlMs = remember ? REMEMBERED_SESSION_TTL_MS : IDLE_SESSION_TTL_MS
  const id = await insert(reader, secret, { kind: 'web', remember, device }, now, ttlMs)
  return { id, secret, maxAgeMs: remember ? ttlMs : null }
}

export async function beginAppSession(
  reader: SignedInReader,
  device: string,
  now = new Date(),
): Promise<TokenPair> {
  const options = { kind: 'app', remember: true, device } as const
  const id = await insert(reader, newSecret(), options, now, REFRESH_TOKEN_TTL_MS)
  const expiresAt = new Date(now.getTime() + REFRESH_TOKEN_TTL_MS)
  return tokenPair(reader.id, id, 0, { issuedAt: now, expiresAt })
}

async function insert(
  { id: userId, passwordGeneration, role }: SignedInReader,
  secret: string,
  options: { kind: 'web' | 'app'; remember: boolean; device: string },
  now: Date,
  ttlMs: number,
): Promise<number> {
  const session = {
    ...options,
    secretHash: secretHash(secret),
    userId,
    passwordGeneration,
    prefixed: isHttpsSite(),
    createdAt: now,
    rotatedAt: now,
    expiresAt: new Date(now.getTime() + ttlMs),
  }
  const entry = role === 'admin' ? readerEntry(userId, userId, 'admin.sign-in') : undefined
  const id = await insertSession(session, entry)
  countSignIn('succeeded')
  return id
}

export async function tokenPair(
  userId: number,
  sessionId: number,
  generation: number,
  { issuedAt, expiresAt }: { issuedAt: Date; expiresAt: Date },
): Promise<TokenPair> {
  return {
    accessToken: await signAccessToken(userId, sessionId, issuedAt),
    refreshToken: signRefreshToken(sessionId, generation),
    accessMaxAgeMs: ACCESS_TOKEN_TTL_MS,
    refreshMaxAgeMs: expiresAt.getTime() - issuedAt.getTime(),
  }
}
