import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { deleteSession, deleteSessionsOf, findSession } from '../store/sessions.server.ts'
import { readAccessToken, readRefreshToken, secretHash } from './tokens.server.ts'

export async function endAppSession(refreshToken: string): Promise<void> {
  const claim = readRefreshToken(refreshToken)
  if (claim) await deleteSession(claim.sessionId)
}

export async function signOutApp(accessToken: string): Promise<void> {
  const claim = await readAccessToken(accessToken, { expired: true })
  if (!('problem' in claim)) await deleteSession(claim.sessionId, claim.userId)
}

/** Ends the session of a browser's cookie, if there is one. */
export async function endWebSession(secret: string): Promise<void> {
  const found = await findSession({ secretHash: secretHash(secret) })
  if (found?.session.kind === 'web') await deleteSession(found.session.id)
}

export function endSession(userId: number, sessionId: number): Promise<boolean> {
  return deleteSession(sessionId, userId)
}

export function endOtherSessions(userId: number, current: number): Promise<void> {
  return deleteSessionsOf(userId, current)
}

export function endAllSessions(userId: number, inTransaction: InTransaction): Promise<void> {
  return deleteSessionsOf(userId, null, inTransaction)
}
