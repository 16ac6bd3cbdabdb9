import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { isHttpsSite } from '../../platform/own-address.server.ts'
import {
  ACCESS_TOKEN_MS,
  IDLE_SESSION_MS,
  LAST_USE_STEP_MS,
  LONGEST_SESSION_MS,
  REFRESH_GRACE_MS,
  REFRESH_TOKEN_MS,
  REMEMBERED_SESSION_MS,
} from '../rules/lifetimes.ts'
import {
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  rotateSession,
  type SessionRow,
  sessionsOf,
  type SignedIn,
  touchSession,
} from '../store/sessions.server.ts'
import type { ProvedReader } from '../store/users.server.ts'
import {
  newSecret,
  readAccessToken,
  readRefreshToken,
  secretHash,
  signAccessToken,
  signRefreshToken,
} from './tokens.server.ts'

export type { SignedIn }

/** A web session just begun: what goes into the cookie, and for how long; null: until the browser ends. */
export interface WebSession {
  id: number
  secret: string
  maxAgeMs: number | null
}

/** The tokens of an app session. */
export interface TokenPair {
  accessToken: string
  refreshToken: string
  accessMaxAgeMs: number
  refreshMaxAgeMs: number
}

/** Signs a reader in on a browser. */
export async function beginWebSession(
  { id: userId, passwordGeneration }: ProvedReader,
  { remember, device }: { remember: boolean; device: string },
  now = new Date(),
): Promise<WebSession> {
  const secret = newSecret()
  const lifeMs = remember ? REMEMBERED_SESSION_MS : IDLE_SESSION_MS
  const id = await insertSession({
    secretHash: secretHash(secret),
    userId,
    passwordGeneration,
    kind: 'web',
    remember,
    device,
    prefixed: isHttpsSite(),
    createdAt: now,
    rotatedAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
  })
  return { id, secret, maxAgeMs: remember ? REMEMBERED_SESSION_MS : null }
}

/** Signs a reader in on an app. */
export async function beginAppSession(
  { id: userId, passwordGeneration }: ProvedReader,
  device: string,
  now = new Date(),
): Promise<TokenPair> {
  const expiresAt = new Date(now.getTime() + REFRESH_TOKEN_MS)
  const sessionId = await insertSession({
    secretHash: secretHash(newSecret()),
    userId,
    passwordGeneration,
    kind: 'app',
    remember: true,
    device,
    prefixed: isHttpsSite(),
    createdAt: now,
    rotatedAt: now,
    expiresAt,
  })
  return tokenPair(userId, sessionId, 0, { issuedAt: now, expiresAt })
}

async function tokenPair(
  userId: number,
  sessionId: number,
  generation: number,
  { issuedAt, expiresAt }: { issuedAt: Date; expiresAt: Date },
): Promise<TokenPair> {
  return {
    accessToken: await signAccessToken(userId, sessionId, issuedAt),
    refreshToken: signRefreshToken(sessionId, generation),
    accessMaxAgeMs: ACCESS_TOKEN_MS,
    refreshMaxAgeMs: expiresAt.getTime() - issuedAt.getTime(),
  }
}

/** When a session that is used now ends, if it is not used again; never later than its 90 days. */
function extended({ createdAt }: SessionRow, now: Date, lifeMs: number): Date {
  const end = createdAt.getTime() + LONGEST_SESSION_MS
  return new Date(Math.min(now.getTime() + lifeMs, end))
}

/** Sessions that began before there was a longest time may say that they end later. */
function isOver({ createdAt, expiresAt }: SessionRow, now: Date): boolean {
  return expiresAt <= now || now.getTime() - createdAt.getTime() >= LONGEST_SESSION_MS
}

/**
 * Who is behind a cookie's secret; null when nobody is any more. Notes the use now and then, which
 * also puts the end of a session that is in use further away.
 */
export async function resumeWebSession(secret: string, now = new Date()): Promise<SignedIn | null> {
  const found = await findSession({ secretHash: secretHash(secret) })
  if (!found || found.session.kind !== 'web' || isOver(found.session, now)) return null
  const { session } = found
  if (now.getTime() - session.lastUsedAt.getTime() > LAST_USE_STEP_MS) {
    const expiresAt = session.remember ? session.expiresAt : extended(session, now, IDLE_SESSION_MS)
    await touchSession(session.id, now, expiresAt)
  }
  return found
}

/** Who is behind an access token, or what to answer instead. */
export async function resumeAppSession(
  token: string,
  now = new Date(),
): Promise<SignedIn | { problem: string }> {
  const claim = await readAccessToken(token)
  if ('problem' in claim) return claim
  const found = await findSession({ id: claim.sessionId })
  // Ids are never used again, but a session belongs to one reader only.
  if (!found || found.user.id !== claim.userId || isOver(found.session, now)) {
    return { problem: 'Invalid or expired token' }
  }
  return found
}

/**
 * Exchanges a refresh token for a new pair. The same token again within ten seconds (two tabs)
 * gets the same pair; later it is a sign of theft, and the session ends.
 * @param underOldName the cookie's name had no prefix; only sessions from before the prefixes may
 * @returns null when the token is not to be believed
 */
export async function refreshTokens(
  token: string,
  now = new Date(),
  { underOldName = false } = {},
): Promise<TokenPair | null> {
  const claim = readRefreshToken(token)
  if (!claim) return null
  const { sessionId, generation } = claim
  for (let attempt = 0; attempt < 2; attempt++) {
    const found = await findSession({ id: sessionId })
    if (!found || found.session.kind !== 'app' || isOver(found.session, now)) return null
    const { session, user } = found
    if (underOldName && session.prefixed) return null
    const expiresAt = extended(session, now, REFRESH_TOKEN_MS)
    if (session.generation === generation) {
      if (await rotateSession(sessionId, generation, now, expiresAt)) {
        return tokenPair(user.id, sessionId, generation + 1, { issuedAt: now, expiresAt })
      }
      // Somebody else exchanged it between the two statements: look again.
      continue
    }
    const isTwin =
      session.generation === generation + 1 &&
      now.getTime() - session.rotatedAt.getTime() <= REFRESH_GRACE_MS
    if (isTwin) {
      const times = { issuedAt: session.rotatedAt, expiresAt: session.expiresAt }
      return tokenPair(user.id, sessionId, session.generation, times)
    }
    await deleteSession(sessionId)
    return null
  }
  return null
}

/** Ends the session behind a refresh token, if there is one. */
export async function endAppSession(refreshToken: string): Promise<void> {
  const claim = readRefreshToken(refreshToken)
  if (claim) await deleteSession(claim.sessionId)
}

/** Ends the session that an access token names, also when the token has expired. */
export async function signOutApp(accessToken: string): Promise<void> {
  const claim = await readAccessToken(accessToken, { expired: true })
  if (!('problem' in claim)) await deleteSession(claim.sessionId, claim.userId)
}

/** Ends a session of this reader; another reader's session is left alone. */
export function endSession(userId: number, sessionId: number): Promise<boolean> {
  return deleteSession(sessionId, userId)
}

/** Ends all sessions of a reader but the one in use. */
export function endOtherSessions(userId: number, current: number): Promise<void> {
  return deleteSessionsOf(userId, current)
}

/** Ends all sessions of a reader. */
export function endAllSessions(userId: number, alongside: InTransaction): Promise<void> {
  return deleteSessionsOf(userId, null, alongside)
}

/** The devices on which a reader is signed in, the last used first. */
export function signedInDevices(userId: number, now = new Date()) {
  return sessionsOf(userId, now)
}
