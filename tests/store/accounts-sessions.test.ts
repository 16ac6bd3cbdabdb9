import { beforeEach, describe, expect, test, vi } from 'vitest'
import { beginAppSession, beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { endOtherSessions, endSession } from '#app/accounts/service/end-session.server.ts'
import { resumeWebSession } from '#app/accounts/service/resume-session.server.ts'
import { signedInDevices } from '#app/accounts/service/list-devices.server.ts'
import { deleteExpiredRows } from '#app/accounts/store/sessions.server.ts'
import { secretHash } from '#app/accounts/service/tokens.server.ts'
import { db } from '#app/platform/database.server.ts'
import { HOUR, MINUTE, startAt } from './accounts.ts'
import { newReader } from './readers.ts'
import { at, DAY, moveTo, NOW, SECRETS } from './session-clock.ts'

const { changes, withChanges } = await vi.hoisted(() => import('./changed-env.ts'))
vi.mock('#app/platform/env.server.ts', withChanges)

startAt(NOW)
beforeEach(() => {
  changes.authSecrets = [SECRETS[0]]
})

describe('a web session', () => {
  const begin = async (remember: boolean) => {
    const user = await newReader()
    const { secret, maxAgeMs } = await beginWebSession(
      user,
      { remember, device: 'Firefox on Linux' },
      NOW,
    )
    return { user, secret, maxAgeMs }
  }

  test('identifies its reader', async () => {
    const { user, secret } = await begin(false)
    const found = await resumeWebSession(secret, NOW)
    const { passwordHash, passwordGeneration: _, suspendedAt: _at, ...known } = user
    expect(found?.user).toMatchObject({ ...known, hasPassword: passwordHash !== null })
    expect(JSON.stringify(found)).not.toContain(passwordHash)
    expect(found?.session).toMatchObject({ kind: 'web', remember: false, expiresAt: at(DAY) })
  })

  test('knows when the account has no password', async () => {
    const { id } = await newReader({ passwordHash: null })
    const { secret } = await beginWebSession(
      { id, passwordGeneration: 0, role: 'reader' },
      { remember: false, device: 'x' },
      NOW,
    )
    expect((await resumeWebSession(secret, NOW))?.user.hasPassword).toBe(false)
  })

  test('is stored with a hash of its secret only', async () => {
    const { secret } = await begin(true)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    const stored = JSON.stringify(await db().session.findMany())
    expect(stored).not.toContain(secret)
    expect(stored).toContain(secretHash(secret))
  })

  test('that is remembered lasts 30 days, whether it is used or not', async () => {
    const { secret, maxAgeMs } = await begin(true)
    expect(maxAgeMs).toBe(30 * DAY)
    for (const day of [1, 10, 29])
      expect(await resumeWebSession(secret, at(day * DAY))).not.toBeNull()
    expect(await resumeWebSession(secret, at(30 * DAY - 1))).not.toBeNull()
    expect(await resumeWebSession(secret, at(30 * DAY))).toBeNull()
  })

  test('that is not remembered ends 24 hours after its last use', async () => {
    const { secret, maxAgeMs } = await begin(false)
    expect(maxAgeMs).toBeNull()
    for (let hours = 23; hours < 24 * 40; hours += 23) {
      expect(await resumeWebSession(secret, at(hours * HOUR)), `${hours} h`).not.toBeNull()
    }
    const idle = await begin(false)
    expect(await resumeWebSession(idle.secret, at(DAY - 1))).not.toBeNull()
    const forgotten = await begin(false)
    expect(await resumeWebSession(forgotten.secret, at(DAY))).toBeNull()
  })

  test('ends after 90 days, no matter how much it is used', async () => {
    const { secret } = await begin(false)
    let hours = 23
    for (; hours < 24 * 90; hours += 23) {
      expect(await resumeWebSession(secret, at(hours * HOUR)), `${hours} h`).not.toBeNull()
    }
    expect(await resumeWebSession(secret, at(90 * DAY - 1))).not.toBeNull()
    expect(await resumeWebSession(secret, at(90 * DAY))).toBeNull()
  })

  test('records its last use every five minutes', async () => {
    const { user, secret } = await begin(false)
    const lastUse = async () => (await signedInDevices(user.id, NOW))[0]!.lastUsedAt
    await resumeWebSession(secret, at(4 * MINUTE))
    expect(await lastUse()).toEqual(NOW)
    await resumeWebSession(secret, at(6 * MINUTE))
    expect(await lastUse()).toEqual(at(6 * MINUTE))
  })

  test.each(['', 'x', 'a'.repeat(10_000), "' OR 1=1 --", 'é', '\u0000'])(
    'does not exist for %j',
    async (secret) => {
      expect(await resumeWebSession(secret, NOW)).toBeNull()
    },
  )

  test('cannot be resumed with a stored hash or an app’s secret', async () => {
    const { secret } = await begin(true)
    expect(await resumeWebSession(secretHash(secret), NOW)).toBeNull()
    const row = await db().session.findFirstOrThrow({ where: { secretHash: secretHash(secret) } })
    await db().session.update({ where: { id: row.id }, data: { kind: 'app' } })
    expect(await resumeWebSession(secret, NOW)).toBeNull()
  })
})

describe('the sessions of a reader', () => {
  test('are listed without ended ones, most recently used first', async () => {
    const { id } = await newReader()
    const first = await beginWebSession(
      { id, passwordGeneration: 0, role: 'reader' },
      { remember: true, device: 'one' },
      NOW,
    )
    await beginAppSession({ id, passwordGeneration: 0, role: 'reader' }, 'two', NOW)
    await beginWebSession(
      { id, passwordGeneration: 0, role: 'reader' },
      { remember: false, device: 'idle' },
      NOW,
    )
    await beginWebSession(await newReader(), { remember: true, device: 'stranger' }, NOW)
    moveTo(2 * DAY)
    await resumeWebSession(first.secret, at(2 * DAY))
    const listed = await signedInDevices(id, at(2 * DAY))
    expect(listed.map(({ device, kind }) => [device, kind])).toEqual([
      ['one', 'web'],
      ['two', 'app'],
    ])
    expect(JSON.stringify(listed)).not.toMatch(/secret/i)
  })

  test('can be ended only by their reader', async () => {
    const { id } = await newReader()
    const stranger = await newReader()
    const { secret } = await beginWebSession(
      { id, passwordGeneration: 0, role: 'reader' },
      { remember: true, device: 'x' },
      NOW,
    )
    const { session } = (await resumeWebSession(secret, NOW))!
    expect(await endSession(stranger.id, session.id)).toBe(false)
    expect(await resumeWebSession(secret, NOW)).not.toBeNull()
    expect(await endSession(id, session.id)).toBe(true)
    expect(await resumeWebSession(secret, NOW)).toBeNull()
    expect(await endSession(id, session.id)).toBe(false)
    expect(await endSession(id, 2 ** 31 - 1)).toBe(false)
  })

  test('can all be ended except the current one', async () => {
    const { id } = await newReader()
    const other = await beginWebSession(await newReader(), { remember: true, device: 'x' }, NOW)
    const current = await beginWebSession(
      { id, passwordGeneration: 0, role: 'reader' },
      { remember: true, device: 'x' },
      NOW,
    )
    await beginWebSession(
      { id, passwordGeneration: 0, role: 'reader' },
      { remember: true, device: 'x' },
      NOW,
    )
    await beginAppSession({ id, passwordGeneration: 0, role: 'reader' }, 'x', NOW)
    await endOtherSessions(id, (await resumeWebSession(current.secret, NOW))!.session.id)
    expect(await signedInDevices(id, NOW)).toHaveLength(1)
    expect(await resumeWebSession(current.secret, NOW)).not.toBeNull()
    expect(await resumeWebSession(other.secret, NOW)).not.toBeNull()
  })

  test('are deleted when they expire, like links, codes, and counts', async () => {
    const { id } = await newReader()
    const current = await beginWebSession(
      { id, passwordGeneration: 0, role: 'reader' },
      { remember: true, device: 'x' },
      NOW,
    )
    await beginWebSession(
      { id, passwordGeneration: 0, role: 'reader' },
      { remember: false, device: 'x' },
      NOW,
    )
    await db().passwordReset.create({ data: { userId: id, tokenHash: 'old', expiresAt: at(HOUR) } })
    await db().passwordReset.create({
      data: { userId: id, tokenHash: 'open', expiresAt: at(3 * DAY) },
    })
    await db().emailCode.create({
      data: { userId: id, secret: 'x', sentAt: NOW, expiresAt: at(HOUR), triesLeft: 5 },
    })
    await db().attemptCount.create({ data: { key: 'x', count: 1, resetsAt: at(HOUR) } })
    await deleteExpiredRows(at(2 * DAY))
    expect(await resumeWebSession(current.secret, NOW)).not.toBeNull()
    expect(await db().session.count({ where: { userId: id } })).toBe(1)
    expect(
      (await db().passwordReset.findMany({ where: { userId: id } })).map((row) => row.tokenHash),
    ).toEqual(['open'])
    expect(await db().emailCode.count()).toBe(0)
    expect(await db().attemptCount.count()).toBe(0)
  })
})

test('a session says whether the last payment failed', async () => {
  const user = await newReader()
  const { secret } = await beginWebSession(user, { remember: true, device: 'a browser' })
  const isPastDue = async () => (await resumeWebSession(secret))!.user.isPastDue
  expect(await isPastDue()).toBe(false)
  const known = { userId: user.id, fetchSequence: 1, isSetUp: true, reconciledAt: new Date() }
  await db().subscription.create({ data: { ...known, status: 'active' } })
  const said: Record<string, boolean> = {}
  for (const status of ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'canceled']) {
    await db().subscription.update({ where: { userId: user.id }, data: { status } })
    said[status] = await isPastDue()
  }
  const others = { active: false, trialing: false, unpaid: false, paused: false, canceled: false }
  expect(said).toEqual({ ...others, past_due: true })
})
