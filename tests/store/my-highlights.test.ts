import { buffer, text as textOf } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { publicId } from '#app/catalogue/rules/public-id.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { db } from '#app/platform/database.server.ts'
import { type Highlight, RESTORE_MS } from '#app/reading/rules/highlights/highlight.ts'
import { highlightInput } from '#app/reading/schema/highlights.ts'
import { myHighlightsQuery } from '#app/reading/schema/my-highlights-forms.ts'
import { changeHighlight } from '#app/reading/service/highlights/change-highlight.server.ts'
import {
  exportCsv,
  exportJson,
  exportMarkdown,
} from '#app/reading/service/highlights/export-highlights.server.ts'
import { loadMyHighlights } from '#app/reading/service/highlights/my-highlights.server.ts'
import { restoreHighlight } from '#app/reading/service/highlights/restore-highlight.server.ts'
import {
  type HighlightReader,
  saveHighlight,
} from '#app/reading/service/highlights/save-highlight.server.ts'
import { emptyCatalogue, importBooks } from './books.ts'
import { newReader, outcome } from './readers.ts'

const TEXT = `Hook

He went to the woods to live deliberately.

1. Live with less: Most people work for things they do not need.

4. Read slowly: Good books are read as deliberately as they were written.
`
const BOOKS = {
  walden: { title: 'Walden', author: 'Henry David Thoreau', text: TEXT },
  emma: { title: 'Émma: A Novel', author: 'Jane Austen', text: TEXT },
}

let reader: HighlightReader

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
  await emptyCatalogue()
  await importBooks(BOOKS)
  reader = await someone()
})
afterEach(() => {
  vi.useRealTimers()
})

const someone = async (): Promise<HighlightReader> => ({
  id: (await newReader()).id,
  access: 'full',
  freeBookId: null,
})

/** Highlights these words, a minute after the highlight before. */
async function highlight(
  exact: string,
  {
    slug = 'walden',
    by = reader,
    ...more
  }: Record<string, unknown> & {
    slug?: string
    by?: HighlightReader
  } = {},
): Promise<Highlight> {
  vi.setSystemTime(Date.now() + 60_000)
  const bookId = publicId((await findBook(slug))!.id)
  const input = highlightInput.parse({ bookId, quote: { exact }, ...more })
  return (await saveHighlight(by, input)).note
}

const load = (query: Record<string, string> = {}, size = 50) =>
  loadMyHighlights(reader.id, myHighlightsQuery.parse(query), size)

/** The words of the shown highlights by title. */
const shown = async (query: Record<string, string> = {}, size = 50) =>
  (await load(query, size)).shown.map(({ book, notes }) => [
    book.title,
    ...notes.map(({ exact }) => exact),
  ])

describe('the list', () => {
  test('has the book with the newest highlight first, and in it the newest', async () => {
    await highlight('woods')
    await highlight('Most people', { slug: 'emma' })
    await highlight('Good books')
    expect(await shown()).toEqual([
      ['Walden', 'Good books', 'woods'],
      ['Émma: A Novel', 'Most people'],
    ])
    expect(await load()).toMatchObject({ total: 3, found: 3, foundBooks: 2, page: 1, pages: 1 })
  })

  test('finds words of passage, note, title, and author, by color, tag, and book', async () => {
    await highlight('woods', { text: 'Café by the lake #Simple_life' })
    await highlight('Good books', { color: 'blue' })
    await highlight('Most people', { slug: 'emma', text: '#simple 100%' })
    const found = async (query: Record<string, string>) =>
      (await shown(query)).flatMap(([, ...words]) => words).toSorted()
    expect(await found({ query: 'wood' })).toEqual(['woods'])
    expect(await found({ query: 'oods' })).toEqual([])
    expect(await found({ query: 'CAFE lak' })).toEqual(['woods'])
    expect(await found({ query: 'thoreau walden' })).toEqual(['Good books', 'woods'])
    expect(await found({ query: 'emma people' })).toEqual(['Most people'])
    expect(await found({ query: '100% _ \\' })).toEqual(['Most people'])
    expect(await found({ color: 'blue' })).toEqual(['Good books'])
    expect(await found({ color: 'red' })).toHaveLength(3)
    expect(await found({ tag: '#simple' })).toEqual(['Most people'])
    expect(await found({ tag: 'simple_life' })).toEqual(['woods'])
    expect(await found({ tag: 'simple%' })).toEqual([])
    expect(await found({ book: 'emma' })).toEqual(['Most people'])
    expect(await found({ book: 'missing' })).toEqual([])
    expect(await found({ book: 'walden', color: 'yellow', query: 'lake' })).toEqual(['woods'])
    expect(await load({ color: 'blue' })).toMatchObject({
      ...{ total: 3, found: 1, foundBooks: 1 },
      colors: [
        { color: 'yellow', count: 2 },
        { color: 'green', count: 0 },
        { color: 'blue', count: 1 },
        { color: 'pink', count: 0 },
      ],
      tags: [
        { tag: 'simple', count: 1 },
        { tag: 'simple_life', count: 1 },
      ],
      books: [
        { slug: 'emma', count: 1 },
        { slug: 'walden', count: 2 },
      ],
    })
  })

  test('has pages, on which a book continues', async () => {
    for (const words of ['He went', 'woods', 'live']) await highlight(words)
    await highlight('Most people', { slug: 'emma' })
    expect(await shown({}, 2)).toEqual([
      ['Émma: A Novel', 'Most people'],
      ['Walden', 'live'],
    ])
    expect(await shown({ page: '2' }, 2)).toEqual([['Walden', 'woods', 'He went']])
    // After the end, and no number: the last page, and the first.
    expect(await load({ page: '99' }, 2)).toMatchObject({ page: 2, pages: 2 })
    expect(await load({ page: '-1' }, 2)).toMatchObject({ page: 1, pages: 2 })
  })

  test('keeps the place of a deleted highlight while it can be restored', async () => {
    const [first] = [await highlight('woods'), await highlight('live')]
    await changeHighlight(reader.id, first.id, { isDeleted: true })
    expect(await load()).toMatchObject({ total: 1, found: 1 })
    expect(await shown()).toEqual([['Walden', 'live', 'woods']])
    await restoreHighlight(reader.id, first.id)
    expect(await load()).toMatchObject({ total: 2 })

    await changeHighlight(reader.id, first.id, { isDeleted: true })
    vi.setSystemTime(Date.now() + RESTORE_MS + 1)
    expect(await shown()).toEqual([['Walden', 'live']])
    expect(await outcome(restoreHighlight(reader.id, first.id))).toBe(
      'conflict: It is too late to restore this highlight.',
    )
    expect(await shown()).toEqual([['Walden', 'live']])
  })

  test('has highlights of a withdrawn book, and says so', async () => {
    await highlight('woods')
    await importBooks({ walden: { ...BOOKS.walden, withdrawn: true } })
    const { shown } = await load()
    expect(shown).toMatchObject([{ book: { isHidden: true }, notes: [{ exact: 'woods' }] }])
  })

  test('has nothing of another reader', async () => {
    const other = await someone()
    const note = await highlight('woods', { by: other, text: '#secret' })
    expect(await load()).toMatchObject({ total: 0, found: 0, tags: [], books: [], shown: [] })
    expect(await shown({ tag: 'secret' })).toEqual([])
    expect(await outcome(restoreHighlight(reader.id, note.id))).toBe(
      'not-found: Highlight not found.',
    )
  })
})

describe('exports', () => {
  const markdown = async () => {
    const files = unzipSync(
      await buffer(await exportMarkdown({ id: reader.id, timeZone: 'America/Los_Angeles' })),
    )
    return Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]),
    )
  }
  const json = async () => JSON.parse(await textOf(exportJson(reader.id)))

  test('have all highlights of the reader, in the order of the text, and no others', async () => {
    await highlight('Good books', { text: 'Yes. #reading' })
    await highlight('woods', { color: 'green' })
    await highlight('Most people', { slug: 'emma' })
    const deleted = await highlight('live')
    await changeHighlight(reader.id, deleted.id, { isDeleted: true })
    await highlight('need', { by: await someone() })

    const files = await markdown()
    expect(Object.keys(files)).toEqual(['Émma - A Novel.md', 'Walden.md'])
    expect(files['Walden.md']).toMatch(
      /^---\ntitle: Walden\n[^]*highlights: 2\n[^]*> woods\n[^]*\*Green · November 21, 2026[^]*> Good books\n\nYes. #reading\n/,
    )
    expect(await textOf(exportCsv(reader.id))).toMatch(
      /^Highlight,Title,Author,URL,Note,Location,Date\r\nMost people,Émma: A Novel,Jane Austen,http\S+\/summaries\/emma,,\d+,2026-11-21T\S+Z\r\nwoods,Walden,.*\r\nGood books,.*,Yes. #reading,.*\r\n$/,
    )
    expect(await json()).toMatchObject([
      { title: 'Émma: A Novel', quote: { exact: 'Most people' } },
      { slug: 'walden', color: 'green', tags: [], quote: { exact: 'woods' } },
      { slug: 'walden', text: 'Yes. #reading', tags: ['reading'] },
    ])
  })

  test('are whole with more highlights than are read at a time, and with none', async () => {
    expect(await markdown()).toEqual({})
    expect(await json()).toEqual([])
    expect(await textOf(exportCsv(reader.id))).toBe(
      'Highlight,Title,Author,URL,Note,Location,Date\r\n',
    )
    const { id, ...note } = (await db().note.findFirst({
      where: { id: (await highlight('woods')).id },
    }))!
    const copies = Array.from({ length: 1200 }, (_, i) => ({ ...note, id: `${id.slice(5)}-${i}` }))
    await db().note.createMany({ data: copies })
    await highlight('live', { slug: 'emma' })
    const files = await markdown()
    expect(files['Walden.md']!.match(/^> woods$/gm)).toHaveLength(1201)
    expect(files['Émma - A Novel.md']!.match(/^> /gm)).toHaveLength(1)
    expect(await json()).toHaveLength(1202)
  })

  test('cells that start a formula are text', async () => {
    await highlight('woods', { text: '=1+1' })
    await highlight('live', { text: '@SUM(A1)' })
    const csv = await textOf(exportCsv(reader.id))
    expect(csv).toContain(",'=1+1,")
    expect(csv).toContain(",'@SUM(A1),")
  })

  test('books with equal titles, and withdrawn ones, have files', async () => {
    await importBooks({ emma: { ...BOOKS.emma, title: 'WALDEN' } })
    await highlight('woods')
    await highlight('woods', { slug: 'emma' })
    await importBooks({ walden: { ...BOOKS.walden, withdrawn: true } })
    const files = await markdown()
    expect(Object.keys(files).toSorted()).toEqual(['WALDEN.md', 'Walden (2).md'])
    expect(files['Walden (2).md']).not.toContain('http')
    expect(await json()).toContainEqual(expect.objectContaining({ slug: null, title: 'Walden' }))
  })
})
