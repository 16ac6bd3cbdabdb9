import { afterEach, describe, expect, test, vi } from 'vitest'
import { LIMITS, type Limit } from '#app/accounts/rules/rate-limits.ts'
import { consumeBatchedAttempt } from '#app/accounts/service/batched-attempts.server.ts'
import {
  allowedAttempts,
  attemptKey,
  consumeAttempt,
} from '#app/accounts/service/rate-limits.server.ts'
import { db } from '#app/platform/database.server.ts'
import { DomainError } from '#app/platform/errors.ts'
import { later, startAt } from './accounts.ts'
import { countAttempts } from '#app/platform/attempt-counts.server.ts'
import { outcome } from './readers.ts'
import { statements } from './statements.ts'

const { changes, undoChanges, withChanges } = await vi.hoisted(() => import('./changed-env.ts'))
vi.mock('#app/platform/env.server.ts', withChanges)

const NOW = new Date('2026-11-21T12:00:00Z')
const wait = (minutes: number) =>
  `too-many-requests: Too many attempts. Please try again in ${minutes} minutes.`

startAt(NOW)
afterEach(undoChanges)

describe('a limit', () => {
  const limit: Limit = { name: 'test', most: 3, windowMs: 60_000, per: 'address' }
  const spend = (by: string, of = limit) => outcome(consumeAttempt([{ limit: of, by }]))

  test('matches the contract', () => {
    const minute = 60_000
    expect(LIMITS).toMatchObject({
      signIn: { most: 30, windowMs: 15 * minute, per: 'address' },
      register: { most: 10, windowMs: 60 * minute, per: 'address' },
      resetEmail: { most: 10, windowMs: 60 * minute, per: 'address' },
      calls: { most: 1200, windowMs: minute, per: 'address' },
      failedSignIn: { most: 10, windowMs: 15 * minute, per: 'account' },
      resetEmailTo: { most: 3, windowMs: 60 * minute, per: 'account' },
    })
  })

  test('allows a number of attempts per window', async () => {
    const [a, b] = ['192.0.2.1', '192.0.2.2']
    for (let window = 0; window < 3; window++) {
      for (let i = 0; i < 3; i++) expect(await spend(a)).toBe('done')
      expect(await spend(a)).toBe(wait(1))
      expect(await spend(b)).toBe('done')
      later(59_999)
      expect(await spend(a)).toBe(wait(1))
      later(1)
    }
  })

  test('counts concurrent attempts', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => spend('192.0.2.3')))
    expect(results.filter((result) => result === 'done')).toHaveLength(3)
  })

  test('can be combined with another limit', async () => {
    const both = () =>
      outcome(
        consumeAttempt([
          { limit, by: '192.0.2.4' },
          { limit: { ...limit, name: 'other', most: 1 }, by: '192.0.2.4' },
        ]),
      )
    expect(await both()).toBe('done')
    expect(await both()).toBe(wait(1))
  })

  test('sends headers with the time to wait', async () => {
    later(500)
    for (let i = 0; i < 3; i++) await spend('192.0.2.5')
    later(10_000)
    const refused = await consumeAttempt([{ limit, by: '192.0.2.5' }]).catch(
      (error: unknown) => error,
    )
    expect((refused as DomainError).status).toBe(429)
    expect((refused as DomainError).headers).toEqual({
      'Retry-After': '50',
      'RateLimit-Policy': '"test";q=3;w=60',
      RateLimit: '"test";r=0;t=50',
    })
  })

  test.each([
    [0.5, 2, 3],
    [1, 3, 3],
    [10, 30, 3],
    [0.001, 1, 3],
  ])(
    'with RATE_LIMIT_FACTOR=%d is %d per network address and %d per account',
    (factor, address, account) => {
      changes.rateLimitFactor = factor
      expect(allowedAttempts(limit)).toBe(address)
      expect(allowedAttempts({ ...limit, per: 'account' })).toBe(account)
    },
  )

  test('stores addresses as hashes only', async () => {
    await spend('203.0.113.9')
    await spend('ada@example.com')
    expect(JSON.stringify(await db().attemptCount.findMany())).not.toMatch(/203|ada/)
    expect(attemptKey(limit, 'a')).not.toBe(attemptKey(limit, 'b'))
    expect(attemptKey(limit, 'a')).not.toBe(attemptKey({ ...limit, name: 'other' }, 'a'))
  })
})

describe('a limit of frequent attempts', () => {
  const limit: Limit = { name: 'frequent', most: 120, windowMs: 60_000, per: 'address' }
  const spend = (by: string) => outcome(consumeBatchedAttempt({ limit, by }))
  const times = (count: number) => Array.from({ length: count }, (_, i) => i)

  test.each(['198.51.100.1', '2001:db8:1::1'])('is exact for %s, in each window', async (by) => {
    for (const _ of [1, 2]) {
      for (const i of times(120)) expect(await spend(by), String(i)).toBe('done')
      expect(await spend(by)).toBe(wait(1))
      later(60_000)
    }
  })

  test('is exact for concurrent attempts', async () => {
    const results = await Promise.all(times(200).map(() => spend('198.51.100.2')))
    expect(results.filter((result) => result === 'done')).toHaveLength(120)
  })

  test('takes one statement for 25 attempts of a busy client', async () => {
    const calm = await statements(async () => {
      for (const _ of times(50)) await spend('198.51.100.3')
    })
    expect(calm).toHaveLength(50)
    const busy = await statements(async () => {
      for (const _ of times(50)) await spend('198.51.100.3')
    })
    expect(busy).toHaveLength(2)
  })

  test('is never exceeded together with another process, which may lose up to 24', async () => {
    const by = '198.51.100.4'
    const other = async () => {
      const [row] = await countAttempts(
        [{ key: attemptKey(limit, by), windowMs: limit.windowMs }],
        new Date(),
      )
      return row!.count <= limit.most ? 'done' : 'refused'
    }
    const results: string[] = []
    for (const i of times(300)) results.push(await (i % 2 === 0 ? spend(by) : other()))
    const done = results.filter((result) => result === 'done').length
    expect(done).toBeLessThanOrEqual(120)
    expect(done).toBeGreaterThanOrEqual(120 - 24)
  })
})
