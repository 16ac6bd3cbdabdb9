/** Databases with a catalogue and simulated readers, stored between runs. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { publicId } from '../app/catalogue/rules/public-id.ts'
import { catalogueWith, schemaHash, sqliteValue } from './generate-catalogue.ts'

export interface DatabaseSize {
  books: number
  /** Simulated readers, with 20 marks each on average. */
  readers: number
}

const NEWEST_MARK = Date.UTC(2026, 10, 1)
const HOUR_MS = 3_600_000

/**
 * A copy of the database of this size, deleted when the benchmark exits. Creating the first one may
 * take minutes.
 */
export async function databaseWith(
  size: DatabaseSize,
  home: string,
  folder: string,
): Promise<string> {
  const kept =
    size.readers > 0 ? await simulated(size, home, folder) : await catalogueWith(size.books, folder)
  const copy = join(folder, `run-${process.pid}-${size.books}-${size.readers}.db`)
  copyFileSync(kept, copy)
  process.on('exit', () => remove(copy))
  return copy
}

async function simulated(
  { books, readers }: DatabaseSize,
  home: string,
  folder: string,
): Promise<string> {
  const file = join(folder, `readers-${schemaHash()}-${books}-${readers}.db`)
  if (existsSync(file)) return file
  const unfinished = `${file}.${process.pid}`
  copyFileSync(await catalogueWith(books, folder), unfinished)
  const { status } = spawnSync(
    process.execPath,
    [join(home, 'build/server/readr.js'), 'simulate', '--readers', String(readers)],
    {
      cwd: home,
      env: { PATH: process.env['PATH'], DATABASE_URL: `file:${unfinished}`, DATA_DIR: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  if (status !== 0) throw new Error(`Could not simulate readers: ${status}.`)
  renameSync(unfinished, file)
  return file
}

function remove(database: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(database + suffix, { force: true })
}

const POLL_MS = 200

/** Waits until a server has counted the marks that have left the trend since they were simulated. */
export async function allCounted(database: string): Promise<void> {
  const db = new Sqlite(database, { readonly: true })
  const waiting = db
    .prepare<[number], number>(
      `SELECT (SELECT count(*) FROM MarkEvent)
        + (SELECT count(*) FROM CountedMark WHERE trendUntilMinute <= ?)`,
    )
    .pluck()
  while (waiting.get(Math.floor(Date.now() / 60_000))! > 0) await sleep(POLL_MS)
  db.close()
}

export interface Marks {
  read: number
  saved: number
  /** Books that the reader has begun. */
  begun: number
}

/** Makes the newest account an administrator's. */
export function promoteNewest(database: string): void {
  const db = new Sqlite(database, { timeout: 10_000 })
  db.exec(`UPDATE User SET role = 'admin', emailVerified = 1 WHERE id = (SELECT max(id) FROM User)`)
  db.close()
}

/**
 * Marks popular books for the newest account.
 * @returns public ids of some unmarked books
 */
export function markBooks(database: string, { read, saved, begun }: Marks, more = 0): string[] {
  const db = new Sqlite(database, { timeout: 10_000 })
  const user = db.prepare<[], number>('SELECT max(id) FROM User').pluck().get()!
  const books = db
    .prepare<[number], number>('SELECT id FROM Book ORDER BY popularity DESC, id LIMIT ?')
    .pluck()
    .all(read + saved + begun + more)
  const inserts = [
    'INSERT INTO ReadBook (userId, bookId, readAt) VALUES (?, ?, ?)',
    'INSERT INTO SavedBook (userId, bookId, savedAt) VALUES (?, ?, ?)',
    `INSERT INTO ReadingPlace (userId, bookId, section, paragraph, share, placedAt)
      VALUES (?, ?, 'idea-3', 0, 0.4, ?)`,
  ]
  db.transaction(() => {
    for (const [i, count] of [read, saved, begun].entries()) {
      for (const [age, book] of books.splice(0, count).entries())
        db.prepare(inserts[i]!).run(user, book, sqliteValue(new Date(NEWEST_MARK - age * HOUR_MS)))
    }
  })()
  db.close()
  return books.map(publicId)
}
