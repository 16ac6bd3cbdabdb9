import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { importFiles, type ImportReport, type Progress } from './import-files.server.ts'

export { ImportError, type Progress } from './import-files.server.ts'

/**
 * Imports a folder of book files and covers.
 * @throws ImportError like importFiles()
 */
export async function importFolder(folder: string, onProgress: Progress): Promise<ImportReport> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name)
  const files = names.toSorted().map(async (name) => {
    const path = join(folder, name)
    const { size } = await stat(path).catch(() => ({ size: 0 }))
    return { name, path, size, read: () => readFile(path) }
  })
  return importFiles(await Promise.all(files), folder, onProgress)
}
