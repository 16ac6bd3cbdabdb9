import { setTimeout as wait } from 'node:timers/promises'
import { LIMITS } from '../rules/rate-limits.ts'
import { guessDelayMs, MAX_GUESS_DELAY_MS } from '../rules/guess-delay.ts'
import { tooManyRequests } from './rate-limits.server.ts'

export const MAX_DELAYED_SIGN_INS_PER_ACCOUNT = 30
/**
 * Delayed attempts in this process. Each holds one of the 64 request slots (connection-limits.server.ts),
 * so half of them stay free.
 */
export const MAX_DELAYED_SIGN_INS = 32

/** Running attempts by account. */
const runningAttempts = new Map<string, number>()
let waiting = 0

/**
 * Runs a sign-in attempt, which waits when many others have failed or are running. An attempt counts as
 * running from before it reads the failures until its own failure is counted, so others miss none.
 * @param account the address that was entered, whether it has an account or not
 * @param attempt calls `delay` before it checks the password, with the failed attempts in the current
 *   window, from all networks. It holds no database connection, and throws DomainError too-many-requests
 *   when too many attempts are waiting
 */
export async function delayGuessing<T>(
  account: string,
  attempt: (delay: (failures: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  const others = runningAttempts.get(account) ?? 0
  runningAttempts.set(account, others + 1)
  try {
    return await attempt(async (failures) => {
      const delayMs = guessDelayMs(failures + others)
      if (delayMs === 0) return
      if (others >= MAX_DELAYED_SIGN_INS_PER_ACCOUNT || waiting >= MAX_DELAYED_SIGN_INS) {
        throw tooManyRequests(LIMITS.failedSignIn, MAX_GUESS_DELAY_MS)
      }
      await waitFor(delayMs)
    })
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
