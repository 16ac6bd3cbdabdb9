import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { asLongWork } from '../../platform/database-work.server.ts'
import type { ImportFile } from './check-book.server.ts'
import { ImportError, importFiles, type ImportReport, problemLine } from './import-files.server.ts'

const SHOWN_PROBLEMS = 100

/**
 * Imports uploaded files: all of their books, or none if one has a problem.
 * @throws DomainError invalid-input with the file, line, and field of each problem
 */
export async function importUpload(
  files: Omit<ImportFile, 'path'>[],
  administrator: { id: number; inTransaction: (report: ImportReport) => InTransaction },
): Promise<ImportReport> {
  try {
    const named = files.map((file) => ({ ...file, path: file.name }))
    return await asLongWork(() => importFiles(named, 'Your upload', () => {}, administrator))
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    const lines = error.problems.map(problemLine)
    const more = lines.length - SHOWN_PROBLEMS
    throw new DomainError(
      'invalid-input',
      'Nothing was imported. Fix these problems and try again.',
      {
        files: [...lines.slice(0, SHOWN_PROBLEMS), ...(more > 0 ? [`… and ${more} more`] : [])],
      },
    )
  }
}
