import { describe, expect, test } from 'vitest'
import { inTurn, takeawayInTurn } from '#app/reading/rules/daily-takeaway.server.ts'
import { figureTexts, countGenres, pictureLines } from '#app/reading/rules/my-year.ts'
import { goalText } from '#app/reading/rules/reading-goal.ts'
import { goalForm, year } from '#app/reading/schema/my-year.ts'

test('an address names only years', () => {
  for (const text of ['0', '20 26', '1999', '3000', '2026.0', '', '٢٠٢٦', '-2026'])
    expect(year.safeParse(text).success, text).toBe(false)
  expect(year.parse('2026')).toBe(2026)
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
