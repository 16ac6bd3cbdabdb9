import { readFile } from 'node:fs/promises'
import { LineCounter, parseDocument } from 'yaml'
import { lintBook } from '../rules/lint/lint-book.ts'
import { isText } from '../rules/lint/text-lines.ts'
import { splitBookFile } from './book-source.ts'
import { lineOfField, parseBookFile } from './parse-book-file.server.ts'

/** Checks the file of a book by the rules of docs/catalogue.md that need no other book. */
export function lintBookFile(source: string) {
  const split = splitBookFile(source.replace(/\r\n?/g, '\n'))
  const lineCounter = new LineCounter()
  const document = parseDocument(split?.frontMatter ?? '', { lineCounter, prettyErrors: false })
  const frontMatter = (document.toJS() ?? {}) as { title?: unknown; questions?: unknown }
  const bodyLine = source.slice(0, source.length - (split?.body.length ?? 0)).split('\n').length
  const lineOf = (path: readonly (string | number)[]) =>
    lineOfField(document, path, (offset) => lineCounter.linePos(offset).line + 1)
  const { lines, findings } = lintBook({
    frontMatter,
    body: split?.body ?? '',
    bodyLine,
    lineOf,
  })
  return {
    title: String(frontMatter.title),
    hasQuestions: frontMatter.questions !== undefined,
    texts: lines.filter(isText),
    findings,
  }
}

/** Reads and checks the file of a collection, without its books. */
export async function lintCollectionFile(path: string, name: string) {
  const bytes = await readFile(path)
  const file = { name, path, size: bytes.length, read: async () => bytes }
  const { collections = [], problems } = await parseBookFile(file, () => undefined)
  const lines = bytes.toString().split('\n')
  const lineOf = (field: string) =>
    lines.findIndex((line) => line.replace(/^\s*- /, '').startsWith(`${field}:`)) + 1
  return {
    findings: problems.map(({ line, field, message }) => ({
      file: path,
      line,
      rule: field,
      message,
    })),
    collections: collections.map((found) => ({ ...found, file: path, lineOf })),
  }
}
