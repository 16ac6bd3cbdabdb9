import { createHash } from 'node:crypto'
import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import { type Limit, tooManyAttempts } from '../rules.ts'
import { type Attempts, attemptsUnder, countAttempts } from '../store/attempts.server.ts'

/** The refusal of an attempt over a limit, with the headers that tell programs when to come back. */
function tooMany(limit: Limit, retryAfterMs: number): DomainError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  const policy = `"${limit.name}";q=${allowedAttempts(limit)};w=${limit.windowMs / 1000}`
  return new DomainError('too-many-requests', tooManyAttempts(retryAfterMs), undefined, {
    'Retry-After': String(seconds),
    'RateLimit-Policy': policy,
    RateLimit: `"${limit.name}";r=0;t=${seconds}`,
  })
}

/** How many attempts a limit allows here; those per network address can be scaled. */
export function allowedAttempts(limit: Limit): number {
  return limit.per === 'address' ? Math.ceil(limit.most * env().rateLimitFactor) : limit.most
}

/** Where attempts are counted. Addresses and accounts are stored as hashes only. */
export function attemptKey(limit: Limit, by: string): string {
  const who = createHash('sha256').update(by).digest('base64url').slice(0, 27)
  return `${limit.name}:${who}`
}

/** @throws DomainError too-many-requests when the counted attempts are more than the limit allows */
export function refuseOver(limit: Limit, attempts: Attempts | undefined, now: Date): void {
  if (attempts && attempts.count > allowedAttempts(limit)) {
    throw tooMany(limit, attempts.resetsAt.getTime() - now.getTime())
  }
}

/**
 * Counts one attempt under each limit, in one statement.
 * @throws DomainError too-many-requests when one of them is exceeded
 */
export async function spendAttempt(
  limits: { limit: Limit; by: string }[],
  now = new Date(),
): Promise<void> {
  const entries = limits.map(({ limit, by }) => ({
    limit,
    key: attemptKey(limit, by),
    windowMs: limit.windowMs,
  }))
  const counted = await countAttempts(entries, now)
  for (const { limit, key } of entries) {
    refuseOver(
      limit,
      counted.find((row) => row.key === key),
      now,
    )
  }
}

/**
 * Refuses when a limit is used up, without counting: for what is counted only when it fails.
 * @throws DomainError too-many-requests
 */
export async function refuseWhenSpent(limit: Limit, by: string, now = new Date()): Promise<void> {
  const attempts = await attemptsUnder(attemptKey(limit, by), now)
  if (attempts) refuseOver(limit, { ...attempts, count: attempts.count + 1 }, now)
}
