import { setTimeout as wait } from 'node:timers/promises'
import { LIMITS } from '../rules/limits.ts'
import { guessDelayMs, MAX_GUESS_DELAY_MS } from '../rules/guess-delay.ts'
import { tooManyRequests } from './limits.server.ts'

/** Delayed attempts per account in this process. */
export const MOST_WAITING_PER_ACCOUNT = 30
/**
 * Delayed attempts in this process. Each holds one of the 64 request slots (load-shedding.server.ts),
 * so half of them stay free.
 */
export const MOST_WAITING = 32

/** Running attempts by account. */
const runningAttempts = new Map<string, number>()
let waiting = 0

/**
 * Runs a sign-in attempt, delayed when many others have failed or are running. The delay comes
 * before the password check and holds no database connection.
 * @param account the address that was entered, whether it has an account or not
 * @param failures failed attempts in the current window, from all networks
 * @throws DomainError too-many-requests when too many attempts are waiting
 */
export async function delayGuessing<T>(
  account: string,
  failures: number,
  run: () => Promise<T>,
): Promise<T> {
  const others = runningAttempts.get(account) ?? 0
  const delayMs = guessDelayMs(failures + others)
  if (delayMs > 0 && (others >= MOST_WAITING_PER_ACCOUNT || waiting >= MOST_WAITING)) {
    throw tooManyRequests(LIMITS.failedSignIn, MAX_GUESS_DELAY_MS)
  }
  runningAttempts.set(account, others + 1)
  try {
    if (delayMs > 0) await waitFor(delayMs)
    return await run()
  } finally {
    const left = runningAttempts.get(account)! - 1
    if (left === 0) runningAttempts.delete(account)
    else runningAttempts.set(account, left)
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
