import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { importFolder } from '#app/catalogue/service/import-folder.server.ts'
import type { Access } from '#app/catalogue/rules/access.ts'
import type { ListQuery } from '#app/catalogue/schema/lists.ts'
import { forgetCatalogueVersion } from '#app/catalogue/service/version.server.ts'
import { listBooks } from '#app/catalogue/service/list-books.server.ts'
import { db } from '#app/platform/database.server.ts'

/** What a test says of a book; the rest is filled in. */
export interface Draft {
  title?: string
  author?: string
  year?: number
  genre?: string
  blurb?: string
  locked?: boolean
  publishedAt?: string
  withdrawn?: boolean
  cover?: string
  text?: string
}

export const TEXT = 'Hook\n\nThe free part.\n\n4. Paid idea\n\nThe paid part.\n'

/** A book's file as the catalogue's authors write it. */
export function bookFile({ text = TEXT, ...head }: Draft): string {
  const fields = {
    title: 'Untitled',
    author: 'Nobody',
    year: 1900,
    genre: 'fiction',
    blurb: 'About nothing.',
    locked: false,
    publishedAt: '2026-01-01',
    ...head,
  }
  // JSON is YAML too, and needs no thought about quotes.
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n${text}`
}

/** Runs something with a folder of these files, and takes the folder away again. */
export async function withFolder<T>(
  files: Record<string, string | Uint8Array>,
  run: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'readr-books-'))
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    return await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const importFiles = (files: Record<string, string | Uint8Array>) =>
  withFolder(files, (folder) => importFolder(folder, () => {}))

/** A photograph in one colour, with metadata that nobody is meant to see. */
export const picture = (background: string, width = 400, height = 600): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Artist: 'Somebody private' } })
    .png()
    .toBuffer()

/** Imports books under the slugs that they are listed by. */
export const importBooks = (books: Record<string, Draft>) =>
  importFiles(
    Object.fromEntries(
      Object.entries(books).map(([slug, draft]) => [`${slug}.md`, bookFile(draft)]),
    ),
  )

/** Takes every book away; what is cached by the catalogue's version goes with them. */
export async function emptyCatalogue(): Promise<void> {
  await db().book.deleteMany()
  await db().searchWord.deleteMany()
  await db().catalogueVersion.update({ where: { id: 1 }, data: { version: { increment: 1 } } })
  forgetCatalogueVersion()
}

export const QUERY: ListQuery = { page: 1, search: '', genre: null, sort: null }

/** The slugs that a query finds, in order, over all its pages. */
export async function slugs(query: Partial<ListQuery> = {}, access: Access = 'full') {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const list = await listBooks(access, { ...QUERY, ...query, page })
    found.push(...list.books.map((book) => book.slug))
    if (!list.hasMore) return found
  }
}
