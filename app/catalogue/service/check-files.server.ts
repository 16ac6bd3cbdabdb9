import { readFile } from 'node:fs/promises'
import type { CollectionRecord } from '../store/collections.server.ts'
import type { StoredCover } from '../store/covers.server.ts'
import type { BookRecord } from '../store/write-books.server.ts'
import {
  type BookProblem,
  type CheckedBook,
  coverProblem,
  type ImportFile,
  MAX_PROBLEMS,
} from './check-book.server.ts'
import { coverImages } from './own-cover.server.ts'
import { isBookFile, parseBookFile } from './parse-book-file.server.ts'

export interface FileOnDisk {
  /** Without a folder. */
  name: string
  /** The name to use in problems. */
  path: string
  size: number
  /** Where it is. */
  place: string
}

export interface FilesToCheck {
  files: FileOnDisk[]
  stored: Map<string, string>
}

export interface FreshBook {
  record: BookRecord
  /** null: no cover belongs to it. */
  covers: StoredCover[] | null
}

export type CheckedPart = { checked: number } | FreshBook

export interface CheckedFiles {
  /** If there are any, no books were sent. */
  problems: BookProblem[]
  collections: CollectionRecord[]
  unchangedBooks: number
  /** How new and changed books could be better. */
  warnings: BookProblem[]
}

/** Nobody reads the warnings of more books. */
const BOOKS_WITH_WARNINGS = 100

/** Checks the files of an import, and sends the books that are new or have changed. */
export async function checkFiles(
  { files, stored }: FilesToCheck,
  sendPart: (part: CheckedPart) => void,
): Promise<CheckedFiles> {
  const { books, collections, problems } = await parseAll(files, sendPart)
  const fresh = books.filter(({ record }) => stored.get(record.slug) !== record.sourceHash)
  const warnings: BookProblem[] = []
  for (const [i, book] of problems.length > 0 ? [] : fresh.entries()) {
    if (i < BOOKS_WITH_WARNINGS) warnings.push(...book.warnings())
    try {
      const covers = book.cover && (await coverImages(await book.cover.read()))
      sendPart({ record: book.record, covers })
    } catch (error) {
      problems.push(coverProblem(book, error))
    }
  }
  return { problems, collections, unchangedBooks: books.length - fresh.length, warnings }
}

async function parseAll(files: FileOnDisk[], sendPart: (part: CheckedPart) => void) {
  const found: ImportFile[] = files.map(({ place, ...file }) => ({
    ...file,
    read: () => readFile(place),
  }))
  const byName = new Map(found.map((file) => [file.name, file]))
  const books: CheckedBook[] = []
  const collections: CollectionRecord[] = []
  const problems: BookProblem[] = []
  const seen = new Map<string, string>()
  for (const [i, file] of found.filter(isBookFile).entries()) {
    if (problems.length >= MAX_PROBLEMS) break
    const checked = await parseBookFile(file, (name) => byName.get(name))
    problems.push(...checked.problems)
    const named = checked.collections ?? []
    // Not spread: a file may have more books than a call may have arguments.
    for (const book of checked.books) books.push(book)
    for (const collection of named) collections.push(collection)
    const keys = [
      ...checked.books.map(({ record }) => `book ${record.slug}`),
      ...named.map(({ slug }) => `collection ${slug}`),
    ]
    for (const key of keys) {
      if (seen.has(key)) {
        const message = `${seen.get(key)!} has the same slug`
        problems.push({ file: file.path, line: 1, field: 'slug', message })
      }
      seen.set(key, file.name)
    }
    sendPart({ checked: i + 1 })
  }
  return { books, collections, problems }
}
