import { DomainError } from '../../platform/errors.ts'
import { verifyPassword } from '../password.server.ts'
import { LIMITS } from '../rules.ts'
import type { SignInInput } from '../schema.ts'
import { type ReaderRow, type SigningIn, userForSignIn } from '../store/sign-in.server.ts'
import { attemptKey, refuseOver, spendAttempt } from './limits.server.ts'

export type { ReaderRow }

const WRONG = 'Invalid email or password. Please try again.'

/** Attempts on one account take turns, so that guesses made at once are all counted. */
const queues = new Map<string, Promise<unknown>>()

async function oneAtATime<T>(key: string, run: () => Promise<T>): Promise<T> {
  const before = queues.get(key) ?? Promise.resolve()
  const turn = before.then(run, run)
  queues.set(key, turn)
  try {
    return await turn
  } finally {
    if (queues.get(key) === turn) queues.delete(key)
  }
}

/**
 * The account with this address, if the password is its own; null if not, which counts as a
 * failed sign-in wherever the password was asked for. Costs one hash.
 * @throws DomainError too-many-requests, whether the password is right or not
 */
export function tryPassword(email: string, password: string): Promise<SigningIn | null> {
  return oneAtATime(email, async () => {
    const now = new Date()
    const key = attemptKey(LIMITS.failedSignIn, email)
    const { user, failed } = await userForSignIn(email, key, now)
    if (failed) refuseOver(LIMITS.failedSignIn, { ...failed, count: failed.count + 1 }, now)
    if ((await verifyPassword(user?.passwordHash ?? null, password)) && user) return user
    await spendAttempt([{ limit: LIMITS.failedSignIn, by: email }])
    return null
  })
}

/**
 * Checks an address and a password. That is the whole of a sign-in only where two-factor sign-in
 * is off: callers go through beginSignIn(). Costs one hash and two statements (a third begins the
 * session), whether the address is known or not.
 * @throws DomainError unauthenticated; too-many-requests
 */
export async function checkPassword(
  { email, password }: SignInInput,
  clientAddress: string,
): Promise<SigningIn> {
  await spendAttempt([{ limit: LIMITS.signIn, by: clientAddress }])
  const user = await tryPassword(email, password)
  if (!user) throw new DomainError('unauthenticated', WRONG)
  return user
}
