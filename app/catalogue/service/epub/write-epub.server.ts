import { once } from 'node:events'
import { type PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { DomainError } from '../../../platform/errors.ts'
import { log } from '../../../platform/log.server.ts'
import { pauseAfterStep } from '../../../platform/database-work.server.ts'
import { type Access, readableExtent } from '../../rules/access.ts'
import { bookChapter, type Links, sectionId, sectionTitle } from '../../rules/epub/book-chapter.ts'
import {
  type EpubChapter,
  CONTAINER,
  type EpubEntry,
  LAST_PAGE,
  lastPage,
  type EpubMetadata,
  MIMETYPE,
  navFile,
  ncxFile,
  packageFile,
} from '../../rules/epub/package.ts'
import type { ChapterHighlights } from '../../rules/epub/highlights.ts'
import { EPUB_STYLES } from '../../rules/epub/xhtml.ts'
import { genreLabel } from '../../rules/genres.ts'
import type { Summary } from '../../rules/summary/parse.ts'
import type { Provenance } from '../../schema/book.ts'
import type { BookCard } from '../list-books.server.ts'
import { openSummary } from '../open-summary.server.ts'
import { COVER_PX, coverJpeg, titleCoverJpeg } from './cover-images.server.ts'

export interface EpubContents {
  title: string
  description: string
  /** The page that shows the same. */
  source: string
  books: BookCard[]
}

/** Who gets a file. Their access is decided here, for each book. */
export interface EpubReader {
  access: Access
  freeBookId: number | null
  /** null: a visitor. */
  name: string | null
  /** Finds their highlights in a summary, if the file has them. */
  notesIn?: (bookId: number, summary: Summary) => Promise<ChapterHighlights>
}

/** The same in every file, so that the same contents are the same bytes. */
const ZIPPED_AT = new Date(2026, 0, 1)

export function splitByAccess(books: BookCard[], { access, freeBookId }: EpubReader) {
  const opens = (book: BookCard) => readableExtent(access, book, freeBookId) !== null
  return { readable: books.filter(opens), locked: books.filter((book) => !opens(book)) }
}

/**
 * Writes summaries as one EPUB 3, with only the text that its reader may read. One book at a time is
 * in memory: the next is read when the last was taken, and never if the stream is destroyed.
 */
export function writeEpub(contents: EpubContents, reader: EpubReader, origin: string): Readable {
  const zip = new ZipFile()
  const stream = zip.outputStream as PassThrough
  const closed = once(stream, 'close').catch(() => null)
  const add = async (file: string, content: string | Uint8Array) => {
    const source = Readable.from([Buffer.from(content)])
    zip.addReadStream(source, `EPUB/${file}`, { mtime: ZIPPED_AT, forceDosTimestamp: true })
    await Promise.race([once(source, 'close'), closed])
    if (stream.destroyed) throw new Error('nobody reads this file anymore')
  }
  // It comes first, as it is, so that software recognizes the file.
  const first = { mtime: ZIPPED_AT, forceDosTimestamp: true, compress: false }
  zip.addBuffer(Buffer.from(MIMETYPE), 'mimetype', first)
  zip.addBuffer(Buffer.from(CONTAINER), 'META-INF/container.xml', first)
  addFiles(contents, reader, origin, add).then(
    () => zip.end(),
    (error: unknown) => {
      if (stream.destroyed) return
      log.error({ err: error }, 'an EPUB was not finished')
      stream.destroy(error as Error)
    },
  )
  return stream
}

async function addFiles(
  contents: EpubContents,
  reader: EpubReader,
  origin: string,
  add: (file: string, content: string | Uint8Array) => Promise<void>,
): Promise<void> {
  const { readable, locked } = splitByAccess(contents.books, reader)
  const [single] = contents.books.length === 1 ? readable : []
  const links: Links = {
    origin,
    files: new Map(readable.map(({ slug }, i) => [slug, `book-${i + 1}.xhtml`])),
  }
  await add('style.css', EPUB_STYLES)
  const { title } = contents
  await add(
    'cover.jpg',
    await (single
      ? coverJpeg(single, COVER_PX.file)
      : titleCoverJpeg(title, `${readable.length} summaries`)),
  )
  const chapters: EpubChapter[] = []
  let modified = new Date(0)
  const authors = new Set<string>()
  const subjects = new Set<string>()
  for (const card of readable) {
    const startedAt = performance.now()
    const opened = await openIfThere(reader, card.slug)
    // Withdrawn since.
    if (!opened) continue
    const { book, provenance, summary, nextBooks, topics } = opened
    const file = links.files.get(card.slug)!
    const cover = single ? null : file.replace('.xhtml', '.jpg')
    const notes = (await reader.notesIn?.(card.id, summary)) ?? null
    const text = bookChapter({ ...book, provenance, summary, nextBooks }, cover, links, notes)
    await pauseAfterStep(startedAt)
    if (cover) await add(cover, await coverJpeg(book, COVER_PX.chapter))
    await add(file, text)
    const parts = summary.sections.flatMap((section): EpubEntry[] => {
      const title = sectionTitle(section)
      return title === null ? [] : [{ title, href: `${file}#${sectionId(section)}`, parts: [] }]
    })
    chapters.push({ file, cover, entry: { title: book.title, href: file, parts } })
    modified = latest([modified, book.publishedAt, ...changesOf(provenance)])
    authors.add(book.author)
    subjects.add(genreLabel(book.genre))
    if (single) for (const { label } of topics) subjects.add(label)
  }
  await add(
    LAST_PAGE,
    lastPage({ readerName: reader.name, origin, leftOut: locked.map(({ title }) => title) }),
  )
  const entries = [
    ...chapters.flatMap(({ entry }) => (single ? entry.parts : entry)),
    { title: 'About this copy', href: LAST_PAGE, parts: [] },
  ]
  const metadata: EpubMetadata = {
    id: origin + contents.source,
    title,
    description: contents.description,
    authors: [...authors],
    subjects: [...subjects],
    source: origin + contents.source,
    modified,
  }
  await add('nav.xhtml', navFile(entries))
  await add('toc.ncx', ncxFile(metadata, entries))
  await add('package.opf', packageFile(metadata, chapters))
}

/** The part of a summary that this reader may read now, or null. */
async function openIfThere({ access, freeBookId }: EpubReader, slug: string) {
  const opened = await openSummary(access, slug, freeBookId).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'not-found') return null
    throw error
  })
  return opened?.summary ? { ...opened, summary: opened.summary } : null
}

const changesOf = ({ written, checked, corrections }: Provenance) =>
  [written, checked, ...corrections.map(({ day }) => day)].flatMap((day) =>
    day ? [new Date(day)] : [],
  )

const latest = (moments: Date[]) => new Date(Math.max(...moments.map((moment) => moment.getTime())))
