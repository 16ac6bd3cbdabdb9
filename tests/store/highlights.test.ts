import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Access } from '#app/catalogue/rules/access.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { loadReadingTexts } from '#app/catalogue/service/reading-text.server.ts'
import { db, engine } from '#app/platform/database.server.ts'
import { MAX_HIGHLIGHTS_IN_BOOK } from '#app/reading/rules/highlights/highlight.ts'
import { highlightInput, highlightsQuery } from '#app/reading/schema/highlights.ts'
import { changeHighlight } from '#app/reading/service/highlights/change-highlight.server.ts'
import { exportJson } from '#app/reading/service/highlights/export-highlights.server.ts'
import { unpackHighlights } from '#app/reading/rules/highlights/changes.ts'
import { textVersion } from '#app/reading/rules/highlights/versions.ts'
import { deleteSomeOldHighlights } from '#app/reading/service/highlights/delete-old-highlights.server.ts'
import {
  listHighlights,
  highlightsInBook,
} from '#app/reading/service/highlights/list-highlights.server.ts'
import { highlightsOnSummary } from '#app/reading/service/highlights/summary-highlights.server.ts'
import {
  type HighlightReader,
  saveHighlight,
} from '#app/reading/service/highlights/save-highlight.server.ts'
import { publicId } from '#app/catalogue/rules/public-id.ts'
import { emptyCatalogue, importBooks } from './books.ts'
import { newReader, outcome } from './readers.ts'
import { statements } from './statements.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const SECOND = 1000

const TEXT = `Hook

Thoreau went to the woods to live deliberately.

1. Live with less: Most people work to pay for things they do not need.

He counted what every board and nail of his cabin cost.

4. Read slowly: Good books are read as deliberately as they were written.
`
const BOOKS = {
  walden: { title: 'Walden', text: TEXT },
  emma: { title: 'Emma', text: TEXT.replaceAll('Thoreau', 'Emma') },
  locked: { title: 'Locked', locked: true, text: TEXT },
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  await emptyCatalogue()
  await importBooks(BOOKS)
})
afterEach(() => {
  vi.useRealTimers()
})

const later = (ms: number) => vi.setSystemTime(new Date(Date.now() + ms))
const idOf = async (slug: string) => (await findBook(slug))!.id

async function someone(access: Access = 'full'): Promise<HighlightReader> {
  const { id } = await newReader()
  return { id, access, freeBookId: null }
}

/** Highlights these words. */
async function highlight(
  reader: HighlightReader,
  exact: string,
  more: Record<string, unknown> = {},
  slug = 'walden',
) {
  const bookId = publicId(await idOf(slug))
  const input = highlightInput.parse({ bookId, quote: { exact }, ...more })
  return (await saveHighlight(reader, input)).note
}

const words = async (reader: HighlightReader, slug = 'walden') =>
  (await highlightsInBook(reader.id, await idOf(slug))).map(({ exact }) => exact)

const list = async (reader: HighlightReader, query: Record<string, string> = {}) =>
  (await listHighlights(reader.id, highlightsQuery.parse(query))).notes.map(({ exact }) => exact)

/** All of a reader's highlights, also in withdrawn books. */
async function exported({ id }: HighlightReader): Promise<Record<string, unknown>[]> {
  let text = ''
  for await (const piece of exportJson(id)) text += piece
  return JSON.parse(text) as Record<string, unknown>[]
}

const NOT_READABLE =
  'invalid-input: This passage is not in the text you can read, or it is longer than 5,000 characters. Select it again.'

describe('a highlight', () => {
  test('has the words at its position and what is around them', async () => {
    const reader = await someone()
    const text = (await loadReadingTexts([await idOf('walden')])).get(await idOf('walden'))!.text
    const start = text.indexOf('live deliberately')
    const note = await highlight(reader, 'live deliberately')
    expect(note).toMatchObject({
      ...{ start, end: start + 17, exact: 'live deliberately', isOutdated: false },
      ...{ prefix: text.slice(start - 32, start), suffix: text.slice(start + 17, start + 49) },
      ...{ color: 'yellow', text: '', createdAt: NOW, changedAt: NOW, deletedAt: null },
    })
    expect([note]).toMatchObject(await highlightsInBook(reader.id, note.bookId))
  })

  test('crosses paragraphs and overlaps others', async () => {
    const reader = await someone()
    await highlight(reader, 'to live deliberately.\nLive with less\nMost people')
    await highlight(reader, 'deliberately', { color: 'pink' })
    expect(await words(reader)).toEqual([
      'to live deliberately.\nLive with less\nMost people',
      'deliberately',
    ])
  })

  test('keeps a note as it was typed', async () => {
    const reader = await someone()
    const text = '<script>alert(1)</script> & "quotes" 👩‍👩‍👧 📚 #אהבה'
    await highlight(reader, 'nail', { text })
    expect((await exported(reader))[0]!['text']).toBe(text)
  })

  test('with the same id is the same one, also from two devices at the same time', async () => {
    const reader = await someone()
    const id = randomUUID()
    await Promise.all([
      highlight(reader, 'nail', { id }),
      highlight(reader, 'nail', { id: id.toUpperCase() }),
      highlight(reader, 'board', { id }),
    ])
    expect(await words(reader)).toHaveLength(1)
  })

  test('belongs to one reader, even with the same id', async () => {
    const [reader, other] = [await someone(), await someone()]
    const id = randomUUID()
    await highlight(reader, 'nail', { id, text: 'mine' })
    await highlight(other, 'board', { id, text: 'theirs' })
    await changeHighlight(other.id, id, { text: 'changed' })
    expect(await exported(reader)).toMatchObject([{ quote: { exact: 'nail' }, text: 'mine' }])
    const stranger = await someone()
    expect(await outcome(changeHighlight(stranger.id, id, { text: '' }))).toBe(
      'not-found: Highlight not found.',
    )
    expect(await list(stranger)).toEqual([])
  })

  test('is refused when the book has too many', async () => {
    const reader = await someone()
    const { id } = await highlight(reader, 'nail')
    const { id: _, ...note } = await db().note.findFirstOrThrow({ where: { id } })
    const columns = Object.keys(note).map((name) => `"${name}"`)
    await db().$executeRawUnsafe(`
      WITH RECURSIVE numbers(i) AS
        (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${MAX_HIGHLIGHTS_IN_BOOK - 1})
      INSERT INTO "Note" ("id", ${columns.join()})
        SELECT "id" || '-' || i, ${columns.join()} FROM "Note", numbers WHERE "id" = '${id}'`)
    expect(await outcome(highlight(reader, 'board'))).toBe(
      'conflict: You have 10,000 highlights in this book, which is the limit.',
    )
    expect(await outcome(highlight(reader, 'board', {}, 'emma'))).toBe('done')
  })
})

describe('a passage', () => {
  test.each([
    ['visitor' as const, false],
    ['free' as const, false],
    ['full' as const, true],
  ])('behind the cut is highlighted with %s access: %s', async (access, isAllowed) => {
    const attempt = highlight(await someone(access), 'Good books')
    expect(await outcome(attempt)).toBe(isAllowed ? 'done' : NOT_READABLE)
  })

  test('behind the cut is refused by its position too', async () => {
    const reader = await someone('free')
    const text = (await loadReadingTexts([await idOf('walden')])).get(await idOf('walden'))!
    for (const end of [text.freeEnd + 1, text.text.length]) {
      const bookId = publicId(await idOf('walden'))
      const input = highlightInput.parse({ bookId, position: { start: text.freeEnd - 5, end } })
      expect(await outcome(saveHighlight(reader, input))).toBe(NOT_READABLE)
    }
  })

  test('next to the cut is stored without what comes after', async () => {
    const { suffix } = await highlight(await someone('free'), 'cabin cost.')
    expect(suffix).toBe('')
  })

  test('of a free summary is highlighted like with a plan', async () => {
    const reader = { ...(await someone('free')), freeBookId: await idOf('walden') }
    expect(await outcome(highlight(reader, 'Good books'))).toBe('done')
    expect(await outcome(highlight(reader, 'Good books', {}, 'emma'))).toBe(NOT_READABLE)
  })

  test('of a locked, hidden, or missing book is refused', async () => {
    const [free, full] = [await someone('free'), await someone('full')]
    expect(await outcome(highlight(free, 'nail', {}, 'locked'))).toBe(
      'forbidden: Subscription required',
    )
    expect(await outcome(highlight(full, 'nail', {}, 'locked'))).toBe('done')
    const bookId = await idOf('emma')
    await importBooks({ ...BOOKS, emma: { ...BOOKS.emma, withdrawn: true } })
    for (const id of [bookId, 2_000_000_000]) {
      const input = highlightInput.parse({ bookId: publicId(id), quote: { exact: 'nail' } })
      expect(await outcome(saveHighlight(full, input))).toBe('not-found: Book not found.')
    }
  })

  test('stays its reader’s after the plan ends and after the book is withdrawn', async () => {
    const reader = await someone()
    await highlight(reader, 'Good books', { text: 'To remember' })
    await importBooks({ ...BOOKS, walden: { ...BOOKS.walden, withdrawn: true } })
    expect(await list(reader)).toEqual([])
    expect(await exported(reader)).toMatchObject([
      { quote: { exact: 'Good books' }, text: 'To remember' },
    ])
  })
})

describe('a change', () => {
  test('made later wins, field by field, in any order of arrival', async () => {
    const reader = await someone()
    const { id } = await highlight(reader, 'nail', { text: 'first' })
    later(60 * SECOND)
    const at = (seconds: number) => ({ changedAt: new Date(NOW.getTime() + seconds * SECOND) })
    await changeHighlight(reader.id, id, { text: 'from the phone', ...at(20) })
    await changeHighlight(reader.id, id, { color: 'blue', text: 'from the laptop', ...at(10) })
    const { note } = await changeHighlight(reader.id, id, { isDeleted: true, ...at(5) })
    expect(note).toMatchObject({
      ...{ text: 'from the phone', textChangedAt: at(20).changedAt },
      ...{ color: 'blue', colorChangedAt: at(10).changedAt, changedAt: at(20).changedAt },
      deletedAt: at(5).changedAt,
    })
    expect(await list(reader)).toEqual([])
    await changeHighlight(reader.id, id, { isDeleted: false, ...at(4) })
    expect(await list(reader)).toEqual([])
    await changeHighlight(reader.id, id, { isDeleted: false })
    expect(await list(reader)).toEqual(['nail'])
  })

  test('from a device with a wrong clock counts from its age', async () => {
    const reader = await someone()
    const { id } = await highlight(reader, 'nail')
    later(60 * SECOND)
    const wrong = Date.parse('2031-01-01T00:00:00Z')
    const times = { changedAt: new Date(wrong - 10 * SECOND), sentAt: new Date(wrong) }
    const changed = await changeHighlight(reader.id, id, { color: 'green', ...times })
    const { colorChangedAt } = changed.note
    expect(colorChangedAt).toEqual(new Date(Date.now() - 10 * SECOND))
  })

  test('that names another version of a note keeps both, and restores the highlight', async () => {
    const reader = await someone()
    const { id } = await highlight(reader, 'nail', { text: 'first' })
    const write = (text: string, before: string) =>
      changeHighlight(reader.id, id, { text, textBefore: [textVersion(before)] })
    expect(await write('second', 'first')).toMatchObject({
      note: { text: 'second' },
      notice: undefined,
    })
    // Also when the clocks of the devices differ.
    const early = { changedAt: new Date(NOW.getTime() - 60 * SECOND) }
    const both = { text: 'third', textBefore: [textVersion('first')], ...early }
    for (let times = 0; times < 2; times++) {
      expect(await changeHighlight(reader.id, id, both)).toMatchObject({
        note: { text: 'second\n\nthird' },
        notice: 'This note was changed elsewhere too. Both texts are kept.',
      })
    }
    expect(await list(reader, { query: 'third' })).toEqual(['nail'])
    later(SECOND)
    await changeHighlight(reader.id, id, { isDeleted: true })
    expect(await changeHighlight(reader.id, id, { color: 'pink' })).toMatchObject({
      notice: 'This highlight was deleted elsewhere.',
    })
    expect(await write('fourth', 'second\n\nthird')).toMatchObject({
      note: { text: 'fourth', deletedAt: null },
      notice: 'This highlight was deleted elsewhere. It is kept with your note.',
    })
    expect(await list(reader)).toEqual(['nail'])
    // A highlight that is sent again with a later note.
    const again = { id, text: 'fifth', textBefore: [textVersion('fourth')] }
    expect(await highlight(reader, 'nail', again)).toMatchObject({ text: 'fifth' })
    // There is a limit.
    const long = 'n'.repeat(10_000)
    await write(long, 'fifth')
    await write('m'.repeat(10_000), 'another')
    expect(await outcome(write('one more', 'another'))).toMatch(/^conflict: This note was changed/)
  })

  test('from two devices at the same time is applied once each', async () => {
    const reader = await someone()
    const { id } = await highlight(reader, 'nail')
    await Promise.all([
      changeHighlight(reader.id, id, { color: 'green' }),
      changeHighlight(reader.id, id, { text: 'A note #tag' }),
      highlight(reader, 'nail', { id, changedAt: '2026-11-20T12:00:00Z', text: 'older' }),
    ])
    expect(await exported(reader)).toMatchObject([{ color: 'green', text: 'A note #tag' }])
    expect(await list(reader, { tag: 'TAG' })).toEqual(['nail'])
  })
})

test('the words of deleted highlights are deleted after 30 days', async () => {
  const reader = await someone()
  const { id } = await highlight(reader, 'nail')
  await highlight(reader, 'board')
  await changeHighlight(reader.id, id, { isDeleted: true })
  later(29 * 86_400 * SECOND)
  await deleteSomeOldHighlights()
  expect(await db().note.count({ where: { userId: reader.id } })).toBe(2)
  later(2 * 86_400 * SECOND)
  await deleteSomeOldHighlights()
  expect(await db().note.findMany({ where: { userId: reader.id } })).toMatchObject([
    { exact: 'board' },
  ])
})

describe('the list', () => {
  test('is filtered by book, color, tag, and words, newest first', async () => {
    const reader = await someone()
    const add = async (
      ...given: Parameters<typeof highlight> extends [unknown, ...infer R] ? R : never
    ) => {
      later(SECOND)
      await highlight(reader, ...given)
    }
    await add('nail', { color: 'pink', text: 'About #money_spent' })
    await add('board', { text: 'Café #Money #money.' })
    await add('woods', { color: 'pink' }, 'emma')
    expect(await list(reader)).toEqual(['woods', 'board', 'nail'])
    expect(await list(reader, { bookId: publicId(await idOf('emma')) })).toEqual(['woods'])
    expect(await list(reader, { color: 'pink' })).toEqual(['woods', 'nail'])
    expect(await list(reader, { tag: '#money' })).toEqual(['board'])
    expect(await list(reader, { tag: 'money%' })).toEqual([])
    expect(await list(reader, { query: 'cafe MON' })).toEqual(['board'])
    expect(await list(reader, { query: 'woo' })).toEqual(['woods'])
  })

  test('has pages without gaps, also among highlights of the same moment', async () => {
    const reader = await someone()
    for (const word of ['nail', 'board', 'woods', 'cabin', 'people']) await highlight(reader, word)
    const seen: string[] = []
    let cursor: string | null = ''
    do {
      const query = highlightsQuery.parse({ limit: '2', ...(cursor && { cursor }) })
      const page: Awaited<ReturnType<typeof listHighlights>> = await listHighlights(
        reader.id,
        query,
      )
      seen.push(...page.notes.map(({ exact }) => exact))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen.toSorted()).toEqual(['board', 'cabin', 'nail', 'people', 'woods'])
  })

  test('since a time has what was saved since, deleted too', async () => {
    const reader = await someone()
    const { id } = await highlight(reader, 'nail')
    await highlight(reader, 'board')
    later(60 * SECOND)
    await changeHighlight(reader.id, id, { isDeleted: true, changedAt: NOW })
    const since = new Date(Date.now() - SECOND).toISOString()
    const { notes } = await listHighlights(reader.id, highlightsQuery.parse({ since }))
    expect(notes).toMatchObject([{ exact: 'nail', deletedAt: NOW }])
  })
})

describe('when a text changes', () => {
  const change = (text: string) => importBooks({ ...BOOKS, walden: { ...BOOKS.walden, text } })

  test('highlights are found again, and what is gone keeps its words', async () => {
    const reader = await someone()
    for (const exact of [
      'nail',
      'He counted what every board and nail of his cabin cost.',
      'Thoreau went to the woods',
    ]) {
      await highlight(reader, exact)
    }
    await change(
      TEXT.replace('Hook\n', 'Hook\n\nA new beginning.\n')
        .replace('every board and nail', 'each board and nail')
        .replace('Thoreau went to the woods to live deliberately.', 'Nothing is left.'),
    )
    const bookId = await idOf('walden')
    const { text } = (await loadReadingTexts([bookId])).get(bookId)!
    const notes = await highlightsInBook(reader.id, bookId)
    expect(notes.map((note) => [note.exact, note.isOutdated])).toEqual([
      ['He counted what every board and nail of his cabin cost.', false],
      ['nail', false],
      ['Thoreau went to the woods', true],
    ])
    expect(notes.slice(0, 2).map(({ start, end }) => text.slice(start, end))).toEqual([
      'He counted what each board and nail of his cabin cost.',
      'nail',
    ])
    expect(await highlightsInBook(reader.id, bookId)).toEqual(notes)
    await change(TEXT)
    const sent = await statements(() => highlightsInBook(reader.id, bookId))
    const [update, ...more] = sent.filter((sql) => /^\s*UPDATE "Note"/.test(sql))
    expect(more).toEqual([])
    if (engine() === 'sqlite') {
      const values = Array.from(update!.matchAll(/\?/g), () => null)
      const plan = await db().$queryRawUnsafe<{ detail: string }[]>(
        `EXPLAIN QUERY PLAN ${update}`,
        ...values,
      )
      // Each row is found by its key: with thousands of highlights, a join by the reader takes minutes.
      expect(plan.at(-1)!.detail).toMatch(/^SEARCH Note .*\(userId=\? AND id=\?\)/)
    }
    expect((await highlightsInBook(reader.id, bookId)).every((note) => !note.isOutdated)).toBe(true)
  })

  test('a page has what was saved last, also long after it was opened', async () => {
    const [reader, other] = [await someone(), await someone()]
    const bookId = await idOf('walden')
    const shown = async ({ id }: HighlightReader, length = 10_000) =>
      unpackHighlights(await highlightsOnSummary(id, bookId, length))
    expect(await shown(reader)).toEqual([])
    const { id, start, end } = await highlight(reader, 'every board')
    const made = { id, color: 'yellow', text: '', start, end, isOutdated: false }
    later(60 * SECOND)
    expect(await shown(reader)).toEqual([made])
    expect(await shown(reader)).toEqual([made])
    expect(await shown(reader, end - 1)).toEqual([{ ...made, exact: 'every board' }])
    expect(await shown(other)).toEqual([])
    await changeHighlight(reader.id, id, { color: 'pink' })
    expect(await shown(reader)).toEqual([{ ...made, color: 'pink' }])
    later(60 * SECOND)
    expect(await shown(reader)).toEqual([{ ...made, color: 'pink' }])
    await change(TEXT.replace('He counted', 'Thoreau counted'))
    const moved = { start: start + 5, end: end + 5 }
    expect(await shown(reader)).toEqual([{ ...made, ...moved, color: 'pink' }])
    await change(TEXT.replace('He counted what every board and nail of his cabin cost.', 'No.'))
    expect(await shown(reader)).toMatchObject([{ exact: 'every board', isOutdated: true }])
    await changeHighlight(reader.id, id, { isDeleted: true })
    expect(await shown(reader)).toEqual([])
  })
})
