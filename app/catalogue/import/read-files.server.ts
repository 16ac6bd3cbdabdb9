import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import { minutesToRead, wordColumns } from '../rules.ts'
import { BODY_MAX_CHARS, bookHead, isSlug } from '../schema.ts'
import type { BookRecord } from '../store.server.ts'
import { extentOf, parseSummary } from '../summary/parse.ts'

/** One thing that is wrong with a file. */
export interface Problem {
  file: string
  line: number
  field: string
  message: string
}

export interface BookFile {
  record: BookRecord
  /** The book's own cover image beside the file, or null. */
  coverPath: string | null
}

/** Changes when what is stored for a file changes though the file does not. */
const RECORD_FORMAT = 1

/** Bytes of one book's file, at most. */
const FILE_MAX_BYTES = 1024 * 1024

/** The book files (.md, .txt) of a folder, by name. */
export async function bookFilesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => entry.name)
    .filter((name) => /\.(md|txt)$/i.test(name) && !/^readme\./i.test(name))
    .toSorted()
}

/** Reads and checks one book's file. */
export async function readBookFile(
  folder: string,
  name: string,
): Promise<{ book: BookFile | null; problems: Problem[] }> {
  const path = join(folder, name)
  const problem = (line: number, field: string, message: string): Problem => ({
    file: path,
    line,
    field,
    message,
  })
  const slug = name.replace(/\.[^.]+$/, '')
  const refuse = (...problems: Problem[]) => ({ book: null, problems })
  if (!isSlug(slug)) {
    return refuse(
      problem(1, 'slug', 'the file name must be small letters, digits and single hyphens'),
    )
  }
  const { size } = await stat(path)
  if (size > FILE_MAX_BYTES) return refuse(problem(1, 'text', 'the file is larger than 1 MiB'))
  const bytes = await readFile(path)
  const source = decode(bytes)
  if (source === null) return refuse(problem(1, 'text', 'the file is not UTF-8 text'))
  return checkSource(slug, source, path, folder)
}

/**
 * Checks the text of a book's file.
 * @param path names it where something is wrong
 * @param folder where a cover lies beside it; null: it has none
 */
export async function checkSource(
  slug: string,
  source: string,
  path: string,
  folder: string | null,
): Promise<{ book: BookFile | null; problems: Problem[] }> {
  const problem = (line: number, field: string, message: string): Problem => ({
    file: path,
    line,
    field,
    message,
  })
  const refuse = (...problems: Problem[]) => ({ book: null, problems })
  const nul = source.indexOf('\0')
  if (nul >= 0) return refuse(problem(lineAt(source, nul), 'text', 'the file holds a NUL byte'))

  const split = /^---[ \t]*\n([\s\S]*?)^---[ \t]*(?:\n|$)([\s\S]*)$/m.exec(source)
  if (!split || split.index !== 0) {
    return refuse(problem(1, 'head', 'the file must begin with a head between two lines of ---'))
  }
  const [, head = '', body = ''] = split
  const bodyLine = lineAt(source, source.length - body.length)

  const lines = new LineCounter()
  const document = parseDocument(head, {
    lineCounter: lines,
    prettyErrors: false,
    // Other keys would be made to strings, with a warning to whoever runs the import.
    stringKeys: true,
    maxAliasCount: 0,
  } as never)
  // The head starts on the file's second line.
  const fileLine = (offset: number) => lines.linePos(offset).line + 1
  if (document.errors.length > 0) {
    return refuse(
      ...document.errors.map((error) => problem(fileLine(error.pos[0]), 'head', error.message)),
    )
  }
  const problems: Problem[] = []
  let values: unknown
  try {
    values = document.toJS({ maxAliasCount: 0 })
  } catch (error) {
    return refuse(problem(2, 'head', String(error instanceof Error ? error.message : error)))
  }
  const parsed = bookHead.safeParse(values ?? {})
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [key]) : [issue.path]
    for (const fieldPath of paths) {
      problems.push(
        problem(
          lineOfField(document, fieldPath as (string | number)[], fileLine),
          fieldPath.join('.') || 'head',
          issue.message,
        ),
      )
    }
  }
  const text = body.replace(/\r\n?/g, '\n').trim()
  if (text === '') problems.push(problem(bodyLine, 'text', 'the summary is empty'))
  else if (text.length > BODY_MAX_CHARS) {
    problems.push(problem(bodyLine, 'text', `must have at most ${BODY_MAX_CHARS} characters`))
  } else if (!extentOf(text, 'free').cut) {
    problems.push(
      problem(bodyLine, 'text', 'nothing stands behind the free part: add ideas from "4." on'),
    )
  } else if (parseSummary(text, 'free').sections.length === 0) {
    problems.push(problem(bodyLine, 'text', 'nothing stands before the cut'))
  }
  if (!parsed.success || problems.length > 0) return refuse(...problems)

  const { title, author, year, genre, blurb, locked, publishedAt, withdrawn, sources, cover } =
    parsed.data
  if (cover && folder === null) {
    const line = lineOfField(document, ['cover'], fileLine)
    return refuse(problem(line, 'cover', 'a cover cannot be given here: remove the line'))
  }
  const coverPath = cover && folder !== null ? join(folder, cover) : null
  let coverBytes: Buffer | null = null
  if (coverPath) {
    try {
      coverBytes = await readFile(coverPath)
    } catch {
      return refuse(
        problem(lineOfField(document, ['cover'], fileLine), 'cover', `${coverPath} cannot be read`),
      )
    }
  }
  const coverTag = hash(coverBytes ?? [title, author, genre].join('\n')).slice(0, 12)
  return {
    problems: [],
    book: {
      coverPath,
      record: {
        slug,
        title,
        author,
        year,
        genre,
        blurb,
        locked,
        minutes: minutesToRead(text),
        publishedAt,
        // Of a book that says nothing, an administrator decides.
        ...(withdrawn === undefined ? {} : { withdrawnAt: withdrawn ? new Date() : null }),
        coverFile: cover
          ? `${slug}-${coverTag}${cover.slice(cover.lastIndexOf('.')).toLowerCase()}`
          : null,
        coverTag,
        ...wordColumns({ title, author, genre, blurb }),
        sourceHash: hash(`${RECORD_FORMAT}\n${coverTag}\n${source}`),
        text,
        sources,
      },
    },
  }
}

function hash(value: string | Buffer): string {
  return createHash('sha256').update(value).digest('hex')
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n')
  } catch {
    return null
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** The line where a field stands, or the head's first when it is missing. */
function lineOfField(
  document: ReturnType<typeof parseDocument>,
  path: readonly (string | number)[],
  fileLine: (offset: number) => number,
): number {
  const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined
  const offset = node?.range?.[0]
  return offset === undefined ? 2 : fileLine(offset)
}
