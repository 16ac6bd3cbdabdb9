import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { importFolder } from '#app/catalogue/service/import-folder.server.ts'
import type { Access } from '#app/catalogue/rules/access.ts'
import type { ListQuery } from '#app/catalogue/schema/lists.ts'
import { forgetCatalogueVersion } from '#app/catalogue/service/version.server.ts'
import { listBooks } from '#app/catalogue/service/list-books.server.ts'
import { db } from '#app/platform/database.server.ts'

/** The fields of a book that matter to a test; bookFile() fills in the rest. */
export interface Draft {
  title?: string
  author?: string
  year?: number
  genre?: string
  topics?: string[]
  blurb?: string
  locked?: boolean
  publishedAt?: string
  withdrawn?: boolean
  cover?: string
  edition?: string
  written?: string
  checked?: string
  sources?: string[]
  answers?: { question: string; idea: number }[]
  questions?: { question: string; answer: string; idea: number }[]
  text?: string
}

export const TEXT = 'Hook\n\nThe free part.\n\n4. Paid idea\n\nThe paid part.\n'

/** A book file as authors write it. */
export function bookFile({ text = TEXT, ...given }: Draft): string {
  const fields = {
    title: 'Untitled',
    author: 'Nobody',
    year: 1900,
    genre: 'fiction',
    blurb: 'About nothing.',
    locked: false,
    publishedAt: '2026-01-01',
    ...given,
  }
  // JSON is valid YAML and takes care of quoting.
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n${text}`
}

/** Runs something with a temporary folder of these files. */
export async function withFolder<T>(
  files: Record<string, string | Uint8Array>,
  run: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'readr-books-'))
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(name)), { recursive: true })
      writeFileSync(join(folder, name), content)
    }
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const importFiles = async (files: Record<string, string | Uint8Array>) => {
  const report = await withFolder(files, (folder) => importFolder(folder, () => {}))
  const { added, changed, unchanged } = report
  return { added, changed, unchanged }
}

/** An image of one color, with private metadata. */
export const coverPng = (background: string, width = 400, height = 600): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Artist: 'Somebody private' } })
    .png()
    .toBuffer()

/** Imports books by slug. */
export const importBooks = (books: Record<string, Draft>) =>
  importFiles(
    Object.fromEntries(
      Object.entries(books).map(([slug, draft]) => [`${slug}.md`, bookFile(draft)]),
    ),
  )

/** Everything that the database stores about the catalogue. */
export async function catalogueRows() {
  return {
    books: await db().book.findMany({ orderBy: { id: 'asc' } }),
    texts: await db().bookText.findMany({ orderBy: { bookId: 'asc' } }),
    terms: await db().searchTerm.findMany({ orderBy: { term: 'asc' } }),
    version: await db().catalogueVersion.findMany(),
  }
}

/** Deletes all books, collections, and the caches of the catalogue. */
export async function emptyCatalogue(): Promise<void> {
  await db().book.deleteMany()
  await db().collection.deleteMany()
  await db().searchTerm.deleteMany()
  await db().catalogueVersion.update({ where: { id: 1 }, data: { version: { increment: 1 } } })
  forgetCatalogueVersion()
}

/** Books with the slugs b-000, b-001, and so on. */
export const numbered = (count: number, draft: (i: number) => Draft): Record<string, Draft> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`b-${String(i).padStart(3, '0')}`, draft(i)]),
  )

export const QUERY: ListQuery = { page: 1, search: '', genre: null, sort: null }

/** The slugs that a query finds, in order, over all pages. */
export async function slugs(query: Partial<ListQuery> = {}, access: Access = 'full') {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const list = await listBooks(access, { ...QUERY, ...query, page })
    found.push(...list.books.map((book) => book.slug))
    if (!list.hasMore) return found
  }
}
