import { LineCounter, parseDocument } from 'yaml'
import { splitBookFile } from './book-source.ts'
import { isSlug, SLUG_RULE } from '../schema/book.ts'
import { isCollectionHead } from '../schema/collection.ts'
import {
  checkBook,
  type Checked,
  type ImportFile,
  type BookProblem,
  type Draft,
  MAX_PROBLEMS,
} from './check-book.server.ts'
import { checkCollection } from './check-collection.server.ts'
import { parseJsonFile } from './parse-json-file.server.ts'

const MAX_FILE_BYTES = 1024 * 1024
/** YAML's check for duplicate keys takes quadratic time. */
const MAX_FRONT_MATTER_CHARS = 20_000
/** A JSON file is read into memory as a whole. */
const MAX_JSON_BYTES = 400 * 1024 * 1024

export function isBookFile({ name }: { name: string }): boolean {
  return /\.(?:md|txt|json)$/i.test(name) && !/^readme\./i.test(name)
}

/** Parses and checks a file of a book, a collection, or several of them. */
export async function parseBookFile(
  file: ImportFile,
  findCover: (name: string) => ImportFile | undefined,
): Promise<Checked> {
  const { name, path, size } = file
  const isJson = /\.json$/i.test(name)
  const refuse = (field: string, message: string): Checked => ({
    books: [],
    problems: [{ file: path, line: 1, field, message }],
  })
  const slug = name.replace(/\.[^.]+$/, '')
  if (!isJson && !isSlug(slug)) {
    return refuse('slug', `the file name must be ${SLUG_RULE}`)
  }
  if (!isJson && size > MAX_FILE_BYTES) return refuse('text', 'the file is larger than 1 MiB')
  if (isJson && size > MAX_JSON_BYTES) {
    return refuse('text', `the file is larger than ${MAX_JSON_BYTES / 2 ** 20} MiB: split it`)
  }
  const source = decode(await file.read())
  if (source === null) return refuse('text', 'the file is not UTF-8 text')
  if (isJson) return parseJsonFile(source, slug, path, findCover)
  const read = readSource(slug, source, path)
  if ('problems' in read) return { books: [], problems: read.problems }
  if (isCollectionHead(read.frontMatter)) return { books: [], ...checkCollection(read) }
  return checkBook({ ...read, findCover })
}

/**
 * Parses and checks the text of a book file.
 * @param path the name to use in problems
 * @param findCover finds the file of the cover; null: covers are not possible
 */
export async function parseBookSource(
  slug: string,
  source: string,
  path: string,
  findCover: ((name: string) => ImportFile | undefined) | null,
): Promise<Checked> {
  const read = readSource(slug, source, path)
  return 'problems' in read
    ? { books: [], problems: read.problems }
    : checkBook({ ...read, findCover })
}

function readSource(
  slug: string,
  source: string,
  path: string,
): Omit<Draft, 'findCover'> | { problems: BookProblem[] } {
  const problem = (line: number, field: string, message: string): BookProblem => ({
    file: path,
    line,
    field,
    message,
  })
  const refuse = (...problems: BookProblem[]) => ({ problems })
  const nul = source.indexOf('\0')
  if (nul >= 0) return refuse(problem(lineAt(source, nul), 'text', 'the file contains a NUL byte'))

  const split = splitBookFile(source)
  if (!split) {
    return refuse(
      problem(1, 'front matter', 'the file must start with front matter between two lines of ---'),
    )
  }
  const { frontMatter, body } = split
  if (frontMatter.length > MAX_FRONT_MATTER_CHARS) {
    return refuse(
      problem(2, 'front matter', `must have at most ${MAX_FRONT_MATTER_CHARS} characters`),
    )
  }

  const lines = new LineCounter()
  const document = parseDocument(frontMatter, {
    lineCounter: lines,
    prettyErrors: false,
    // Without it, YAML prints a warning when it converts a key to a string.
    stringKeys: true,
    maxAliasCount: 0,
  } as never)
  // The front matter starts on the second line.
  const fileLine = (offset: number) => lines.linePos(offset).line + 1
  if (document.errors.length > 0) {
    return refuse(
      ...document.errors
        .slice(0, MAX_PROBLEMS)
        .map((error) => problem(fileLine(error.pos[0]), 'front matter', error.message)),
    )
  }
  let values: unknown
  try {
    values = document.toJS({ maxAliasCount: 0 })
  } catch (error) {
    return refuse(
      problem(2, 'front matter', String(error instanceof Error ? error.message : error)),
    )
  }
  return {
    slug,
    frontMatter: values,
    body,
    path,
    lineOf: (field) => lineOfField(document, field, fileLine),
    bodyLine: lineAt(source, source.length - body.length),
  }
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n')
  } catch {
    return null
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** The line of a field, or the first line of the front matter when it is missing. */
export function lineOfField(
  document: ReturnType<typeof parseDocument>,
  path: readonly (string | number)[],
  fileLine: (offset: number) => number,
): number {
  const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined
  const offset = node?.range?.[0]
  return offset === undefined ? 2 : fileLine(offset)
}
