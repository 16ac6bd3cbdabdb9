import { setImmediate } from 'node:timers/promises'
import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { coverImages } from './covers.server.ts'
import { forgetCatalogueVersion } from './version.server.ts'
import type { StoredCover } from '../store/covers.server.ts'
import {
  collectionHashes,
  type CollectionRecord,
  writeCollections,
} from '../store/collections.server.ts'
import { sourceHashes, writeBooks } from '../store/write-books.server.ts'
import {
  type CheckedBook,
  coverProblem,
  type ImportFile,
  type BookProblem,
  MAX_PROBLEMS,
} from './check-book.server.ts'
import { isBookFile, parseBookFile } from './parse-book-file.server.ts'
import { sourceOf } from './book-source.ts'
import { collectionSource } from './check-collection.server.ts'

/** How many books and collections. */
export interface ImportReport {
  added: number
  /** How many of those added are collections. */
  addedCollections: number
  changed: number
  unchanged: number
  /** How new and changed books could be better. */
  warnings: BookProblem[]
}

/** Nobody reads the warnings of more books. */
const BOOKS_WITH_WARNINGS = 100

/** Everything that is wrong with the files of an import. */
export class ImportError extends Error {
  readonly problems: BookProblem[]

  constructor(problems: BookProblem[]) {
    super(
      problems.map(problemLine).join('\n') +
        `\nNothing was imported. Fix the ${problems.length === 1 ? 'problem' : 'problems'} above and try again.`,
    )
    this.problems = problems
  }
}

/** A problem as a line: `walden.md:7: locked: must be true or false`. */
export function problemLine({ file, line, field, message }: BookProblem): string {
  return `${file}:${line}: ${field}: ${message}`
}

/** Reports how many files are checked or how many books are written. */
export type ImportProgress = (step: 'checked' | 'written', done: number, total: number) => void

/**
 * Imports files of books and collections: all of them, or none if one has a problem. They are matched
 * by slug; unchanged ones are skipped, and the previous state of a changed one is kept as a revision.
 * @param where the name to use in problems when there are no book files
 * @param administrator who imports, and what to write in the same transaction; undefined: the operator
 * @throws ImportError with the file, line, and field of each problem
 */
export async function importFiles(
  files: ImportFile[],
  where: string,
  onProgress: ImportProgress = () => {},
  administrator?: { id: number; inTransaction: (report: ImportReport) => InTransaction },
): Promise<ImportReport> {
  const bookFiles = files.filter(isBookFile)
  if (bookFiles.length === 0) {
    const message = 'has no book files (.md, .txt, or .json)'
    throw new ImportError([{ file: where, line: 0, field: 'folder', message }])
  }
  const { books, collections } = await checkAll(
    bookFiles,
    new Map(files.map((file) => [file.name, file])),
    onProgress,
  )
  const stored = await sourceHashes()
  const fresh = books.filter(({ record }) => stored.get(record.slug) !== record.sourceHash)
  const storedPaths = await collectionHashes()
  const freshPaths = collections.filter((one) => storedPaths.get(one.slug) !== one.sourceHash)
  const written = fresh.length + freshPaths.length
  const addedCollections = freshPaths.filter(({ slug }) => !storedPaths.has(slug)).length
  const added = fresh.filter(({ record }) => !stored.has(record.slug)).length + addedCollections
  const unchanged = books.length + collections.length - written
  const warnings: BookProblem[] = []
  for (const book of fresh.slice(0, BOOKS_WITH_WARNINGS)) {
    warnings.push(...book.warnings())
    // Checking a text takes milliseconds, in which the server answers nobody.
    await setImmediate()
  }
  const report = { added, addedCollections, changed: written - added, unchanged, warnings }
  if (written > 0) {
    const by = administrator?.id ?? null
    await writeBooks(
      fresh.map((book) => book.record),
      await coversOf(fresh),
      { by, sourceOf },
      (count) => onProgress('written', count, fresh.length),
      async (tx) => {
        await writeCollections(tx, freshPaths, { by, sourceOf: collectionSource })
        await administrator?.inTransaction(report)(tx)
      },
    )
    forgetCatalogueVersion()
  }
  return report
}

async function checkAll(
  files: ImportFile[],
  byName: Map<string, ImportFile>,
  onProgress: ImportProgress,
): Promise<{ books: CheckedBook[]; collections: CollectionRecord[] }> {
  const books: CheckedBook[] = []
  const collections: CollectionRecord[] = []
  const problems: BookProblem[] = []
  const seen = new Map<string, string>()
  for (const [i, file] of files.entries()) {
    if (problems.length >= MAX_PROBLEMS) break
    const checked = await parseBookFile(file, (name) => byName.get(name))
    problems.push(...checked.problems)
    const found = checked.collections ?? []
    books.push(...checked.books)
    collections.push(...found)
    const keys = [
      ...checked.books.map(({ record }) => `book ${record.slug}`),
      ...found.map(({ slug }) => `collection ${slug}`),
    ]
    for (const key of keys) {
      if (seen.has(key)) {
        const message = `${seen.get(key)!} has the same slug`
        problems.push({ file: file.path, line: 1, field: 'slug', message })
      }
      seen.set(key, file.name)
    }
    onProgress('checked', i + 1, files.length)
  }
  if (problems.length > 0) throw new ImportError(problems)
  return { books, collections }
}

/** The resized covers of the books that have their own, by slug. */
async function coversOf(books: CheckedBook[]): Promise<Map<string, StoredCover[]>> {
  const covers = new Map<string, StoredCover[]>()
  const problems: BookProblem[] = []
  for (const book of books) {
    if (!book.cover) continue
    try {
      covers.set(book.record.slug, await coverImages(await book.cover.read()))
    } catch (error) {
      problems.push(coverProblem(book, error))
    }
  }
  if (problems.length > 0) throw new ImportError(problems)
  return covers
}
