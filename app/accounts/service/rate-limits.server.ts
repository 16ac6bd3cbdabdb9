import { hash } from 'node:crypto'
import {
  type Attempts,
  attemptsUnder,
  countAttempts,
} from '../../platform/attempt-counts.server.ts'
import { networkOf } from '../../platform/client-network.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import { type Limit, LIMITS, tooManyAttempts } from '../rules/rate-limits.ts'
import { countSignIn } from './metrics.server.ts'

const { signIn, failedSignIn, failedCode, ticketTries } = LIMITS
const SIGN_IN_LIMITS = new Set(
  [signIn, failedSignIn, failedCode, ticketTries].map((limit: Limit) => limit.name),
)

/** The error of an exceeded limit, with its response headers. */
export function tooManyRequests(limit: Limit, retryAfterMs: number): DomainError {
  if (SIGN_IN_LIMITS.has(limit.name.replace(/-48$/, ''))) countSignIn('limited')
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  const policy = `"${limit.name}";q=${allowedAttempts(limit)};w=${limit.windowMs / 1000}`
  return new DomainError('too-many-requests', tooManyAttempts(retryAfterMs), undefined, {
    'Retry-After': String(seconds),
    'RateLimit-Policy': policy,
    RateLimit: `"${limit.name}";r=0;t=${seconds}`,
  })
}

/** All networks of an IPv6 /48 together get this many times the attempts of one network. */
const SITE_FACTOR = 10

export interface CountedAttempt {
  limit: Limit
  /** The network address for limits per network address; otherwise the key of an account or a session. */
  by: string
  /** The network address of an attempt that is counted by account and network together. */
  from?: string
}

export interface Counter {
  limit: Limit
  key: string
}

/** Attempts allowed by a limit, after RATE_LIMIT_FACTOR for limits per network address. */
export function allowedAttempts(limit: Limit): number {
  return limit.per === 'address' ? Math.ceil(limit.most * env().rateLimitFactor) : limit.most
}

/** The database key of a count. Addresses and accounts are stored as hashes only. */
export function attemptKey(limit: Limit, by: string): string {
  const who = hash('sha256', by, 'base64url').slice(0, 27)
  return `${limit.name}:${who}`
}

/** The counters of an attempt: one, or two for an IPv6 address (its /64 and its /48). */
export function countersOf({ limit, by, from }: CountedAttempt): Counter[] {
  const address = limit.per === 'address' ? by : from
  if (address === undefined) return [{ limit, key: attemptKey(limit, by) }]
  const { network, site } = networkOf(address)
  const account = limit.per === 'address' ? '' : `${by} `
  const own = { limit, key: attemptKey(limit, account + network) }
  if (site === null) return [own]
  const wide = { ...limit, name: `${limit.name}-48`, most: limit.most * SITE_FACTOR }
  return [own, { limit: wide, key: attemptKey(wide, account + site) }]
}

/**
 * Checks that counts are within their limits.
 * @param more attempts to add to each count
 * @throws DomainError too-many-requests
 */
export function requireWithinLimits(
  counters: Counter[],
  counted: Attempts[],
  now: Date,
  more: 0 | 1,
): void {
  for (const { limit, key } of counters) {
    const attempts = counted.find((row) => row.key === key)
    if (attempts && attempts.count + more > allowedAttempts(limit)) {
      throw tooManyRequests(limit, attempts.resetsAt.getTime() - now.getTime())
    }
  }
}

/**
 * Counts one attempt in each counter, in one statement.
 * @throws DomainError too-many-requests when one of the limits is exceeded
 */
export async function consumeCounters(counters: Counter[], now = new Date()): Promise<void> {
  const entries = counters.map(({ limit, key }) => ({ key, windowMs: limit.windowMs }))
  requireWithinLimits(counters, await countAttempts(entries, now), now, 0)
}

/**
 * Counts one attempt under each limit, in one statement.
 * @throws DomainError too-many-requests when one of them is exceeded
 */
export function consumeAttempt(attempts: CountedAttempt[], now = new Date()): Promise<void> {
  return consumeCounters(attempts.flatMap(countersOf), now)
}

/**
 * Checks a limit without counting, for attempts that count only when they fail.
 * @throws DomainError too-many-requests when the limit is used up
 */
export async function requireAttemptsLeft(
  limit: Limit,
  by: string,
  now = new Date(),
): Promise<void> {
  const counters = countersOf({ limit, by })
  const counted = await attemptsUnder(
    counters.map(({ key }) => key),
    now,
  )
  requireWithinLimits(counters, counted, now, 1)
}
