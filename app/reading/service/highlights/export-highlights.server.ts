import { Readable } from 'node:stream'
import yazl from 'yazl'
import { summaryPath } from '../../../catalogue/rules/addresses.ts'
import { hiddenBooks } from '../../../catalogue/service/version.server.ts'
import { toCsv } from '../../../platform/csv.server.ts'
import { env } from '../../../platform/env.server.ts'
import { pauseAfterStep } from '../../../platform/database-work.server.ts'
import { fileName, uniqueNames } from '../../rules/highlights/export-file-names.ts'
import { groupByBook } from '../../rules/highlights/lists.ts'
import { dayOf } from '../../rules/reader-clock.server.ts'
import { markdownHead, markdownHighlight } from '../../rules/highlights/markdown.ts'
import type { Highlight } from '../../rules/highlights/highlight.ts'
import { toHighlightJson } from '../../rules/highlights/highlight-json.ts'
import { READWISE_COLUMNS, readwiseRow } from '../../rules/highlights/readwise-csv.ts'
import {
  everyHighlightId,
  type HighlightedBookRow,
  highlightedBooks,
  type HighlightId,
  highlightsWithIds,
} from '../../store/highlights/my-highlights.server.ts'
import { findHighlightsAgain } from './find-highlights-again.server.ts'

/** Highlights that are in memory at a time: usually less than a megabyte. */
const BATCH_SIZE = 500

/** A book of an export. Without an address, its summary was withdrawn. */
interface ExportedBook {
  id: number
  slug: string
  title: string
  author: string
  address: string | null
}

/** Highlights of one book that follow each other. */
interface ExportedNotes {
  book: ExportedBook
  notes: Highlight[]
}

interface Export {
  books: ExportedBook[]
  ids: HighlightId[]
  groups: AsyncGenerator<ExportedNotes>
}

/** All highlights of a reader, also in withdrawn books: by title, and in the order of the text. */
async function startExport(userId: number): Promise<Export> {
  const [rows, ids, hidden] = await Promise.all([
    highlightedBooks(userId),
    everyHighlightId(userId),
    hiddenBooks(),
  ])
  const books = rows.map((row) => exportedBook(row, hidden.has(row.id)))
  return { books, ids, groups: readGroups(userId, books, ids) }
}

function exportedBook({ id, slug, title, author }: HighlightedBookRow, isHidden: boolean) {
  return { id, slug, title, author, address: isHidden ? null : env().appUrl + summaryPath(slug) }
}

async function* readGroups(
  userId: number,
  books: ExportedBook[],
  ids: HighlightId[],
): AsyncGenerator<ExportedNotes> {
  const byId = new Map(books.map((book) => [book.id, book]))
  for (let i = 0; i < ids.length; i += BATCH_SIZE) {
    const startedAt = performance.now()
    const batch = ids.slice(i, i + BATCH_SIZE).map(({ id }) => id)
    const notes = await findHighlightsAgain(userId, await highlightsWithIds(userId, batch))
    for (const group of groupByBook(notes)) {
      yield { book: byId.get(group.bookId)!, notes: group.notes }
    }
    await pauseAfterStep(startedAt)
  }
}

interface ExportingReader {
  id: number
  /** null: unknown */
  timeZone: string | null
}

/** A zip file with one Markdown file per book. Dates are by the reader's clock. */
export async function exportMarkdown({ id, timeZone }: ExportingReader): Promise<Readable> {
  const { books, ids, groups } = await startExport(id)
  const dayAt = (time: number) => dayOf(new Date(time), timeZone ?? 'UTC')
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  const idsOf = Map.groupBy(ids, ({ bookId }) => bookId)
  let next = groups.next()
  /** The files are written one after the other, so each takes its book's highlights from where they are. */
  async function* piecesOf(book: ExportedBook, times: number[]): AsyncGenerator<string> {
    const dates = { first: dayAt(Math.min(...times)), last: dayAt(Math.max(...times)) }
    yield markdownHead(book, { count: times.length, ...dates })
    for (;;) {
      const { done, value } = await next
      if (done || value.book.id !== book.id) return
      yield value.notes.map((note) => markdownHighlight(note, book.address, timeZone)).join('')
      next = groups.next()
    }
  }
  const unique = uniqueNames()
  for (const book of books) {
    const times = (idsOf.get(book.id) ?? []).map(({ createdAt }) => createdAt.getTime())
    if (times.length === 0) continue
    const name = `${unique(fileName(book.title, book.slug))}.md`
    zip.addReadStreamLazy(name, (open) => open(null, Readable.from(piecesOf(book, times))))
  }
  zip.end()
  return output
}

/** A CSV file for Readwise. Without a byte order mark, which would become part of the first column's name. */
export async function* exportCsv(userId: number): AsyncGenerator<string> {
  const { groups } = await startExport(userId)
  yield toCsv([READWISE_COLUMNS])
  for await (const { book, notes } of groups) {
    yield toCsv(notes.map((note) => readwiseRow(book, note)))
  }
}

export async function* exportJson(userId: number): AsyncGenerator<string> {
  const { groups } = await startExport(userId)
  let separator = '[\n'
  for await (const { book, notes } of groups) {
    const named = { ...book, slug: book.address === null ? null : book.slug }
    yield separator + notes.map((note) => JSON.stringify(toHighlightJson(note, named))).join(',\n')
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]' : '\n]'
}
