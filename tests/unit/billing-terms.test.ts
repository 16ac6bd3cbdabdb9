import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { monthlyCents, type Plan } from '#app/billing/rules/plans.ts'
import { nextDate, subscriptionTermsOf } from '#app/billing/rules/compute-terms.server.ts'
import { chargesText, startLabel } from '#app/billing/rules/subscription-terms.ts'

const day = (text: string) => new Date(`${text}T10:20:30.400Z`)

const MONTHLY: Plan = {
  id: 'price_m',
  plan: 'monthly',
  name: 'Monthly',
  price: 1600,
  interval: 'month',
  features: [],
}
const YEARLY: Plan = { ...MONTHLY, id: 'price_y', plan: 'yearly', price: 9900, interval: 'year' }

describe('the next date', () => {
  test.each([
    ['2026-11-21', 'month', '2026-12-21'],
    ['2026-12-21', 'month', '2027-01-21'],
    ['2027-01-31', 'month', '2027-02-28'],
    ['2028-01-31', 'month', '2028-02-29'],
    ['2027-03-31', 'month', '2027-04-30'],
    ['2026-11-21', 'year', '2027-11-21'],
    ['2028-02-29', 'year', '2029-02-28'],
  ] as const)('of %s by %s is %s', (from, interval, to) => {
    expect(nextDate(day(from), interval)).toEqual(day(to))
  })

  test('is one month or year later, at the same time of day, and never on a later day of the month', () => {
    const dates = fc.date({ min: day('2020-01-01'), max: day('2090-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(dates, fc.constantFrom('month', 'year' as const), (from, interval) => {
        const next = nextDate(from, interval)
        const months = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth()
        expect(months(next) - months(from)).toBe(interval === 'month' ? 1 : 12)
        expect(next.getUTCDate()).toBeLessThanOrEqual(from.getUTCDate())
        expect(next.getTime() % 86_400_000).toBe(from.getTime() % 86_400_000)
      }),
    )
  })
})

describe('the terms', () => {
  const now = day('2026-11-21')

  test('of a trial charge nothing today and the full price when it ends', () => {
    expect(subscriptionTermsOf(YEARLY, { trial: true }, now)).toEqual({
      trialEnd: new Date('2026-11-28T12:00:00Z'),
      dueTodayCents: 0,
      nextCharge: { cents: 9900, at: new Date('2026-11-28T12:00:00Z') },
      price: 9900,
      interval: 'year',
    })
  })

  test('without a trial charge the price today and again after the interval', () => {
    expect(subscriptionTermsOf(MONTHLY, { trial: false }, now)).toEqual({
      trialEnd: null,
      dueTodayCents: 1600,
      nextCharge: { cents: 1600, at: day('2026-12-21') },
      price: 1600,
      interval: 'month',
    })
  })

  test('apply a promotion to the first charge, today or after the trial', () => {
    const promotion = { firstChargeCents: 800 }
    expect(subscriptionTermsOf(MONTHLY, { trial: true, ...promotion }, now).nextCharge.cents).toBe(
      800,
    )
    const today = subscriptionTermsOf(MONTHLY, { trial: false, ...promotion }, now)
    expect([today.dueTodayCents, today.nextCharge.cents]).toEqual([800, 1600])
  })
})

test('a yearly price per month is rounded up', () => {
  expect(monthlyCents(YEARLY)).toBe(825)
  expect(monthlyCents({ ...YEARLY, price: 10_000 })).toBe(834)
  expect(monthlyCents(MONTHLY)).toBe(1600)
})

test('the charges of a plan are one sentence with amounts and dates', () => {
  const now = day('2026-11-22')
  expect(chargesText(subscriptionTermsOf(YEARLY, { trial: true }, now))).toBe(
    '$0.00 today, $99.00 on November 29, 2026, then every year.',
  )
  expect(chargesText(subscriptionTermsOf(MONTHLY, { trial: false }, now))).toBe(
    '$16.00 today, then every month. Next charge: $16.00 on December 21, 2026.',
  )
  const labels = [true, false].map((trial) =>
    startLabel(subscriptionTermsOf(YEARLY, { trial }, now)),
  )
  expect(labels).toEqual(['Start 7-Day Free Trial', 'Subscribe'])
})
