import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { deleteSession, deleteSessionsOf, findSession } from '../store/sessions.server.ts'
import { readAccessToken, readRefreshToken, secretHash } from './tokens.server.ts'

/** Ends the session of a refresh token, if there is one. */
export async function endAppSession(refreshToken: string): Promise<void> {
  const claim = readRefreshToken(refreshToken)
  if (claim) await deleteSession(claim.sessionId)
}

/** Ends the session of an access token, even when the token has expired. */
export async function signOutApp(accessToken: string): Promise<void> {
  const claim = await readAccessToken(accessToken, { expired: true })
  if (!('problem' in claim)) await deleteSession(claim.sessionId, claim.userId)
}

/** Ends the session of a browser's cookie, if there is one. */
export async function endWebSession(secret: string): Promise<void> {
  const found = await findSession({ secretHash: secretHash(secret) })
  if (found?.session.kind === 'web') await deleteSession(found.session.id)
}

/** Ends a session if it belongs to this reader. */
export function endSession(userId: number, sessionId: number): Promise<boolean> {
  return deleteSession(sessionId, userId)
}

/** Ends all sessions of a reader except the current one. */
export function endOtherSessions(userId: number, current: number): Promise<void> {
  return deleteSessionsOf(userId, current)
}

/** Ends all sessions of a reader. */
export function endAllSessions(userId: number, inTransaction: InTransaction): Promise<void> {
  return deleteSessionsOf(userId, null, inTransaction)
}
