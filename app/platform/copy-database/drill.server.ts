import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { engineOf } from '../database.server.ts'
import { filesInBackup, restore, RESTORE_FOLDER } from './backup.server.ts'
import { isCurrent, readBlank, withSource } from './copy-database.server.ts'
import { createTemporaryDatabase } from './temporary-database.server.ts'
import { type Contents, contentsOf, CopyError } from './tables.ts'

/** A drill or restore that began this long ago was killed. */
const ABANDONED_AFTER_MS = 86_400_000

export interface DrilledTable {
  name: string
  backup: Contents
  /** What a second connection finds after the restore. */
  restored: Contents
  /** How many rows the product has now; null: it is of another version. */
  rowsNow: number | null
}

/**
 * Restores a backup next to the running product, reads everything again, and removes it: in a new
 * database on the same PostgreSQL server, or in a SQLite file in the data folder.
 * @param options.interrupted ends the drill early; what it created is still removed
 * @throws CopyError if it cannot be restored, a file in it is not the same afterward, or it is interrupted
 */
export async function drill(
  url: string,
  dataDir: string,
  file: string,
  { onSqlite = false, interrupted }: { onSqlite?: boolean; interrupted?: AbortSignal } = {},
): Promise<DrilledTable[]> {
  if (!existsSync(file)) throw new CopyError(`${file} does not exist.`)
  mkdirSync(dataDir, { recursive: true })
  removeAbandoned(dataDir)
  const folder = mkdtempSync(join(dataDir, RESTORE_FOLDER))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  // A second signal ends the process without the end of this function.
  process.once('exit', removeFolder)
  try {
    const database =
      onSqlite || engineOf(url) === 'sqlite'
        ? { url: `file:${join(folder, 'restored.db')}`, drop: () => {} }
        : await createTemporaryDatabase(url)
    try {
      const compared = restoreAndCompare(database.url, url, folder, file)
      return await Promise.race([compared, rejectedBy(interrupted)])
    } finally {
      await database.drop()
    }
  } finally {
    removeFolder()
    process.off('exit', removeFolder)
  }
}

/** Never resolves. */
function rejectedBy(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const end = () =>
      reject(new CopyError('The drill was interrupted. What it created is removed.'))
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end)
  })
}

function removeAbandoned(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name)
    if (!name.startsWith(RESTORE_FOLDER)) continue
    if (Date.now() - statSync(path).mtimeMs < ABANDONED_AFTER_MS) continue
    rmSync(path, { recursive: true, force: true })
  }
}

async function restoreAndCompare(
  target: string,
  running: string,
  folder: string,
  file: string,
): Promise<DrilledTable[]> {
  const files = join(folder, 'files')
  const { stated, copied } = await restore(target, files, file)
  for (const { path, sha256 } of filesInBackup(file)) {
    const bytes = readFileSync(join(files, path))
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      throw new CopyError(`${path} is not the same after the restore.`)
    }
  }
  // A backup of an older version is migrated, so that its tables may have other columns.
  const expected = (await isCurrent(`file:${file}`)) ? stated : copied
  const tables = (await readBlank()).map(({ table }) => table)
  const restored = await withSource(target, async (source) => {
    const found = new Map<string, Contents>()
    for (const table of tables) found.set(table.name, await contentsOf(source, table))
    return found
  })
  const now = new Map<string, number>()
  if (await isCurrent(running)) {
    await withSource(running, async (source) => {
      for (const table of tables) now.set(table.name, await source.count(table))
    })
  }
  const nothing: Contents = { rows: 0, checksum: '' }
  return [...new Set([...expected.keys(), ...restored.keys()])].toSorted().map((name) => ({
    name,
    backup: expected.get(name) ?? nothing,
    restored: restored.get(name) ?? nothing,
    rowsNow: now.get(name) ?? null,
  }))
}

/** What differs between the backup and what was restored, one sentence for each table. */
export function tableDifferences(tables: DrilledTable[]): string[] {
  return tables.flatMap(({ name, backup, restored }) => {
    if (backup.rows !== restored.rows) {
      return [`${name}: ${backup.rows} rows in the backup, ${restored.rows} after the restore.`]
    }
    const isSame = backup.checksum === restored.checksum
    return isSame ? [] : [`${name}: ${backup.rows} rows, but their values differ.`]
  })
}
