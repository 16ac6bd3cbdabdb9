import { DomainError } from '../../platform/errors.ts'
import { knowsAccount, readDeviceToken } from './device-token.server.ts'
import { verifyPassword } from './password.server.ts'
import { LIMITS } from '../rules/limits.ts'
import type { SignInInput } from '../schema/sign-in.ts'
import { type ReaderRow, type SigningIn, userForSignIn } from '../store/sign-in.server.ts'
import type { UserRow } from '../store/users.server.ts'
import { delayGuessing } from './delay-guessing.server.ts'
import {
  attemptKey,
  countersOf,
  refuseNext,
  refuseWhenSpent,
  spendAttempt,
  spendCounters,
} from './limits.server.ts'

export type { ReaderRow }

const WRONG = 'Invalid email or password. Please try again.'

/** Attempts that are counted together take turns, so that guesses made at once are all counted. */
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

/** Failures on one account from everywhere, by which attempts are delayed. They refuse nothing. */
const EVERYWHERE = { ...LIMITS.failedSignIn, name: 'failed-everywhere', most: Infinity }

/** By whom the attempts on an account are counted that come from one of its known devices. */
export function deviceTries(email: string, device: string): string {
  return `${email} device ${device}`
}

/**
 * The account with this address, if the password is its own; null if not. Failures are counted by
 * account and network, or by account and device where the device is known to the account: then
 * nobody else can use them up. Costs one hash.
 * @throws DomainError too-many-requests, whether the password is right or not
 */
async function tryPassword(
  { email, password }: SignInInput,
  clientAddress: string,
  deviceToken: string | null,
): Promise<SigningIn | null> {
  const limit = LIMITS.failedSignIn
  const device = await readDeviceToken(deviceToken)
  const here = countersOf({ limit, by: email, from: clientAddress })
  const everywhere = { limit: EVERYWHERE, key: attemptKey(EVERYWHERE, email) }
  const onDevice = device ? countersOf({ limit, by: deviceTries(email, device.device) }) : []
  const counters = [...here, everywhere, ...onDevice]
  return oneAtATime((onDevice[0] ?? here[0]!).key, async () => {
    const now = new Date()
    const keys = counters.map(({ key }) => key)
    const { user, counted } = await userForSignIn(email, keys, now)
    const isKnown = user !== null && knowsAccount(device, user)
    refuseNext(isKnown ? onDevice : here, counted, now)
    const verify = () => verifyPassword(user?.passwordHash ?? null, password)
    const failures = counted.find(({ key }) => key === everywhere.key)?.count ?? 0
    const isRight = await (isKnown ? verify() : delayGuessing(email, failures, verify))
    if (isRight && user) return user
    await spendCounters(isKnown ? onDevice : [...here, everywhere])
    return null
  })
}

/**
 * Whether a reader who is signed in gives the right password. Tries are counted by session: nobody
 * else can use them up, and a stolen session does not become a place to guess.
 * @throws DomainError too-many-requests, whether the password is right or not
 */
export function tryOwnPassword(
  user: UserRow,
  password: string,
  sessionId: number,
): Promise<boolean> {
  const tries = { limit: LIMITS.sessionTries, by: String(sessionId) }
  return oneAtATime(`session ${sessionId}`, async () => {
    await refuseWhenSpent(tries.limit, tries.by)
    const isRight = await verifyPassword(user.passwordHash, password)
    if (!isRight) await spendAttempt([tries])
    return isRight
  })
}

/**
 * Checks an address and a password. That is the whole of a sign-in only where two-factor sign-in
 * is off: callers go through beginSignIn(). Costs one hash and two statements (a third begins the
 * session), whether the address is known or not.
 * @param deviceToken says on which accounts' sign-ins the device is known
 * @throws DomainError unauthenticated; too-many-requests
 */
export async function checkPassword(
  input: SignInInput,
  clientAddress: string,
  deviceToken: string | null = null,
): Promise<SigningIn> {
  await spendAttempt([{ limit: LIMITS.signIn, by: clientAddress }])
  const user = await tryPassword(input, clientAddress, deviceToken)
  if (!user) throw new DomainError('unauthenticated', WRONG)
  return user
}
