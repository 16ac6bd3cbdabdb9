import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import { checkCollections, type CollectionToCheck } from '../rules/lint/check-collections.ts'
import { checkQuotations, editionText } from '../rules/lint/check-references.ts'
import { checkSameness } from '../rules/lint/check-sameness.ts'
import { lintBook } from '../rules/lint/lint-book.ts'
import type { LintFinding, TextLine } from '../rules/lint/text-lines.ts'
import { splitBookFile } from './book-source.ts'
import { COLLECTIONS } from './import-folder.server.ts'
import { lineOfField, parseBookFile } from './parse-book-file.server.ts'

/** A violation, with its file. */
export interface FileFinding extends LintFinding {
  file: string
}

interface Draft {
  file: string
  slug: string
  title: string
  isFiction: boolean
  hasQuestions: boolean
  lines: TextLine[]
  findings: LintFinding[]
}

/**
 * Checks the files of books and collections of a folder by the rules of docs/catalogue.md.
 * @param editions a folder with a folder of text files for each slug; books without one are not
 * compared with their editions
 */
export async function lintFolder(
  folder: string,
  editions: string | null,
): Promise<{
  files: number
  compared: number
  findings: FileFinding[]
  /** The number of books that have none yet, which breaks no rule. */
  withoutQuestions: number
}> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted()
  const drafts: Draft[] = []
  let compared = 0
  for (const name of names) {
    const draft = readDraft(join(folder, name), name, await readFile(join(folder, name), 'utf8'))
    const edition = editions && (await readEdition(join(editions, draft.slug)))
    if (edition) {
      draft.findings.push(...checkQuotations(draft.lines, edition))
      compared++
    }
    drafts.push(draft)
  }
  const sameness = checkSameness(drafts)
  const findings = drafts.flatMap(({ file, findings }) =>
    [...findings, ...sameness.get(file)!]
      .toSorted((a, b) => a.line - b.line)
      .map((finding) => ({ file, ...finding })),
  )
  const collections = await lintCollections(
    join(folder, COLLECTIONS),
    drafts.map(({ slug }) => slug),
  )
  return {
    files: names.length + collections.files,
    compared,
    withoutQuestions: drafts.filter(({ hasQuestions }) => !hasQuestions).length,
    findings: [...findings, ...collections.findings],
  }
}

async function lintCollections(
  folder: string,
  slugs: string[],
): Promise<{ files: number; findings: FileFinding[] }> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.md'))
  const findings: FileFinding[] = []
  const checked: CollectionToCheck[] = []
  for (const name of names.toSorted()) {
    const path = join(folder, name)
    const bytes = await readFile(path)
    const file = { name, path, size: bytes.length, read: async () => bytes }
    const { collections, problems } = await parseBookFile(file, () => undefined)
    findings.push(
      ...problems.map(({ line, field, message }) => ({ file: path, line, rule: field, message })),
    )
    const lines = bytes.toString().split('\n')
    const lineOf = (name: string) =>
      lines.findIndex((line) => line.replace(/^\s*- /, '').startsWith(`${name}:`)) + 1
    checked.push(...(collections ?? []).map((found) => ({ ...found, file: path, lineOf })))
  }
  return {
    files: names.length,
    findings: [...findings, ...checkCollections(checked, new Set(slugs))],
  }
}

function readDraft(file: string, name: string, source: string): Draft {
  const split = splitBookFile(source.replace(/\r\n?/g, '\n'))
  const lineCounter = new LineCounter()
  const document = parseDocument(split?.frontMatter ?? '', { lineCounter, prettyErrors: false })
  const frontMatter = (document.toJS() ?? {}) as { title?: unknown; questions?: unknown }
  const bodyLine = source.slice(0, source.length - (split?.body.length ?? 0)).split('\n').length
  const lineOf = (path: readonly (string | number)[]) =>
    lineOfField(document, path, (offset) => lineCounter.linePos(offset).line + 1)
  return {
    file,
    slug: name.replace(/\.md$/, ''),
    title: String(frontMatter.title),
    hasQuestions: frontMatter.questions !== undefined,
    ...lintBook({ frontMatter, body: split?.body ?? '', bodyLine, lineOf }),
  }
}

/** The text of all files of a folder, or null if there is no such folder. */
async function readEdition(folder: string): Promise<string | null> {
  if (!(await stat(folder).catch(() => null))?.isDirectory()) return null
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return editionText(texts.join('\n'))
}
