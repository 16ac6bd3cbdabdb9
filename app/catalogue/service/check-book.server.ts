import { createHash } from 'node:crypto'
import { ImageError } from '../../platform/images.server.ts'
import { lintBook } from '../rules/lint/lint-book.ts'
import { minutesToRead } from '../rules/reading-time.ts'
import { nameColumns } from '../rules/search.ts'
import { MAX_BODY_CHARS, bookHead, MAX_COVER_BYTES, isSlug, SLUG_RULE } from '../schema/book.ts'
import { drawnCoverTag, ownCoverNames } from './own-cover.server.ts'
import type { CollectionRecord } from '../store/collections.server.ts'
import type { BookRecord } from '../store/write-books.server.ts'
import { readablePart, parseSummary } from '../rules/summary/parse.ts'

export interface BookProblem {
  file: string
  line: number
  field: string
  message: string
}

/** An import stops after this many problems. */
export const MAX_PROBLEMS = 100

/** A file to import: from a folder, or uploaded. */
export interface ImportFile {
  /** Without a folder. */
  name: string
  /** The name to use in problems. */
  path: string
  size: number
  read(): Promise<Uint8Array>
}

export interface CheckedBook {
  record: BookRecord
  /** Its own cover, or null. */
  cover: { read(): Promise<Uint8Array>; problem(message: string): BookProblem } | null
  /** How the summary could be better, by the rules of docs/catalogue.md. */
  warnings(): BookProblem[]
}

export interface Checked {
  books: CheckedBook[]
  collections?: CollectionRecord[]
  problems: BookProblem[]
}

export interface Draft {
  slug: string
  frontMatter: unknown
  body: string
  path: string
  /** The line of a field of the front matter. */
  lineOf(field: readonly (string | number)[]): number
  bodyLine: number
  /** The name of a field in problems. */
  nameOf?(field: string): string
  /** Finds the file of the cover; null: covers are not possible here. */
  findCover: ((name: string) => ImportFile | undefined) | null
}

/** Twice the longest summary that the rules allow: checking takes milliseconds. */
const MAX_LINT_CHARS = 60_000

/** Increase when an unchanged file needs to be stored differently. */
const RECORD_FORMAT = 3

/** Checks a book and prepares what is stored. */
export async function checkBook(draft: Draft): Promise<Checked> {
  const { slug, path, lineOf, bodyLine, findCover, nameOf = (field: string) => field } = draft
  const problems: BookProblem[] = []
  const add = (line: number, field: string, message: string) =>
    problems.push({ file: path, line, field: nameOf(field), message })
  if (!isSlug(slug)) add(1, 'slug', `must be ${SLUG_RULE}`)
  const parsed = bookHead.safeParse(draft.frontMatter ?? {})
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    const fields =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => [...issue.path, key])
        : [issue.path]
    for (const field of fields.slice(0, MAX_PROBLEMS)) {
      add(lineOf(field as (string | number)[]), field.join('.') || 'front matter', issue.message)
    }
  }
  const text = draft.body.replace(/\r\n?/g, '\n').trim()
  if (text === '') add(bodyLine, 'text', 'the summary is empty')
  else if (text.length > MAX_BODY_CHARS) {
    add(bodyLine, 'text', `must have at most ${MAX_BODY_CHARS} characters`)
  } else if (!readablePart(text, 'free').cut) {
    add(bodyLine, 'text', 'there is nothing after the free part: add ideas from "4." on')
  } else if (parseSummary(text, 'free').sections.length === 0) {
    add(bodyLine, 'text', 'there is nothing before the cut')
  }
  if (!parsed.success || problems.length > 0) {
    return { books: [], problems: problems.slice(0, MAX_PROBLEMS) }
  }

  const { withdrawn, cover: coverName, ...fields } = parsed.data
  const coverLine = lineOf(['cover'])
  let own: { file: ImportFile; names: ReturnType<typeof ownCoverNames> } | null = null
  if (coverName !== undefined) {
    const file = findCover?.(coverName)
    if (findCover === null) add(coverLine, 'cover', 'covers are not possible here: remove the line')
    else if (!file) add(coverLine, 'cover', `${coverName} cannot be read`)
    else if (file.size > MAX_COVER_BYTES) {
      add(coverLine, 'cover', `${coverName} is larger than ${MAX_COVER_BYTES / 2 ** 20} MB`)
    } else own = { file, names: ownCoverNames(slug, await file.read()) }
    if (!own) return { books: [], problems }
  }
  const names = own?.names ?? { coverTag: drawnCoverTag(fields), coverFile: null }
  const hashed = [
    RECORD_FORMAT,
    names.coverTag,
    slug,
    Object.entries(fields).toSorted(),
    withdrawn,
    text,
  ]
  const record = {
    slug,
    ...fields,
    minutes: minutesToRead(text),
    // A file without the field keeps the administrator's choice.
    ...(withdrawn === undefined ? {} : { withdrawnAt: withdrawn ? new Date() : null }),
    ...names,
    ...nameColumns(fields),
    sourceHash: createHash('sha256').update(JSON.stringify(hashed)).digest('hex'),
    text,
  }
  const problem = (message: string): BookProblem => ({
    file: path,
    line: coverLine,
    field: nameOf('cover'),
    message,
  })
  const warnings = (): BookProblem[] => {
    if (text.length > MAX_LINT_CHARS) {
      const message = `longer than ${MAX_LINT_CHARS.toLocaleString('en-US')} characters, so it is not checked; shorten it`
      return [{ file: path, line: bodyLine, field: 'length', message }]
    }
    const body = draft.body.replace(/\r\n?/g, '\n')
    const { findings } = lintBook({ ...draft, body }, { mayLack: true })
    return findings.map(({ rule, ...finding }) => ({ file: path, field: rule, ...finding }))
  }
  const cover = own && { read: own.file.read, problem }
  return { books: [{ record, cover, warnings }], problems: [] }
}

/** Turns a rejected image into a problem of its file; rethrows other errors. */
export function coverProblem({ cover }: CheckedBook, error: unknown): BookProblem {
  if (!cover || !(error instanceof ImageError)) throw error
  return cover.problem(error.message)
}
