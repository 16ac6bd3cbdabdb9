import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from '../../platform/env.server.ts'
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
    return await asLongWork(async () => {
      await using folder = await mkdtempDisposable(join(env().dataDir, 'import-'))
      const kept = []
      for (const [i, { name, size, read }] of files.entries()) {
        const place = join(folder.path, `${i}`)
        await writeFile(place, await read(), { mode: 0o600 })
        kept.push({ name, path: name, size, place })
      }
      return await importFiles(kept, 'Your upload', () => {}, administrator)
    })
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
