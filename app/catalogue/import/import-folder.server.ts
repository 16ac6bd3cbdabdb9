import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from '../../platform/env.server.ts'
import { forgetCatalogueVersion } from '../service.server.ts'
import { sourceHashes, writeBooks } from '../store.server.ts'
import { type BookFile, bookFilesIn, type Problem, readBookFile } from './read-files.server.ts'

export interface ImportReport {
  added: number
  changed: number
  unchanged: number
}

/** The files that kept a folder from being imported, with all that is wrong with them. */
export class ImportError extends Error {
  readonly problems: Problem[]

  constructor(problems: Problem[]) {
    super(
      problems.map((p) => `${p.file}:${p.line}: ${p.field}: ${p.message}`).join('\n') +
        `\nNothing was imported. Mend the ${problems.length === 1 ? 'line' : 'lines'} above and import again.`,
    )
    this.problems = problems
  }
}

/** What an import is doing: how many of how many files are checked or written. */
export type Progress = (step: 'checked' | 'written', done: number, total: number) => void

/**
 * Imports a folder of book files: all of them, or, when one is wrong, none. A book is known by its
 * slug (the file's name); files that have not changed since their last import are left alone.
 * @throws ImportError naming file, line and field of everything that is wrong
 */
export async function importFolder(folder: string, onProgress: Progress): Promise<ImportReport> {
  const names = await bookFilesIn(folder)
  if (names.length === 0) {
    throw new ImportError([
      { file: folder, line: 0, field: 'folder', message: 'holds no book files (.md or .txt)' },
    ])
  }
  const books: BookFile[] = []
  const problems: Problem[] = []
  const slugs = new Map<string, string>()
  for (const [i, name] of names.entries()) {
    const { book, problems: found } = await readBookFile(folder, name)
    problems.push(...found)
    const slug = book?.record.slug
    if (slug !== undefined && slugs.has(slug)) {
      const message = `${slugs.get(slug)!} has the same slug`
      problems.push({ file: join(folder, name), line: 1, field: 'slug', message })
    }
    if (slug !== undefined) slugs.set(slug, name)
    if (book) books.push(book)
    onProgress('checked', i + 1, names.length)
  }
  if (problems.length > 0) throw new ImportError(problems)

  const stored = await sourceHashes()
  const fresh = books.filter(({ record }) => stored.get(record.slug) !== record.sourceHash)
  if (fresh.length > 0) {
    await keepCovers(fresh)
    await writeBooks(
      fresh.map((book) => book.record),
      (count) => onProgress('written', count, fresh.length),
    )
    forgetCatalogueVersion()
  }
  const added = fresh.filter(({ record }) => !stored.has(record.slug)).length
  return { added, changed: fresh.length - added, unchanged: books.length - fresh.length }
}

/** Copies books' own covers under names that carry their content, so an old page keeps its image. */
async function keepCovers(books: BookFile[]): Promise<void> {
  const folder = join(env().dataDir, 'covers')
  for (const { coverPath, record } of books) {
    if (!coverPath || !record.coverFile) continue
    await mkdir(folder, { recursive: true })
    await copyFile(coverPath, join(folder, record.coverFile))
  }
}
