import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { checkCollections } from './check-collections.ts'
import { checkQuotations, editionText } from './check-quotations.ts'
import { checkSameness } from './check-sameness.ts'
import type { BookToCheck, CollectionToCheck, FileFinding, Rules } from './rules.ts'

export interface CatalogueReport {
  files: number
  compared: number
  findings: FileFinding[]
  /** The number of books that have none yet, which breaks no rule. */
  withoutQuestions: number
}

const markdownIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted()

/**
 * Checks the files of books and collections of a folder by the rules of docs/catalogue.md.
 * @param editions a folder with a folder of text files for each slug; books without one are not
 * compared with their editions
 * @param rules for one file
 * @throws Error if the folder cannot be read
 */
export async function checkCatalogue(
  folder: string,
  editions: string | null,
  rules: Rules,
): Promise<CatalogueReport> {
  const books: BookToCheck[] = []
  let compared = 0
  for (const name of await markdownIn(folder)) {
    const file = join(folder, name)
    const slug = name.replace(/\.md$/, '')
    const book = { file, slug, ...rules.checkBook(await readFile(file, 'utf8')) }
    const edition = editions && (await readEdition(join(editions, slug)))
    if (edition) {
      book.findings.push(...checkQuotations(book.texts, edition, rules.countWords))
      compared++
    }
    books.push(book)
  }
  const sameness = checkSameness(books)
  const inBooks = books.flatMap(({ file, findings }) =>
    [...findings, ...sameness.get(file)!]
      .toSorted((a, b) => a.line - b.line)
      .map((finding) => ({ file, ...finding })),
  )
  const collections: CollectionToCheck[] = []
  const inCollections: FileFinding[] = []
  const shelf = join(folder, rules.collectionsFolder)
  const names = await markdownIn(shelf).catch(() => [])
  for (const name of names) {
    const checked = await rules.checkCollection(join(shelf, name), name)
    inCollections.push(...checked.findings)
    collections.push(...checked.collections)
  }
  const slugs = new Set(books.map(({ slug }) => slug))
  return {
    files: books.length + names.length,
    compared,
    withoutQuestions: books.filter(({ hasQuestions }) => !hasQuestions).length,
    findings: [
      ...inBooks,
      ...inCollections,
      ...checkCollections(collections, slugs, rules.countWords),
    ],
  }
}

/** The text of all files of a folder, or null if there is no such folder. */
async function readEdition(folder: string): Promise<string | null> {
  if (!(await stat(folder).catch(() => null))?.isDirectory()) return null
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return editionText(texts.join('\n'))
}
