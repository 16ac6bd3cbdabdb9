import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { Mutex } from 'async-mutex'
import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { releaseStartLock, takeStartLock } from '../store/attempts.server.ts'
import { ensureAccount } from '../store/state.server.ts'

/** This process, as it holds turns. */
const HOLDER = randomUUID()
/** A process that has not come to its end by then has died or hangs: its turn is another's. */
const TURN_MS = 20_000
/** Whoever waits longer than this for a turn is told so. */
const PATIENCE_MS = 8_000
const LOOK_AGAIN_MS = 100

export const OTHER_TAB =
  'A subscription was begun in another window just now. Please finish it there, or try again.'

const waiting = new Map<number, Mutex>()

/**
 * Lets a reader's windows begin subscriptions one after the other, in however many processes, so
 * that each sees what the one before has made. What is begun counts only if the turn was held to
 * its end: it begins with a look at Stripe, so whoever took over looked before it was made, and it
 * is begun again behind them, where it is found.
 * @throws DomainError conflict when another window holds the turn for too long
 */
export async function withStartLock<T>(userId: number, run: () => Promise<T>): Promise<T> {
  const own = waiting.get(userId) ?? new Mutex()
  waiting.set(userId, own)
  try {
    return await own.runExclusive(() => heldToTheEnd(userId, run))
  } finally {
    if (!own.isLocked()) waiting.delete(userId)
  }
}

const MOST_TRIES = 2

async function heldToTheEnd<T>(userId: number, run: () => Promise<T>): Promise<T> {
  await ensureAccount(userId, now())
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    await waitForTurn(userId)
    let wasHeld = false
    let result: T
    try {
      result = await run()
    } finally {
      wasHeld = await releaseStartLock(userId, HOLDER)
    }
    if (wasHeld) return result
  }
  throw new DomainError('conflict', OTHER_TAB)
}

/** Turns go by the world's time: Stripe's test clocks may stand still. */
async function waitForTurn(userId: number): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS
  for (;;) {
    const moment = new Date()
    const until = new Date(moment.getTime() + TURN_MS)
    if (await takeStartLock(userId, HOLDER, moment, until)) return
    if (Date.now() >= giveUpAt) throw new DomainError('conflict', OTHER_TAB)
    await after(LOOK_AGAIN_MS)
  }
}
