import { createHash } from 'node:crypto'
import { ImageError } from '../../platform/images.server.ts'
import { minutesToRead } from '../rules/reading-time.ts'
import { wordColumns } from '../rules/search.ts'
import { BODY_MAX_CHARS, bookHead, COVER_MAX_BYTES, isSlug } from '../schema/book.ts'
import { drawnCoverTag, ownCoverNames } from './covers.server.ts'
import type { BookRecord } from '../store/write-books.server.ts'
import { readablePart, parseSummary } from '../rules/summary/parse.ts'

/** One thing that is wrong with a file. */
export interface Problem {
  file: string
  line: number
  field: string
  message: string
}

/** An import says what is wrong with so many things at most, and stops. */
export const PROBLEMS_MAX = 100

/** A file that is imported: from a folder, or sent with a form. */
export interface ImportFile {
  /** Its name, without a folder. */
  name: string
  /** What it is called where something is wrong with it. */
  path: string
  size: number
  read(): Promise<Uint8Array>
}

/** A book that may be written. */
export interface CheckedBook {
  record: BookRecord
  /** Its own cover, and where something that is wrong with it is named; or null. */
  cover: { read(): Promise<Uint8Array>; problem(message: string): Problem } | null
}

export interface Checked {
  books: CheckedBook[]
  problems: Problem[]
}

/** A book as some file says it. */
export interface Draft {
  slug: string
  head: unknown
  body: string
  path: string
  /** The line of a field of the head. */
  lineOf(field: readonly (string | number)[]): number
  bodyLine: number
  /** What fields are called there. */
  nameOf?(field: string): string
  /** The file of the cover that the head names; null: none can be given here. */
  findCover: ((name: string) => ImportFile | undefined) | null
}

/** Changes when what is stored for a file changes though the file does not. */
const RECORD_FORMAT = 2

/** Checks what a file says of a book. */
export async function checkBook(draft: Draft): Promise<Checked> {
  const { slug, path, lineOf, bodyLine, findCover, nameOf = (field: string) => field } = draft
  const problems: Problem[] = []
  const add = (line: number, field: string, message: string) =>
    problems.push({ file: path, line, field: nameOf(field), message })
  if (!isSlug(slug)) add(1, 'slug', 'must be small letters, digits and single hyphens')
  const parsed = bookHead.safeParse(draft.head ?? {})
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    const fields =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [key]) : [issue.path]
    for (const field of fields) {
      add(lineOf(field as (string | number)[]), field.join('.') || 'head', issue.message)
    }
  }
  const text = draft.body.replace(/\r\n?/g, '\n').trim()
  if (text === '') add(bodyLine, 'text', 'the summary is empty')
  else if (text.length > BODY_MAX_CHARS) {
    add(bodyLine, 'text', `must have at most ${BODY_MAX_CHARS} characters`)
  } else if (!readablePart(text, 'free').cut) {
    add(bodyLine, 'text', 'nothing stands behind the free part: add ideas from "4." on')
  } else if (parseSummary(text, 'free').sections.length === 0) {
    add(bodyLine, 'text', 'nothing stands before the cut')
  }
  if (!parsed.success || problems.length > 0) {
    return { books: [], problems: problems.slice(0, PROBLEMS_MAX) }
  }

  const { withdrawn, cover: coverName, ...head } = parsed.data
  const coverLine = lineOf(['cover'])
  let own: { file: ImportFile; names: ReturnType<typeof ownCoverNames> } | null = null
  if (coverName !== undefined) {
    const file = findCover?.(coverName)
    if (findCover === null) add(coverLine, 'cover', 'a cover cannot be given here: remove the line')
    else if (!file) add(coverLine, 'cover', `${coverName} cannot be read`)
    else if (file.size > COVER_MAX_BYTES) {
      add(coverLine, 'cover', `${coverName} is larger than ${COVER_MAX_BYTES / 2 ** 20} MB`)
    } else own = { file, names: ownCoverNames(slug, await file.read()) }
    if (!own) return { books: [], problems }
  }
  const names = own?.names ?? { coverTag: drawnCoverTag(head), coverFile: null }
  const { genre, title, author, blurb } = head
  const said = [
    RECORD_FORMAT,
    names.coverTag,
    slug,
    Object.entries(head).toSorted(),
    withdrawn,
    text,
  ]
  const record = {
    slug,
    ...head,
    minutes: minutesToRead(text),
    // Of a book that says nothing, an administrator decides.
    ...(withdrawn === undefined ? {} : { withdrawnAt: withdrawn ? new Date() : null }),
    ...names,
    ...wordColumns({ title, author, genre, blurb }),
    sourceHash: createHash('sha256').update(JSON.stringify(said)).digest('hex'),
    text,
  }
  const problem = (message: string): Problem => ({
    file: path,
    line: coverLine,
    field: nameOf('cover'),
    message,
  })
  return { books: [{ record, cover: own && { read: own.file.read, problem } }], problems: [] }
}

/** What a cover was refused for, as a problem of its file; other failures go on. */
export function coverProblem({ cover }: CheckedBook, error: unknown): Problem {
  if (!cover || !(error instanceof ImageError)) throw error
  return cover.problem(error.message)
}
