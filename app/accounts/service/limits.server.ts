import { createHash } from 'node:crypto'
import { networkOf } from '../../platform/client-network.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import { type Limit, tooManyAttempts } from '../rules/limits.ts'
import { type Attempts, attemptsUnder, countAttempts } from '../store/attempts.server.ts'

/** The refusal of an attempt over a limit, with the headers that tell programs when to come back. */
export function tooMany(limit: Limit, retryAfterMs: number): DomainError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  const policy = `"${limit.name}";q=${allowedAttempts(limit)};w=${limit.windowMs / 1000}`
  return new DomainError('too-many-requests', tooManyAttempts(retryAfterMs), undefined, {
    'Retry-After': String(seconds),
    'RateLimit-Policy': policy,
    RateLimit: `"${limit.name}";r=0;t=${seconds}`,
  })
}

/** In the /48 of an IPv6 address, all networks together may try so many times as often as one. */
const SITE_FACTOR = 10

/** What is tried: for limits per network address `by` is that address, else an account or the like. */
export interface Tried {
  limit: Limit
  by: string
  /** The network address that an account is tried from, where both are counted together. */
  from?: string
}

/** One of the counts in which an attempt is counted. */
export interface Counter {
  limit: Limit
  key: string
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

/** Where an attempt is counted: once, or for an IPv6 address in its /64 and in its /48. */
export function countersOf({ limit, by, from }: Tried): Counter[] {
  const address = limit.per === 'address' ? by : from
  if (address === undefined) return [{ limit, key: attemptKey(limit, by) }]
  const { network, site } = networkOf(address)
  const account = limit.per === 'address' ? '' : `${by} `
  const own = { limit, key: attemptKey(limit, account + network) }
  if (site === null) return [own]
  const wide = { ...limit, name: `${limit.name}-48`, most: limit.most * SITE_FACTOR }
  return [own, { limit: wide, key: attemptKey(wide, account + site) }]
}

/** @throws DomainError too-many-requests when the counted attempts are more than the limit allows */
export function refuseOver(limit: Limit, attempts: Attempts | undefined, now: Date): void {
  if (attempts && attempts.count > allowedAttempts(limit)) {
    throw tooMany(limit, attempts.resetsAt.getTime() - now.getTime())
  }
}

/**
 * Refuses the attempt that would come next, when one of its limits is used up.
 * @param counted what was counted so far
 * @throws DomainError too-many-requests
 */
export function refuseNext(counters: Counter[], counted: Attempts[], now: Date): void {
  for (const { limit, key } of counters) {
    const attempts = counted.find((row) => row.key === key)
    if (attempts) refuseOver(limit, { ...attempts, count: attempts.count + 1 }, now)
  }
}

/**
 * Counts one attempt in each counter, in one statement.
 * @throws DomainError too-many-requests when one of the limits is exceeded
 */
export async function spendCounters(counters: Counter[], now = new Date()): Promise<void> {
  const counted = await countAttempts(
    counters.map(({ limit, key }) => ({ key, windowMs: limit.windowMs })),
    now,
  )
  for (const { limit, key } of counters) {
    refuseOver(
      limit,
      counted.find((row) => row.key === key),
      now,
    )
  }
}

/**
 * Counts one attempt under each limit, in one statement.
 * @throws DomainError too-many-requests when one of them is exceeded
 */
export function spendAttempt(tried: Tried[], now = new Date()): Promise<void> {
  return spendCounters(tried.flatMap(countersOf), now)
}

/**
 * Refuses when a limit is used up, without counting: for what is counted only when it fails.
 * @throws DomainError too-many-requests
 */
export async function refuseWhenSpent(limit: Limit, by: string, now = new Date()): Promise<void> {
  const counters = countersOf({ limit, by })
  const keys = counters.map(({ key }) => key)
  refuseNext(counters, await attemptsUnder(keys, now), now)
}
