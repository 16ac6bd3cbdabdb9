import { describe, expect, test } from 'vitest'
import { inTurn, takeawayInTurn } from '#app/reading/rules/daily-takeaway.ts'
import {
  figureTexts,
  finishedIn,
  countGenres,
  monthsOf,
  pictureLines,
  startOfPeriod,
  yearsWith,
} from '#app/reading/rules/my-year.ts'
import { goalText } from '#app/reading/rules/reading-goal.ts'
import { goalForm, year } from '#app/reading/schema/my-year.ts'

const at = (text: string) => new Date(text)

describe('periods by the reader’s clock', () => {
  test.each([
    ['week', '2026-11-23T04:59:00Z', 'America/New_York', '2026-11-16T05:00:00.000Z'],
    ['week', '2026-11-23T05:00:00Z', 'America/New_York', '2026-11-23T05:00:00.000Z'],
    ['month', '2026-11-23T12:00:00Z', 'America/New_York', '2026-11-01T04:00:00.000Z'],
    ['month', '2026-10-31T23:30:00Z', 'Europe/Berlin', '2026-10-31T23:00:00.000Z'],
    ['week', '2027-01-01T12:00:00Z', 'UTC', '2026-12-28T00:00:00.000Z'],
    ['month', '2027-01-01T00:00:00Z', 'Pacific/Kiritimati', '2026-12-31T10:00:00.000Z'],
    ['month', '2026-11-01T11:59:00Z', 'Pacific/Niue', '2026-11-01T11:00:00.000Z'],
  ] as const)('the %s of %s in %s', (period, moment, zone, start) => {
    expect(startOfPeriod(period, at(moment), zone).toISOString()).toBe(start)
  })

  test('the months of a year follow each other, also over changes of the clock', () => {
    const months = monthsOf(2026, 'America/New_York')
    expect(months[0]!.from.toISOString()).toBe('2026-01-01T05:00:00.000Z')
    expect(months[5]!.from.toISOString()).toBe('2026-06-01T04:00:00.000Z')
    expect(months[11]!.before.toISOString()).toBe('2027-01-01T05:00:00.000Z')
    for (const [i, { before }] of months.slice(0, 11).entries())
      expect(months[i + 1]!.from).toEqual(before)
    const book = { readAt: months[1]!.from }
    expect(months.map((month) => finishedIn([book], month).length).join('')).toBe('010000000000')
  })

  test('the years to choose from', () => {
    const moments = ['2026-01-01T03:00:00Z', '2026-05-01T00:00:00Z', '2024-05-01T00:00:00Z'].map(at)
    expect(yearsWith(moments, 'UTC')).toEqual([2026, 2024])
    expect(yearsWith(moments, 'America/New_York')).toEqual([2026, 2025, 2024])
    expect(yearsWith([], 'UTC')).toEqual([])
  })

  test('an address names only years', () => {
    for (const text of ['0', '20 26', '1999', '3000', '2026.0', '', '٢٠٢٦', '-2026'])
      expect(year.safeParse(text).success, text).toBe(false)
    expect(year.parse('2026')).toBe(2026)
  })
})

describe('figures', () => {
  test('in words, without those that are 0', () => {
    expect(figureTexts({ books: 1, minutes: 1200, ideas: 1 })).toEqual([
      '1 book',
      '1,200 minutes',
      '1 idea kept',
    ])
    expect(figureTexts({ books: 0, minutes: 0, ideas: 12 })).toEqual(['12 ideas kept'])
  })

  test('genres, the most read first', () => {
    const books = ['fiction', 'self-help', 'relationships', 'self-help'].map((genre, i) => ({
      genre,
      minutes: 15,
      readAt: new Date(10 - i),
    }))
    expect(countGenres(books)).toEqual([
      { genre: 'self-help', books: 2 },
      { genre: 'relationships', books: 1 },
      { genre: 'fiction', books: 1 },
    ])
  })

  test('on a picture', () => {
    const figures = { books: 2, minutes: 30, ideas: 0 }
    expect(pictureLines(figures, ['Fiction', 'Self-Help', 'Relationships'])).toEqual([
      '2 books',
      '30 minutes',
      'Mostly Fiction and Self-Help',
    ])
    expect(pictureLines({ books: 0, minutes: 0, ideas: 3 }, [])).toEqual(['3 ideas kept'])
  })
})

describe('a goal', () => {
  test.each([
    [0, 'Your goal: 2 a week'],
    [1, '1 of 2 this week'],
    [2, 'You’ve reached your goal for this week'],
    [5, 'You’ve reached your goal for this week'],
  ])('after %i books', (done, text) => {
    expect(goalText({ books: 2, period: 'week' }, done)).toBe(text)
  })

  test('has limits', () => {
    const form = { books: '2', period: 'week', intent: 'set' }
    expect(goalForm.parse(form)).toEqual({ ...form, books: 2 })
    for (const books of ['0', '13', '1.5', '-1', 'two', '', '1e999'])
      expect(goalForm.safeParse({ ...form, books }).success, books).toBe(false)
    expect(goalForm.safeParse({ ...form, period: 'day' }).success).toBe(false)
  })
})

describe('the takeaway of a day', () => {
  const days = Array.from({ length: 12 }, (_, i) => `2026-11-${10 + i}`)

  test('books have their turns, and each time it is the next takeaway', () => {
    const seen = days.map((day) => {
      const [book] = inTurn(['a', 'b', 'c'], day)
      return `${book}${takeawayInTurn([1, 2], day, 3)}`
    })
    expect(new Set(seen.slice(0, 6)).size).toBe(6)
    expect(seen.slice(6)).toEqual(seen.slice(0, 6))
    for (const [i, one] of seen.slice(1).entries()) expect(one[0]).not.toBe(seen[i]![0])
  })

  test('with one book, or none', () => {
    expect(inTurn(['a'], '2026-11-23')).toEqual(['a'])
    expect(inTurn([], '2026-11-23')).toEqual([])
    expect(takeawayInTurn([], '2026-11-23', 0)).toBeUndefined()
    expect(days.map((day) => takeawayInTurn([1, 2], day, 1)).join('')).toMatch(
      /^(12){6}$|^(21){6}$/,
    )
  })
})
