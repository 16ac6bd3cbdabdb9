import { setTimeout as wait } from 'node:timers/promises'
import { LIMITS } from '../rules/limits.ts'
import { guessDelayMs, MAX_GUESS_DELAY_MS } from '../rules/guessing.ts'
import { tooMany } from './limits.server.ts'

/** Attempts on one account that this process lets wait at a time. */
export const MOST_WAITING_PER_ACCOUNT = 30
/**
 * Attempts on all accounts together that this process lets wait at a time. Each takes one of the 64
 * places for requests that are served (load-shedding.server.ts): half of them stay free.
 */
export const MOST_WAITING = 32

/** How many attempts on an account are under way in this process. */
const underWay = new Map<string, number>()
let waiting = 0

/**
 * Runs an attempt on an account, after a wait when many others have failed or are under way. The
 * wait comes before the password is looked at, and holds no connection to the database.
 * @param account the address that was typed, whether it has an account or not
 * @param failures failed attempts in the running window, from all networks
 * @throws DomainError too-many-requests when too many wait already
 */
export async function delayGuessing<T>(
  account: string,
  failures: number,
  run: () => Promise<T>,
): Promise<T> {
  const others = underWay.get(account) ?? 0
  const delayMs = guessDelayMs(failures + others)
  if (delayMs > 0 && (others >= MOST_WAITING_PER_ACCOUNT || waiting >= MOST_WAITING)) {
    throw tooMany(LIMITS.failedSignIn, MAX_GUESS_DELAY_MS)
  }
  underWay.set(account, others + 1)
  try {
    if (delayMs > 0) await waitFor(delayMs)
    return await run()
  } finally {
    const left = underWay.get(account)! - 1
    if (left === 0) underWay.delete(account)
    else underWay.set(account, left)
  }
}

async function waitFor(ms: number): Promise<void> {
  waiting += 1
  try {
    await wait(ms)
  } finally {
    waiting -= 1
  }
}
