/** The database of the benchmark, made with the commands of the build that it is for. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'

export const BOOKS = 1000
export const READERS = 10_000

/**
 * A copy of the database for a build, deleted when this process exits. The first one takes minutes;
 * it is kept until the migrations change.
 * @param home the folder with the build
 */
export async function databaseFor(home: string, folder: string): Promise<string> {
  const migrations = readdirSync(join(home, 'prisma/sqlite/migrations')).toSorted().join()
  const version = createHash('sha256').update(migrations).digest('hex').slice(0, 8)
  const file = join(folder, `bench-${version}-${BOOKS}-${READERS}.db`)
  if (!existsSync(file)) await make(file, home)
  const copy = join(folder, `run-${process.pid}-${version}.db`)
  copyFileSync(file, copy)
  process.on('exit', () => remove(copy))
  return copy
}

async function make(file: string, home: string): Promise<void> {
  console.error(`making ${file} (minutes, once) …`)
  const unfinished = `${file}.${process.pid}`
  const books = `${unfinished}-books`
  writeBooks(books)
  const readr = (...args: string[]) =>
    execFileSync(process.execPath, [join(home, 'build/server/readr.js'), ...args], {
      cwd: home,
      env: { PATH: process.env['PATH'], DATABASE_URL: `file:${unfinished}`, DATA_DIR: books },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  readr('migrate', '--fill', books)
  readr('simulate', '--readers', String(READERS))
  rmSync(books, { recursive: true })
  renameSync(unfinished, file)
  remove(unfinished)
}

/** Copies of the books in content/, each with a number in its title. */
function writeBooks(folder: string): void {
  mkdirSync(folder)
  const names = readdirSync('content').filter((name) => name.endsWith('.md'))
  for (let i = 0; i < BOOKS; i++) {
    const name = names[i % names.length]!
    const number = Math.floor(i / names.length) + 1
    const text = readFileSync(join('content', name), 'utf8')
    const numbered = text.replace(/^title: ("?)(.*?)"?$/m, `title: $1$2 ${number}$1`)
    writeFileSync(join(folder, name.replace('.md', `-${number}.md`)), numbered)
  }
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
