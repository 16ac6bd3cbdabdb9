import { IDLE_SESSION_TTL_MS, LAST_USED_STEP_MS, MAX_SESSION_AGE_MS } from '../rules/lifetimes.ts'
import { ifWritable } from '../../platform/unavailable.server.ts'
import {
  findSession,
  type SessionRow,
  type SignedIn,
  touchSession,
} from '../store/sessions.server.ts'
import { readAccessToken, secretHash } from './tokens.server.ts'

export type { SignedIn }

/** When a session that is used now will expire; never later than MAX_SESSION_AGE_MS. */
export function extendedExpiry({ createdAt }: SessionRow, now: Date, ttlMs: number): Date {
  const end = createdAt.getTime() + MAX_SESSION_AGE_MS
  return new Date(Math.min(now.getTime() + ttlMs, end))
}

/** Sessions from before MAX_SESSION_AGE_MS existed may have a later expiresAt. */
export function isSessionOver({ createdAt, expiresAt }: SessionRow, now: Date): boolean {
  return expiresAt <= now || now.getTime() - createdAt.getTime() >= MAX_SESSION_AGE_MS
}

/**
 * The session and reader of a session cookie; null when it is invalid or expired. Records the use
 * from time to time, which also extends the session.
 */
export async function resumeWebSession(secret: string, now = new Date()): Promise<SignedIn | null> {
  const found = await findSession({ secretHash: secretHash(secret) })
  if (!found || found.session.kind !== 'web' || isSessionOver(found.session, now)) return null
  const { session } = found
  if (now.getTime() - session.lastUsedAt.getTime() > LAST_USED_STEP_MS) {
    const expiresAt = session.remember
      ? session.expiresAt
      : extendedExpiry(session, now, IDLE_SESSION_TTL_MS)
    await ifWritable(touchSession(session.id, now, expiresAt))
  }
  return found
}

/** The session and reader of an access token, or the error message to answer with. */
export async function resumeAppSession(
  token: string,
  now = new Date(),
): Promise<SignedIn | { problem: string }> {
  const claim = await readAccessToken(token)
  if ('problem' in claim) return claim
  const found = await findSession({ id: claim.sessionId })
  if (found?.session.kind !== 'app' || found.user.id !== claim.userId) {
    return { problem: 'Invalid or expired token' }
  }
  if (isSessionOver(found.session, now)) {
    return { problem: 'Invalid or expired token' }
  }
  return found
}
