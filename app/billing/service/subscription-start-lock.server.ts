import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Mutex } from 'async-mutex'
import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import {
  releaseSubscriptionStartLock,
  takeSubscriptionStartLock,
} from '../store/subscription-start-lock.server.ts'
import { ensureAccount } from '../store/billing-state.server.ts'

/** Identifies this process as the holder of locks. */
const HOLDER = randomUUID()
/** After this, the holder is considered dead, and another process may take its lock. */
const LOCK_MS = 20_000
const MAX_WAIT_MS = 8_000
const POLL_MS = 100
const MAX_TRIES = 2

export const STARTED_IN_OTHER_TAB =
  'You just started a subscription in another window. Please finish it there, or try again.'

const mutexes = new Map<number, Mutex>()

/**
 * Starts a reader's subscriptions one after the other, across all processes, so that each call sees
 * what the one before created. A result counts only if the lock was held until the end; if another
 * process took it over, `run` is repeated and finds what that process created.
 * @throws DomainError conflict when another window holds the lock for too long
 */
export async function withSubscriptionStartLock<T>(
  userId: number,
  run: () => Promise<T>,
): Promise<T> {
  const own = mutexes.get(userId) ?? new Mutex()
  mutexes.set(userId, own)
  try {
    return await own.runExclusive(() => runLocked(userId, run))
  } finally {
    if (!own.isLocked()) mutexes.delete(userId)
  }
}

async function runLocked<T>(userId: number, run: () => Promise<T>): Promise<T> {
  await ensureAccount(userId, now())
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    await waitForLock(userId)
    let wasHeld = false
    let result: T
    try {
      result = await run()
    } finally {
      wasHeld = await releaseSubscriptionStartLock(userId, HOLDER)
    }
    if (wasHeld) return result
  }
  throw new DomainError('conflict', STARTED_IN_OTHER_TAB)
}

/** Uses the real time: Stripe's test clocks may be stopped. */
async function waitForLock(userId: number): Promise<void> {
  const giveUpAt = Date.now() + MAX_WAIT_MS
  for (;;) {
    const moment = new Date()
    const until = new Date(moment.getTime() + LOCK_MS)
    if (await takeSubscriptionStartLock(userId, HOLDER, moment, until)) return
    if (Date.now() >= giveUpAt) throw new DomainError('conflict', STARTED_IN_OTHER_TAB)
    await sleep(POLL_MS)
  }
}
