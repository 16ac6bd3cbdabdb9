import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardProblems, formatExpiry, formatNumber } from '../src/payment-element/card-rules.ts'

const TODAY = new Date('2026-11-21T12:00:00')
const problems = (changes: object) =>
  cardProblems(
    { number: '4242424242424242', expiry: '12 / 34', cvc: '123', ...changes },
    TODAY,
  ).map(({ code }) => code)

describe('a card', () => {
  test.each([
    [{}, []],
    [{ number: '4000 0025 0000 3155' }, []],
    [{ number: '378282246310005', cvc: '1234' }, []],
    [{ number: '378282246310005' }, ['incomplete_cvc']],
    [{ number: '424242' }, ['incomplete_number']],
    [{ number: '4242424242424241' }, ['invalid_number']],
    [{ expiry: '11 / 26' }, []],
    [{ expiry: '10 / 26' }, ['invalid_expiry_month_past']],
    [{ expiry: '12 / 25' }, ['invalid_expiry_year_past']],
    [{ expiry: '13 / 30' }, ['incomplete_expiry']],
    [{ expiry: '1' }, ['incomplete_expiry']],
    [
      { number: '', expiry: '', cvc: '' },
      ['incomplete_number', 'incomplete_expiry', 'incomplete_cvc'],
    ],
  ])('with %j has the problems %j', (changes, expected) => {
    expect(problems(changes)).toEqual(expected)
  })
})

describe('what is typed', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242 42', '4242 42'],
    ['378282246310005', '3782 822463 10005'],
    ['42424242424242429999', '4242 4242 4242 4242'],
  ])('as number %s becomes %s', (typed, shown) => {
    expect(formatNumber(typed)).toBe(shown)
  })

  test.each([
    ['1', '1'],
    ['12', '12'],
    ['123', '12 / 3'],
    ['1234', '12 / 34'],
    ['5', '05'],
    ['12/34', '12 / 34'],
    ['12/2034', '12 / 34'],
  ])('as date %s becomes %s', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown)
  })

  test('does not change when it is formatted again', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 20 })
    fc.assert(
      fc.property(digits, (typed) => {
        const [number, date] = [formatNumber(typed), formatExpiry(typed)]
        expect(formatNumber(number)).toBe(number)
        expect(formatExpiry(date)).toBe(date)
      }),
    )
  })
})
