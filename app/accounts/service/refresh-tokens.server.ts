import { REFRESH_GRACE_MS, REFRESH_TOKEN_TTL_MS } from '../rules/lifetimes.ts'
import { deleteSession, findSession, rotateSession } from '../store/sessions.server.ts'
import { type TokenPair, tokenPair } from './begin-session.server.ts'
import { extendedExpiry, isSessionOver } from './resume-session.server.ts'
import { readRefreshToken } from './tokens.server.ts'

/**
 * Exchanges a refresh token for a new pair. The same token again within REFRESH_GRACE_MS (two tabs)
 * gets the same pair; later it is a sign of theft and ends the session.
 * @param underOldName the cookie name had no prefix, as in sessions from before the prefixes
 * @returns null when the token is not valid
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
    if (!found || found.session.kind !== 'app' || isSessionOver(found.session, now)) return null
    const { session, user } = found
    if (underOldName && session.prefixed) return null
    const expiresAt = extendedExpiry(session, now, REFRESH_TOKEN_TTL_MS)
    if (session.generation === generation) {
      if (await rotateSession(sessionId, generation, now, expiresAt)) {
        return tokenPair(user.id, sessionId, generation + 1, { issuedAt: now, expiresAt })
      }
      // A concurrent request has just exchanged it: read the session again.
      continue
    }
    const isWithinGrace =
      session.generation === generation + 1 &&
      now.getTime() - session.rotatedAt.getTime() <= REFRESH_GRACE_MS
    if (isWithinGrace) {
      const times = { issuedAt: session.rotatedAt, expiresAt: session.expiresAt }
      return tokenPair(user.id, sessionId, session.generation, times)
    }
    await deleteSession(sessionId)
    return null
  }
  return null
}
