import { APP_KEY_KINDS, type AppKeyKind, readScopes, typedAppPassword } from '../rules/app-keys.ts'
import { LAST_USED_STEP_MS, NEVER_EXPIRES } from '../rules/lifetimes.ts'
import { LIMITS } from '../rules/rate-limits.ts'
import { DomainError } from '../../platform/errors.ts'
import { ifWritable } from '../../platform/unavailable.server.ts'
import {
  hasManyPodcastNetworks,
  isPodcastSecret,
  readPodcastSelection,
} from '../rules/podcast-feed-keys.ts'
import { findSession, sessionsOf, type SignedIn, touchSession } from '../store/sessions.server.ts'
import { consumeAttempt } from './rate-limits.server.ts'
import { appKeyHash } from './tokens.server.ts'

/** A reader's app passwords, tokens, and podcasts, most recently used first. */
export async function appKeysOf(userId: number, now = new Date()) {
  const rows = await sessionsOf(userId, APP_KEY_KINDS, now)
  return rows.map(({ id, kind, device, scopes, networks, createdAt, lastUsedAt, expiresAt }) => ({
    id,
    kind: kind as AppKeyKind,
    name: device,
    scopes: readScopes(scopes),
    selection: readPodcastSelection(scopes),
    hasManyNetworks: hasManyPodcastNetworks(networks, now),
    createdAt,
    /** Null: not used yet. */
    lastUsedAt: lastUsedAt > createdAt ? lastUsedAt : null,
    /** Null: it does not expire. */
    expiresAt: expiresAt < NEVER_EXPIRES ? expiresAt : null,
  }))
}

/** The reader of a secret, if it is current. Records the use from time to time. */
async function resume(kind: AppKeyKind, secret: string, now: Date): Promise<SignedIn | null> {
  const found = await findSession({ secretHash: appKeyHash(kind, secret) })
  if (!found || found.session.kind !== kind || found.session.expiresAt <= now) return null
  const { id, createdAt, lastUsedAt, expiresAt } = found.session
  const isFirst = lastUsedAt <= createdAt
  if (isFirst || now.getTime() - lastUsedAt.getTime() > LAST_USED_STEP_MS) {
    // A use in the very moment of creation counts, too.
    const usedAt = new Date(Math.max(now.getTime(), createdAt.getTime() + 1))
    await ifWritable(touchSession(id, usedAt, expiresAt))
  }
  return found
}

/** The reader of a personal access token, or the error message to answer with. */
export async function resumeToken(
  token: string,
  now = new Date(),
): Promise<SignedIn | { problem: string }> {
  return (await resume('token', token, now)) ?? { problem: 'Invalid or expired token' }
}

/** The reader of a podcast's address; null: it is none, or revoked. */
export async function resumePodcastKey(secret: string, now = new Date()): Promise<SignedIn | null> {
  return isPodcastSecret(secret) ? resume('podcast', secret, now) : null
}

/**
 * The reader of an app password. Wrong ones are counted by network; the right one always works.
 * @throws DomainError unauthenticated, too-many-requests
 */
export async function resumeAppPassword(
  typed: string,
  clientAddress: string,
  now = new Date(),
): Promise<SignedIn> {
  const password = typedAppPassword(typed)
  const found = password && (await resume('app-password', password, now))
  if (found) return found
  await consumeAttempt([{ limit: LIMITS.failedAppPassword, by: clientAddress }])
  throw new DomainError('unauthenticated', WRONG)
}

const WRONG =
  'This is not a current app password. Create one in the settings of your Readr account, under Apps.'
