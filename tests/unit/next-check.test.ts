import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextCheck } from '#app/billing/rules/next-stripe-check.ts'
import { STATE } from './stripe-state.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const [MINUTE, HOUR, DAY] = [1, 60, 24 * 60]
const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const inDays = (days: number) => inMinutes(days * DAY)

/** The minutes until the next check; null: there is none. */
function wait(changes: object): number | null {
  const facts = { ...STATE, awaitsCharge: false, attemptUntil: null, ...changes }
  const next = nextCheck(facts, NOW)
  return next && (next.getTime() - NOW.getTime()) / 60_000
}

describe('the next check of a reader', () => {
  test.each([
    ['nothing is due', {}, 7 * DAY],
    ['the period ends', { currentPeriodEnd: inDays(1) }, DAY + 2],
    ['a cancellation is due', { cancelAt: inDays(2) }, 2 * DAY + 2],
    ['a change of plan is due', { pendingAt: inDays(3) }, 3 * DAY + 2],
    ['an upgrade can be confirmed', { updateExpiresAt: inDays(4) }, 4 * DAY + 2],
    ['the earliest of them is first', { cancelAt: inDays(2), pendingAt: inDays(1) }, DAY + 2],
    ['a payment failed', { status: 'past_due' }, 6 * HOUR],
    ['all payments failed', { status: 'unpaid' }, 6 * HOUR],
    ['it is paused', { status: 'paused' }, 7 * DAY],
    ['an attempt ends', { status: 'none', attemptUntil: inMinutes(9) }, 9],
  ])('%s', (_, changes, minutes) => {
    expect(wait(changes)).toBe(minutes)
  })

  test.each([
    ['ended', { status: 'canceled' }],
    ['never began', { status: 'none' }],
    ['is a trial without a card', { status: 'trialing', isSetUp: false }],
  ])('is none when the subscription %s', (_, changes) => {
    const dates = {
      ...{ plan: 'yearly', trialEnd: inDays(5), currentPeriodEnd: inDays(35) },
      ...{ cancelAt: inDays(1), pendingAt: inDays(1), updateExpiresAt: inDays(1) },
      ...{ awaitsCharge: true, currentPeriodStart: NOW },
    }
    expect(wait({ ...dates, ...changes })).toBeNull()
  })

  test.each([
    [5, 2 * DAY],
    [3, 2 * DAY],
    [2, DAY],
    [1, DAY + 2],
    [0.5, DAY / 2 + 2],
  ])('of a trial that ends in %s days is when a reminder is due', (days, minutes) => {
    const trial = { status: 'trialing', trialEnd: inDays(days), currentPeriodEnd: inMinutes(1) }
    expect(wait(trial)).toBe(minutes)
    expect(wait({ trialEnd: inDays(days) }), 'after the trial').toBe(7 * DAY)
  })

  test('of a yearly plan is when its reminder is due', () => {
    const renewal = { currentPeriodEnd: inDays(33) }
    expect(wait({ ...renewal, plan: 'yearly' })).toBe(3 * DAY)
    expect(wait({ ...renewal, plan: 'monthly' })).toBe(7 * DAY)
  })

  test('is soon when something is overdue', () => {
    for (const minutes of [-2, -3, -DAY]) {
      expect(wait({ currentPeriodEnd: inMinutes(minutes) })).toBe(5)
    }
    expect(wait({ currentPeriodEnd: inMinutes(-1) })).toBe(MINUTE)
    expect(wait({ status: 'none', attemptUntil: NOW })).toBe(5)
    expect(wait({ status: 'none', attemptUntil: inMinutes(-1) })).toBe(5)
  })

  test('is when the renewal is charged', () => {
    const waiting = { awaitsCharge: true, currentPeriodStart: inMinutes(-10) }
    expect(wait(waiting)).toBe(5)
    for (const status of ['past_due', 'paused']) expect(wait({ ...waiting, status })).toBe(52)
    expect(wait({ ...waiting, status: 'past_due', awaitsCharge: false })).toBe(6 * HOUR)
  })

  test('is always in the future', () => {
    const day = fc.option(fc.integer({ min: -60, max: 60 }).map(inDays), { nil: null })
    const statuses = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'canceled', 'none']
    fc.assert(
      fc.property(
        fc.record({
          ...{ status: fc.constantFrom(...statuses), isSetUp: fc.boolean(), trialEnd: day },
          ...{ currentPeriodEnd: day, cancelAt: day },
        }),
        (changes) => (wait(changes) ?? 1) > 0,
      ),
    )
  })
})
