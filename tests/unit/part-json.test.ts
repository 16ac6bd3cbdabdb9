import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  escapedText,
  IN_DATA,
  IN_SCRIPT,
  writePart,
  writtenBetween,
} from '#app/middleware/filled-pages/page-buffer.ts'
import { LoadedPart, share, sharedJson } from '#app/middleware/filled-pages/part-json.ts'
import { sharedCards } from '#app/web/catalogue/shared-cards.server.ts'
import type { BookCard } from '#app/catalogue/service/list-books.server.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('</script>', '"\\', '\u2028…&'),
)
const card = fc.record({ title: text, marks: fc.option(fc.record({ share: fc.double() })) })
const part = fc.record(
  {
    name: text,
    none: fc.constant(undefined),
    day: fc.record({ goal: fc.option(fc.integer()), gone: fc.constant(undefined) }),
    books: fc.array(card),
    shelves: fc.array(fc.array(card)),
    discover: fc.oneof(card, fc.constantFrom('none', null)),
  },
  { requiredKeys: [] },
)

/** The same part with shared cards. */
function withShared(value: { [name: string]: unknown }) {
  const shared = (cards: object[]) => cards.map((one) => share({ ...one }))
  const { books, shelves, discover } = value as {
    books?: object[]
    shelves?: object[][]
    discover?: unknown
  }
  return {
    ...value,
    ...(books && { books: shared(books) }),
    ...(shelves && { shelves: shelves.map(shared) }),
    ...(typeof discover === 'object' && discover && { discover: share({ ...discover }) }),
  }
}

test('a part in pieces is what JSON makes of it, in pages and in their data', () => {
  fc.assert(
    fc.property(part, (value) => {
      const json = JSON.stringify(value)
      const loaded = new LoadedPart(withShared(value))
      expect(loaded.packed).toBe(json)
      for (const escaping of [IN_SCRIPT, IN_DATA]) {
        const escaped = escapedText(json, escaping)
        // The second time, shared objects have been written before.
        for (const _ of [1, 2]) {
          expect(`${writtenBetween(3, writePart(3, loaded.pieces, escaping))}`).toBe(escaped)
        }
      }
    }),
  )
})

test.each([null, 'text', 7, [], [[]], ['a'], {}, { a: undefined }])('%j is a part too', (value) => {
  expect(new LoadedPart(value).packed).toBe(JSON.stringify(value))
})

test('a part that is longer than the scratch space is written like a short one', () => {
  const long = JSON.stringify({ text: '“a” & \u2029 \\ '.repeat(20_000) })
  const short = '{"text":"“a”"}'
  const reference = (json: string) =>
    JSON.stringify(JSON.stringify(json))
      .slice(1, -1)
      .replaceAll('&', String.raw`\u0026`)
      .replaceAll('\u2029', String.raw`\u2029`)
  for (const json of [long, short, long])
    expect(escapedText(json, IN_SCRIPT) === reference(json)).toBe(true)
})

test('parts with other shared objects have other keys, and equal ones the same', () => {
  const [one, other] = [share({ title: 'A' }), share({ title: 'B' })]
  const keyOf = (...books: object[]) => new LoadedPart({ books }).key
  expect(keyOf(one, other)).toBe(keyOf(one, other))
  const different = [[one], [other], [one, other], [other, one], [one, one], []]
  expect(new Set(different.map((books) => keyOf(...books))).size).toBe(different.length)
})

const book = {
  id: 7,
  slug: 'walden',
  title: 'Walden',
  author: 'Thoreau',
  blurb: 'A life in the woods',
  minutes: 12,
  genre: 'self-help',
  locked: false,
  coverFile: null,
} as unknown as BookCard
const marks = { saved: false, read: false, share: 0 }
const page = { version: 1, access: 'free' as const, marksOf: () => marks, today: null }

test('readers with the same marks share a card', () => {
  const first = sharedCards(page)(book, 'listed', { reason: 'Because' })
  expect(
    sharedCards({ ...page, marksOf: () => ({ ...marks }) })({ ...book }, 'listed', {
      reason: 'Because',
    }),
  ).toBe(first)
  expect(first).toMatchObject({ slug: 'walden', marks, reason: 'Because' })
  expect(sharedJson(first)?.json).toBe(JSON.stringify(first))
})

test('a card with another book, mark, access, day, reason, or version is another card', () => {
  const cards = [
    sharedCards(page)(book, 'listed'),
    sharedCards(page)(book, 'whole'),
    sharedCards(page)(book, 'listed', { reason: 'Because' }),
    sharedCards(page)({ ...book, id: 8, slug: 'other' }, 'listed'),
    sharedCards({ ...page, version: 2 })({ ...book, title: 'Edited' }, 'listed'),
    sharedCards({ ...page, access: 'full' })(book, 'listed'),
    sharedCards({ ...page, today: 7 })(book, 'listed'),
    sharedCards({ ...page, marksOf: null })(book, 'listed'),
    ...[{ saved: true }, { read: true }, { share: 0.5 }, { fragment: 'idea-3_0' }].map((mark) =>
      sharedCards({ ...page, marksOf: () => ({ ...marks, ...mark }) })(book, 'listed'),
    ),
  ]
  expect(new Set(cards).size).toBe(cards.length)
  expect(cards[4]?.title).toBe('Edited')
})
