import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileOnDisk } from './check-files.server.ts'
import { importFiles, type ImportReport, type ImportProgress } from './import-files.server.ts'

export { ImportError, problemLine, type ImportProgress } from './import-files.server.ts'

/**
 * Imports a folder of book files and covers, and the files in its folder "collections".
 * @throws ImportError like importFiles()
 */
export async function importFolder(
  folder: string,
  onProgress: ImportProgress,
): Promise<ImportReport> {
  return importFiles(await filesOf(folder), folder, onProgress)
}

export const filesOf = async (folder: string): Promise<FileOnDisk[]> => [
  ...(await filesIn(folder)),
  ...(await filesIn(join(folder, COLLECTIONS), true)),
]

/** The folder of collections among the books. */
export const COLLECTIONS = 'collections'

async function filesIn(folder: string, mayBeMissing = false): Promise<FileOnDisk[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (mayBeMissing) return []
    throw error
  })
  const names = entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name)
  const files = names.toSorted().map(async (name) => {
    const path = join(folder, name)
    const { size } = await stat(path).catch(() => ({ size: 0 }))
    return { name, path, size, place: path }
  })
  return Promise.all(files)
}
