import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { publicId } from '#app/catalogue/rules/public-id.ts'
import {
  highlightChangeInput,
  highlightInput,
  highlightsQuery,
  shownVersion,
} from '#app/reading/schema/highlights.ts'
import { bookIdInput, markForm, positionInput } from '#app/reading/schema/marks.ts'

const MOMENT = '2026-11-21T10:30:00+01:00'
const DATE = new Date('2026-11-21T09:30:00Z')
const ID = '0b9e3f6e-2d3c-4f0a-9f58-2f1c5a1d7e90'
const BOOK = publicId(10)

/** The fields with an error; [] if there is none. */
const wrong = (schema: z.ZodType, input: unknown) => [
  ...new Set(schema.safeParse(input).error?.issues.map(({ path }) => path.join('.'))),
]
const messageOf = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues[0]!.message

describe('the id of a book', () => {
  test.each([
    [BOOK, 10],
    ['1', 0],
    ['walden', 0],
    ['0'.repeat(24), 0],
  ])('%s is the number %i', (bookId, number) => {
    expect(bookIdInput.parse({ bookId })).toEqual({ bookId: number })
  })

  test.each([undefined, null, '', 7, {}, ['a']])('is not %j', (bookId) => {
    expect(messageOf(bookIdInput, { bookId })).toBe('bookId must be the id of a book.')
  })
})

describe('a mark', () => {
  test('is a text that says what, and on or off', () => {
    const times = { markedAt: MOMENT, sentAt: MOMENT }
    expect(markForm.parse({ mark: 'saved', on: 'true' })).toEqual({ mark: 'saved', on: true })
    expect(markForm.parse({ mark: 'read', on: 'false', ...times })).toEqual({
      ...{ mark: 'read', on: false, markedAt: DATE, sentAt: DATE },
    })
  })

  test.each([
    [{ on: 'true' }, 'mark'],
    [{ mark: 'loved', on: 'true' }, 'mark'],
    [{ mark: 'read', on: 'maybe' }, 'on'],
    [{ mark: 'read' }, 'on'],
    [{ mark: 'read', on: 'true', markedAt: 'yesterday' }, 'markedAt'],
    [{ mark: 'read', on: 'true', sentAt: '2026-11-21T10:30:00' }, 'sentAt'],
  ])('is not %j', (input, field) => {
    expect(wrong(markForm, input)).toEqual([field])
  })
})

describe('a reading position', () => {
  const least = { section: 'idea-3', share: 0 }

  test('has defaults, and numbers of a form are texts', () => {
    const parsed = { section: 'idea-3', paragraph: 0, offset: 0, share: 0 }
    expect(positionInput.parse(least)).toEqual(parsed)
    expect(
      positionInput.parse({
        ...{ section: 'hook', paragraph: '10000', offset: '0.5', share: '1' },
        ...{ placedAt: MOMENT, sentAt: MOMENT },
      }),
    ).toEqual({
      ...{ section: 'hook', paragraph: 10_000, offset: 0.5, share: 1 },
      ...{ placedAt: DATE, sentAt: DATE },
    })
    for (const section of ['a', 'in-one-page', 'a1-2b', 'a'.repeat(80)]) {
      expect(wrong(positionInput, { ...least, section }), section).toEqual([])
    }
  })

  test.each([
    [
      'section',
      [undefined, null, 7, '', '#idea', 'idea-', '-idea', 'a--b', 'Idea', 'a'.repeat(81)],
    ],
    ['share', [undefined, null, '', 'half', true, -0.01, 1.01, '2', Number.NaN]],
    ['paragraph', [null, '', 'x', 1.5, -1, 10_001]],
    ['offset', [null, '', 'x', -0.1, 1.1]],
    ['placedAt', ['yesterday', 7, '2026-11-21']],
    ['sentAt', ['2026-13-45T00:00:00Z', '2026-11-21T10:30:00']],
  ])('has no wrong %s', (field, values) => {
    for (const value of values) {
      expect(wrong(positionInput, { ...least, [field]: value }), String(value)).toEqual([field])
    }
  })

  test.each([
    [{ section: 7 }, 'must be text'],
    [{ section: '#' }, 'must be the id of a section'],
    [{ section: 'a'.repeat(81) }, 'must be the id of a section'],
    [{ share: 2 }, 'must be from 0 to 1'],
    [{ offset: -1 }, 'must be from 0 to 1'],
    [{ paragraph: 1.5 }, 'must be a whole number'],
    [{ paragraph: -1 }, 'must be 0 or more'],
    [{ paragraph: 10_001 }, 'must be 10000 or less'],
    [{ placedAt: 'x' }, 'must be a moment such as 2026-11-21T09:30:00Z'],
  ])('%j: %s', (changes, message) => {
    expect(messageOf(positionInput, { ...least, ...changes })).toBe(message)
  })
})

describe('a highlight', () => {
  const position = { start: 0, end: 5 }
  const least = { bookId: BOOK, position }

  test('has defaults, and texts as a database can store them', () => {
    expect(highlightInput.parse(least)).toEqual({ bookId: 10, color: 'yellow', text: '', position })
    const long = 'x'.repeat(40)
    expect(
      highlightInput.parse({
        ...{ bookId: BOOK, id: ID.toUpperCase(), color: 'pink', reader: BOOK },
        text: ' a\0b \uD83D c\r\nd\re ',
        textBefore: ['0123abcd'],
        quote: { exact: 'a\0\r\nb', prefix: `${long}1`, suffix: `2${long}` },
        ...{ changedAt: MOMENT, sentAt: MOMENT },
      }),
    ).toEqual({
      ...{ bookId: 10, id: ID, color: 'pink', reader: BOOK, textBefore: ['0123abcd'] },
      text: 'ab \uFFFD c\nd\ne',
      quote: { exact: 'a\nb', prefix: `${long.slice(0, 31)}1`, suffix: `2${long.slice(0, 31)}` },
      ...{ changedAt: DATE, sentAt: DATE },
    })
    const { quote } = highlightInput.parse({ bookId: BOOK, quote: { exact: 'a' } })
    expect(quote).toEqual({ exact: 'a', prefix: '', suffix: '' })
  })

  test.each([
    [{ position: undefined }, 'position'],
    [{ position: { start: -1, end: 5 } }, 'position.start'],
    [{ position: { start: 0, end: 100_000_001 } }, 'position.end'],
    [{ position: { start: 0, end: 1.5 } }, 'position.end'],
    [{ position: { ...position, more: 1 } }, 'position'],
    [{ quote: { exact: '' } }, 'quote.exact'],
    [{ quote: { exact: '\0' } }, 'quote.exact'],
    [{ quote: { exact: 'n'.repeat(10_001) } }, 'quote.exact'],
    [{ quote: { exact: 'a', prefix: 7 } }, 'quote.prefix'],
    [{ quote: { exact: 'a', prefix: 'n'.repeat(10_001) } }, 'quote.prefix'],
    [{ quote: { exact: 'a', suffix: 'n'.repeat(10_001) } }, 'quote.suffix'],
    [{ color: 'red' }, 'color'],
    [{ text: 'n'.repeat(10_001) }, 'text'],
    [{ text: 7 }, 'text'],
    [{ textBefore: '0123abcd' }, 'textBefore'],
    [{ textBefore: ['0123abcg'] }, 'textBefore.0'],
    [{ textBefore: ['0123abcd0'] }, 'textBefore.0'],
    [{ id: 'note-1' }, 'id'],
    [{ reader: 'n'.repeat(101) }, 'reader'],
    [{ changedAt: 'yesterday' }, 'changedAt'],
    [{ other: 1 }, ''],
  ])('is not %j', (changes, field) => {
    expect(wrong(highlightInput, { ...least, ...changes })).toEqual([field])
  })

  test('takes as much as the limits say', () => {
    const note = 'n'.repeat(10_000)
    const most = { position: { start: 0, end: 100_000_000 }, text: note, reader: 'n'.repeat(100) }
    const quote = { exact: note, prefix: note, suffix: note }
    expect(wrong(highlightInput, { ...least, ...most, quote })).toEqual([])
  })

  test.each([
    [{ position: undefined }, 'position or quote is required'],
    [
      { position: { start: 'a', end: 5 } },
      'must be whole numbers from 0: the start and the end of the passage',
    ],
    [{ quote: { exact: 7 } }, 'exact must be text'],
    [{ quote: { exact: '' } }, 'exact must not be empty'],
    [{ quote: { exact: 'n'.repeat(10_001) } }, 'Please highlight a shorter passage.'],
    [{ quote: { exact: 'a', suffix: 7 } }, 'suffix must be text'],
    [{ quote: { exact: 'a', prefix: 'n'.repeat(10_001) } }, 'prefix is too long'],
    [{ text: 7 }, 'text must be text'],
    [{ text: 'n'.repeat(10_001) }, 'Please use at most 10,000 characters.'],
    [{ id: 'x' }, 'id must be a UUID'],
    [{ textBefore: 'x' }, 'textBefore must be a list of versions'],
    [{ textBefore: ['x'] }, 'textBefore must be a list of versions'],
  ])('%j: %s', (changes, message) => {
    expect(messageOf(highlightInput, { ...least, ...changes })).toBe(message)
  })

  test('is changed field by field', () => {
    expect(highlightChangeInput.parse({})).toEqual({})
    const change = { color: 'blue', text: 'a', isDeleted: false }
    expect(highlightChangeInput.parse({ ...change, text: ' a ' })).toEqual(change)
    expect(wrong(highlightChangeInput, { isDeleted: 'false' })).toEqual(['isDeleted'])
    expect(wrong(highlightChangeInput, { bookId: BOOK })).toEqual([''])
    expect(shownVersion.parse('0123abcd')).toEqual(['0123abcd'])
    expect(shownVersion.parse(undefined)).toBeUndefined()
  })
})

describe('the query of a list of highlights', () => {
  test('has defaults, and numbers in texts', () => {
    expect(highlightsQuery.parse({})).toEqual({ limit: 50 })
    const texts = { color: 'pink', tag: '#a', query: 'words' }
    expect(
      highlightsQuery.parse({
        ...texts,
        ...{ bookId: BOOK, since: MOMENT, cursor: `1234_${ID}`, limit: '200' },
      }),
    ).toEqual({
      ...texts,
      ...{ bookId: 10, since: DATE, cursor: { at: new Date(1234), id: ID }, limit: 200 },
    })
  })

  test.each([
    ['bookId', ['']],
    ['color', ['red', '']],
    ['tag', ['n'.repeat(101)]],
    ['query', ['n'.repeat(501)]],
    ['since', ['now']],
    ['cursor', ['1', `x${ID}`, `1234_${ID}0`, `1_${ID.slice(1)}`, `${'1'.repeat(16)}_${ID}`]],
    ['limit', ['0', '201', '1.5', 'x']],
  ])('has no wrong %s', (field, values) => {
    for (const value of values) {
      expect(wrong(highlightsQuery, { [field]: value }), value).toEqual([field])
    }
  })
})
