import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempDisposableSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join, relative, resolve, sep } from 'node:path'
import Sqlite from 'better-sqlite3'
import { engineOf, sqliteFile } from '../database.server.ts'
import { migrate } from '../migrate-database.server.ts'
import { copyDatabase, withSource } from './copy-database.server.ts'
import { openSqlite, tablesOf } from './sqlite-tables.server.ts'
import { type Contents, contentsOf, CopyError } from './tables.ts'

/**
 * A backup is one SQLite file, whichever engine it comes from: the tables of a SQLite installation,
 * the files of the data folder, and checksums of both.
 */

const SCHEMA = `
  CREATE TABLE _readr_backup (name TEXT PRIMARY KEY, rows INTEGER NOT NULL, checksum TEXT NOT NULL);
  CREATE TABLE _readr_files (path TEXT PRIMARY KEY, mode INTEGER NOT NULL, sha256 TEXT NOT NULL, bytes BLOB NOT NULL);`

export interface BackupSummary {
  tables: number
  rows: number
  files: number
  /** The contents of each table, when the backup was made. */
  stated: Map<string, Contents>
}

/** A restore's folder in the data folder begins like this. It is not backed up. */
export const RESTORE_FOLDER = '.restore-'

interface StoredFile {
  path: string
  mode: number
  sha256: string
  bytes: Buffer
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/**
 * Writes the database of a running installation, as it is at one moment, and its files into one
 * file. The file gets its name after it has been checked.
 * @param backups the folder of other backups; those in the data folder are left out
 * @throws CopyError if the file exists, the disk is full, or what was written is damaged
 */
export async function backUp(
  url: string,
  dataDir: string,
  file: string,
  backups?: string,
): Promise<BackupSummary> {
  if (existsSync(file)) throw new CopyError(`${file} already exists. Choose another name.`)
  const part = `${file}.part`
  rmSync(part, { force: true })
  // It holds personal data, so only its owner may read it, from the first byte on.
  closeSync(openSync(part, 'wx', 0o600))
  try {
    if (engineOf(url) === 'postgres') await copyDatabase(url, `file:${part}`)
    else snapshot(sqliteFile(url), part)
    await addFilesAndChecksums(part, dataDir, filesOf(dataDir, backups))
    const summary = await checkBackup(part)
    syncToDisk(part)
    renameSync(part, file)
    return summary
  } catch (error) {
    if (!/ENOSPC|SQLITE_FULL/.test((error as { code?: string }).code ?? '')) throw error
    const message = `The disk with ${dirname(file)} is full. Free some space there and try again.`
    throw new CopyError(message, { cause: error })
  } finally {
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(part + ending, { force: true })
  }
}

/** VACUUM INTO copies one moment in one statement; a copy by pages starts over after each write. */
function snapshot(from: string, to: string): void {
  using db = openSqlite(from, { readonly: true, fileMustExist: true, timeout: 10_000 })
  db.prepare('VACUUM INTO ?').run(to)
}

async function addFilesAndChecksums(part: string, dataDir: string, paths: string[]): Promise<void> {
  const contents = await tableContents(part)
  using db = openSqlite(part)
  // Without a write-ahead log, the backup is one file.
  db.pragma('journal_mode = DELETE')
  db.exec(SCHEMA)
  const addTable = db.prepare('INSERT INTO _readr_backup VALUES (?, ?, ?)')
  for (const [name, { rows, checksum }] of contents) addTable.run(name, rows, checksum)
  const addFile = db.prepare('INSERT INTO _readr_files VALUES (?, ?, ?, ?)')
  for (const path of paths) {
    const bytes = readFileSync(join(dataDir, path))
    addFile.run(path, statSync(join(dataDir, path)).mode & 0o777, sha256(bytes), bytes)
  }
}

function tableContents(file: string): Promise<Map<string, Contents>> {
  return withSource(`file:${file}`, async (source) => {
    const contents = new Map<string, Contents>()
    for (const table of tablesOf(file)) contents.set(table.name, await contentsOf(source, table))
    return contents
  })
}

/** The folder of audio in the data folder, unless AUDIO_DIR names another: too large for a backup. */
const AUDIO_FOLDER = `audio${sep}`

function filesOf(dataDir: string, backups = dataDir): string[] {
  if (!existsSync(dataDir)) return []
  const leftOut = relative(dataDir, backups) + sep
  const paths = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dataDir, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith(RESTORE_FOLDER) && !path.startsWith(leftOut))
    .filter((path) => !path.startsWith(AUDIO_FOLDER))
  const databases = paths.filter((path) => isSqlite(join(dataDir, path)))
  return paths.filter((path) => !databases.some((name) => path.startsWith(name))).toSorted()
}

const SQLITE_MAGIC = 'SQLite format 3\0'

function isSqlite(path: string): boolean {
  const start = Buffer.alloc(SQLITE_MAGIC.length)
  const file = openSync(path, 'r')
  try {
    readSync(file, start, 0, start.length, 0)
  } finally {
    closeSync(file)
  }
  return start.toString('latin1') === SQLITE_MAGIC
}

/**
 * Checks every page, row, and file of a backup.
 * @throws CopyError that says what is damaged
 */
export async function checkBackup(file: string): Promise<BackupSummary> {
  if (!existsSync(file)) throw new CopyError(`${file} does not exist.`)
  if (!isSqlite(file)) throw new CopyError(`${file} is not a backup.`)
  using db = openSqlite(file, { readonly: true })
  try {
    const isBackup = db.prepare(`SELECT 1 FROM sqlite_master WHERE name = '_readr_backup'`).get()
    if (!isBackup) throw new CopyError(`${file} is not a backup.`)
    const found = db.pragma('integrity_check', { simple: true })
    if (found !== 'ok') throw new CopyError(`${file} is damaged: ${String(found)}`)
    const stated = db
      .prepare<[], { name: string } & Contents>('SELECT name, rows, checksum FROM _readr_backup')
      .all()
    const contents = await tableContents(file)
    for (const { name, rows, checksum } of stated) {
      const there = contents.get(name)
      if (there?.rows !== rows || there.checksum !== checksum) {
        throw new CopyError(
          `${file} is damaged: the ${rows} rows of ${name} are not what was backed up.`,
        )
      }
    }
    let files = 0
    for (const stored of storedFiles(db)) {
      files += 1
      if (sha256(stored.bytes) !== stored.sha256) {
        throw new CopyError(`${file} is damaged: ${stored.path} is not what was backed up.`)
      }
    }
    const rows = stated.reduce((sum, table) => sum + table.rows, 0)
    return {
      tables: stated.length,
      rows,
      files,
      stated: new Map(stated.map(({ name, ...table }) => [name, table])),
    }
  } catch (error) {
    if (error instanceof CopyError) throw error
    throw new CopyError(`${file} is damaged: ${String(error)}`, { cause: error })
  }
}

/** The files in a backup, without their bytes. */
export function filesInBackup(file: string): Pick<StoredFile, 'path' | 'sha256'>[] {
  using db = openSqlite(file, { readonly: true })
  return db
    .prepare<[], Pick<StoredFile, 'path' | 'sha256'>>('SELECT path, sha256 FROM _readr_files')
    .all()
}

function storedFiles(db: Sqlite.Database): IterableIterator<StoredFile> {
  return db.prepare<[], StoredFile>('SELECT * FROM _readr_files').iterate()
}

/**
 * Restores a backup of this version or an older one into an empty installation, of either engine.
 * @returns what the backup holds, and what was copied after its migration
 * @throws CopyError if the backup is damaged, or the installation is not empty
 */
export async function restore(
  url: string,
  dataDir: string,
  file: string,
): Promise<BackupSummary & { copied: Map<string, Contents> }> {
  const summary = await checkBackup(file)
  mkdirSync(dataDir, { recursive: true })
  // The system's temporary folder may be too small for a database.
  using folder = mkdtempDisposableSync(join(dataDir, RESTORE_FOLDER))
  using backup = openSqlite(file, { readonly: true })
  for (const stored of storedFiles(backup)) requireSameOrAbsent(stored, dataDir)
  const copy = join(folder.path, 'backup.db')
  copyFileSync(file, copy)
  // A backup may be kept read-only.
  chmodSync(copy, 0o600)
  const db = new Sqlite(copy)
  db.exec('DROP TABLE _readr_backup; DROP TABLE _readr_files')
  db.close()
  await migrate(`file:${copy}`)
  const copied = await copyDatabase(`file:${copy}`, url)
  for (const stored of storedFiles(backup)) writeStored(stored, dataDir)
  return { ...summary, copied }
}

function pathIn(path: string, dataDir: string): string {
  const target = resolve(dataDir, path)
  if (relative(dataDir, target).startsWith('..')) {
    throw new CopyError(`The backup has a file outside of the data folder: ${path}.`)
  }
  return target
}

function requireSameOrAbsent({ path, sha256: expected }: StoredFile, dataDir: string): void {
  const target = pathIn(path, dataDir)
  if (existsSync(target) && sha256(readFileSync(target)) !== expected) {
    throw new CopyError(
      `The data folder already has a different ${path}. Move it away. Nothing was changed.`,
    )
  }
}

function writeStored({ path, mode, bytes }: StoredFile, dataDir: string): void {
  const target = pathIn(path, dataDir)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(`${target}.part`, bytes, { mode })
  renameSync(`${target}.part`, target)
}

function syncToDisk(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
