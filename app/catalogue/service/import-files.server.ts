import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { forgetCatalogueVersion } from './version.server.ts'
import { collectionHashes, writeCollections } from '../store/collections.server.ts'
import { sourceHashes, writeBooks } from '../store/write-books.server.ts'
import type { BookProblem } from './check-book.server.ts'
import {
  type CheckedFiles,
  type CheckedPart,
  checkFiles,
  type FileOnDisk,
  type FreshBook,
} from './check-files.server.ts'
import { isBookFile } from './parse-book-file.server.ts'
import { sourceOf } from './book-source.ts'
import { collectionSource } from './check-collection.server.ts'
import { checkFilesElsewhere } from './read-files.server.ts'

export interface ImportReport {
  added: number
  addedCollections: number
  changed: number
  unchanged: number
  /** How new and changed books could be better. */
  warnings: BookProblem[]
}

export class ImportError extends Error {
  readonly problems: BookProblem[]

  constructor(problems: BookProblem[]) {
    super(
      problems.map(problemLine).join('\n') +
        `\nNothing was imported. Fix the ${problems.length === 1 ? 'problem' : 'problems'} above and try again.`,
    )
    this.problems = problems
  }
}

/** A problem as a line: `walden.md:7: locked: must be true or false`. */
export function problemLine({ file, line, field, message }: BookProblem): string {
  return `${file}:${line}: ${field}: ${message}`
}

export type ImportProgress = (step: 'checked' | 'written', done: number, total: number) => void

/**
 * Imports files of books and collections: all of them, or none if one has a problem. They are matched
 * by slug; unchanged ones are skipped, and the previous state of a changed one is kept as a revision.
 * @param where the name to use in problems when there are no book files
 * @param administrator who imports, and what to write in the same transaction; undefined: the operator,
 * whose files are read in this process
 * @throws ImportError with the file, line, and field of each problem
 */
export async function importFiles(
  files: FileOnDisk[],
  where: string,
  onProgress: ImportProgress = () => {},
  administrator?: { id: number; inTransaction: (report: ImportReport) => InTransaction },
): Promise<ImportReport> {
  const stored = await sourceHashes()
  const { fresh, collections, unchangedBooks, warnings } = await check(
    files,
    where,
    stored,
    onProgress,
    administrator ? checkFilesElsewhere : checkFiles,
  )
  const storedPaths = await collectionHashes()
  const freshPaths = collections.filter((one) => storedPaths.get(one.slug) !== one.sourceHash)
  const written = fresh.length + freshPaths.length
  const addedCollections = freshPaths.filter(({ slug }) => !storedPaths.has(slug)).length
  const added = fresh.filter(({ record }) => !stored.has(record.slug)).length + addedCollections
  const unchanged = unchangedBooks + collections.length - freshPaths.length
  const report = { added, addedCollections, changed: written - added, unchanged, warnings }
  if (written > 0) {
    const by = administrator?.id ?? null
    await writeBooks(
      fresh.map(({ record }) => record),
      new Map(fresh.flatMap(({ record, covers }) => (covers ? [[record.slug, covers]] : []))),
      { by, sourceOf },
      (count) => onProgress('written', count, fresh.length),
      async (tx) => {
        await writeCollections(tx, freshPaths, { by, sourceOf: collectionSource })
        await administrator?.inTransaction(report)(tx)
      },
    )
    forgetCatalogueVersion()
  }
  return report
}

/** @throws ImportError */
async function check(
  files: FileOnDisk[],
  where: string,
  stored: Map<string, string>,
  onProgress: ImportProgress,
  checkThem: typeof checkFiles | typeof checkFilesElsewhere,
): Promise<CheckedFiles & { fresh: FreshBook[] }> {
  const bookFiles = files.filter(isBookFile)
  if (bookFiles.length === 0) {
    const message = 'has no book files (.md, .txt, or .json)'
    throw new ImportError([{ file: where, line: 0, field: 'folder', message }])
  }
  const fresh: FreshBook[] = []
  let checked = 0
  const onPart = (part: CheckedPart) => {
    if (!('checked' in part)) return void fresh.push(part)
    checked = part.checked
    onProgress('checked', checked, bookFiles.length)
  }
  const result = await checkThem({ files, stored }, onPart)
  const file = bookFiles[checked]?.path ?? where
  const message = 'takes too much time or memory to read'
  const problems = result?.problems ?? [{ file, line: 1, field: 'file', message }]
  if (!result || problems.length > 0) throw new ImportError(problems)
  return { ...result, fresh }
}
