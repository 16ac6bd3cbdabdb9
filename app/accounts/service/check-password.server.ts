import { DomainError } from '../../platform/errors.ts'
import { knowsAccount, readDeviceToken } from './device-token.server.ts'
import { verifyPassword } from './password-hash.server.ts'
import { WRONG_SIGN_IN } from '../rules/password-advice.ts'
import { storedAddress } from '../rules/email-address.ts'
import { LIMITS } from '../rules/rate-limits.ts'
import type { SignInInput } from '../schema/sign-in.ts'
import { type ReaderRow, type SigningIn, userForSignIn } from '../store/sign-in.server.ts'
import { reportRefusedSignIn } from './report-sign-in.server.ts'
import type { UserRow } from '../store/users.server.ts'
import { delayGuessing } from './delay-guessing.server.ts'
import {
  attemptKey,
  consumeAttempt,
  consumeCounters,
  countersOf,
  requireAttemptsLeft,
  requireWithinLimits,
} from './rate-limits.server.ts'

export type { ReaderRow }

const queues = new Map<string, Promise<unknown>>()

/** Runs attempts of one key one after another, so that concurrent guesses are all counted. */
async function inQueue<T>(key: string, run: () => Promise<T>): Promise<T> {
  const previous = queues.get(key) ?? Promise.resolve()
  const current = previous.then(run, run)
  queues.set(key, current)
  try {
    return await current
  } finally {
    if (queues.get(key) === current) queues.delete(key)
  }
}

/** Failures on one account from all networks. They delay attempts but never refuse them. */
const EVERYWHERE = { ...LIMITS.failedSignIn, name: 'failed-everywhere', most: Infinity }

export function deviceTries(email: string, device: string): string {
  return `${email} device ${device}`
}

/**
 * Looks up the account and checks its password. Failures are counted by account and network, or by
 * account and device on a known device, so that strangers cannot use up those attempts. Costs one
 * hash.
 * @returns null when the address or the password is wrong
 * @throws DomainError too-many-requests, whether the password is correct or not
 */
async function tryPassword(
  { email, password }: SignInInput,
  clientAddress: string,
  deviceToken: string | null,
): Promise<SigningIn | null> {
  const limit = LIMITS.failedSignIn
  const device = await readDeviceToken(deviceToken)
  // Every spelling of an address has the same attempts.
  const account = storedAddress(email) ?? email
  const here = countersOf({ limit, by: account, from: clientAddress })
  const everywhere = { limit: EVERYWHERE, key: attemptKey(EVERYWHERE, account) }
  const onDevice = device ? countersOf({ limit, by: deviceTries(account, device.device) }) : []
  const counters = [...here, everywhere, ...onDevice]
  const attempt = async (delay: (failures: number) => Promise<void>) => {
    const now = new Date()
    const keys = counters.map(({ key }) => key)
    const { user, counted } = await userForSignIn(email, keys, now)
    const isKnown = user !== null && knowsAccount(device, user)
    try {
      requireWithinLimits(isKnown ? onDevice : here, counted, now, 1)
    } catch (error) {
      reportRefusedSignIn(user, 'too many attempts')
      throw error
    }
    if (!isKnown) await delay(counted.find(({ key }) => key === everywhere.key)?.count ?? 0)
    const isCorrect = await verifyPassword(user?.passwordHash ?? null, password)
    if (isCorrect && user) return user
    reportRefusedSignIn(user, 'wrong password')
    await consumeCounters(isKnown ? onDevice : [...here, everywhere])
    return null
  }
  return inQueue((onDevice[0] ?? here[0]!).key, () => delayGuessing(account, attempt))
}

/**
 * Checks the password of a signed-in reader. Failures are counted by session, so that strangers
 * cannot use them up and a stolen session cannot be used for guessing.
 * @throws DomainError too-many-requests, whether the password is correct or not
 */
export function tryOwnPassword(
  user: UserRow,
  password: string,
  sessionId: number,
): Promise<boolean> {
  const tries = { limit: LIMITS.sessionTries, by: String(sessionId) }
  return inQueue(`session ${sessionId}`, async () => {
    await requireAttemptsLeft(tries.limit, tries.by)
    const isCorrect = await verifyPassword(user.passwordHash, password)
    if (!isCorrect) await consumeAttempt([tries])
    return isCorrect
  })
}

/**
 * Checks an address and a password. Only beginSignIn() calls it, because two-factor sign-in needs a
 * second step. Costs one hash and two statements whether the address is known or not.
 * @throws DomainError unauthenticated; too-many-requests
 */
export async function checkPassword(
  input: SignInInput,
  clientAddress: string,
  deviceToken: string | null = null,
): Promise<SigningIn> {
  await consumeAttempt([{ limit: LIMITS.signIn, by: clientAddress }])
  const user = await tryPassword(input, clientAddress, deviceToken)
  if (!user) throw new DomainError('unauthenticated', WRONG_SIGN_IN)
  return user
}
