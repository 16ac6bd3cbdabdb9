import { LRUCache } from 'lru-cache'
import { maxEntries } from '../../platform/cache-size.ts'
import { type Attempts, countAttempts } from '../../platform/attempt-counts.server.ts'
import { isUnavailable, refusesForFullDisk } from '../../platform/unavailable.server.ts'
import {
  allowedAttempts,
  type CountedAttempt,
  type Counter,
  countersOf,
  tooManyRequests,
} from './rate-limits.server.ts'

/** A client with this many attempts in a window is busy. */
const BUSY_FROM = 50
/** Attempts of a busy client that are counted in advance: each would cost a write. */
const IN_ADVANCE = 25

interface Known {
  count: number
  /** Attempts counted in advance that this process has not used. */
  left: number
  resetsAt: Date
}

const counters = new LRUCache<string, Known>(maxEntries(20_000))
/** The counters that are being read, so that concurrent attempts do not all count in advance. */
const reading = new Map<string, Promise<void>>()

/**
 * Counts an attempt of a frequent kind. A busy client's attempts are counted in advance, several in one
 * statement. Those that another process has counted and not used are lost to the client, at most 24.
 * @throws DomainError too-many-requests when the limit is exceeded
 */
export async function consumeBatchedAttempt(
  attempt: CountedAttempt,
  now = new Date(),
): Promise<void> {
  const counted = countersOf(attempt)
  const id = counted.at(-1)!.key
  while (!take(counted, now)) {
    const other = reading.get(id)
    if (other) {
      await other.catch(() => {})
      continue
    }
    const mine = count(counted, now)
    reading.set(id, mine)
    try {
      return await mine
    } finally {
      reading.delete(id)
    }
  }
}

const current = ({ key }: Counter, now: Date): Known | undefined => {
  const known = counters.get(key)
  return known && known.resetsAt > now ? known : undefined
}

function take(counted: Counter[], now: Date): boolean {
  const known = counted.map((counter) => current(counter, now))
  if (!known.every((one) => one !== undefined && one.left > 0)) return false
  for (const one of known) one!.left--
  return true
}

async function count(counted: Counter[], now: Date): Promise<void> {
  const by = Math.min(...counted.map((counter) => attemptsToCount(counter, now)))
  const entries = counted.map(({ limit, key }) => ({ key, windowMs: limit.windowMs, by }))
  const inThisProcess = () => counted.map((counter) => countHere(counter, by, now))
  const rows = counted.every(({ limit }) => limit.isCountedHere)
    ? inThisProcess()
    : await countAttempts(entries, now).catch((error: unknown) => {
        if (!isUnavailable(error) || !refusesForFullDisk()) throw error
        return inThisProcess()
      })
  for (const row of rows) {
    const { limit } = counted.find(({ key }) => key === row.key)!
    const allowed = by - Math.max(0, row.count - allowedAttempts(limit))
    if (allowed < 1) throw tooManyRequests(limit, row.resetsAt.getTime() - now.getTime())
    const left = (current({ limit, key: row.key }, now)?.left ?? 0) + allowed - 1
    counters.set(row.key, { count: row.count, left, resetsAt: row.resetsAt })
  }
}

/** Counts in this process only. While the disk is full, reading continues. */
function countHere(counter: Counter, by: number, now: Date): Attempts {
  const known = current(counter, now)
  const resetsAt = known?.resetsAt ?? new Date(now.getTime() + counter.limit.windowMs)
  return { key: counter.key, count: (known?.count ?? 0) + by, resetsAt }
}

/** How many attempts to count now: more than this one if the client is busy and has that many left. */
function attemptsToCount(counter: Counter, now: Date): number {
  const before = current(counter, now)?.count ?? 0
  if (before < BUSY_FROM) return 1
  return Math.max(1, Math.min(IN_ADVANCE, allowedAttempts(counter.limit) - before))
}
