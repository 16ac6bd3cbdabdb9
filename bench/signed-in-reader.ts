/** Readers for the benchmark. */
import Sqlite from 'better-sqlite3'
import type { Server } from './servers.ts'

/** Headers that identify who asks. */
export type Headers = Record<string, string>

export interface Reader {
  cookie: Headers
  token: Headers
}

let readers = 0

/** Creates an account and signs in both ways. */
export async function signIn({ port }: Pick<Server, 'port'>): Promise<Reader> {
  const origin = `http://127.0.0.1:${port}`
  const account = {
    email: `bench-${process.pid}-${Date.now()}-${readers++}@readr.test`,
    password: 'of no value',
  }
  const made = await fetch(`${origin}/api/auth/register`, {
    method: 'POST',
    body: JSON.stringify({ name: 'Bench', ...account }),
  })
  const { data } = (await made.json()) as { data: { accessToken: string } }
  const form = new URLSearchParams(account)
  const entered = await fetch(`${origin}/login`, { method: 'POST', body: form, redirect: 'manual' })
  const cookie = entered.headers.getSetCookie()[0]?.split(';', 1)[0]
  if (cookie === undefined) throw new Error(`Could not sign in: ${entered.status}.`)
  return { cookie: { Cookie: cookie }, token: { Authorization: `Bearer ${data.accessToken}` } }
}

/** What the measured reader has done. */
const MARKS = { ReadBook: 30, SavedBook: 20, ReadingPlace: 5 }
const COLUMNS = {
  ReadBook: '(userId, bookId, readAt) VALUES (?, ?, ?)',
  SavedBook: '(userId, bookId, savedAt) VALUES (?, ?, ?)',
  ReadingPlace: `(userId, bookId, placedAt, section, paragraph, share) VALUES (?, ?, ?, 'idea-3', 0, 0.4)`,
}

const change = (database: string, run: (db: Sqlite.Database, newest: number) => void) => {
  const db = new Sqlite(database, { timeout: 10_000 })
  db.transaction(() => run(db, db.prepare('SELECT max(id) FROM User').pluck().get() as number))()
  db.close()
}

/** Marks popular books for the newest account. */
export function markBooks(database: string): void {
  change(database, (db, user) => {
    const books = db.prepare('SELECT id FROM Book ORDER BY popularity DESC, id').pluck().all()
    for (const [table, count] of Object.entries(MARKS)) {
      const insert = db.prepare(`INSERT INTO ${table} ${COLUMNS[table as keyof typeof MARKS]}`)
      for (const book of books.splice(0, count)) insert.run(user, book, '2026-11-01T00:00:00+00:00')
    }
  })
}

/** Gives the newest account a subscription. */
export function subscribe(database: string): void {
  change(database, (db, user) =>
    db
      .prepare(
        `INSERT INTO Subscription (userId, ticket, status, isSetUp, accessUntil, reconciledAt)
          VALUES (?, 1, 'active', 1, '2100-01-01T00:00:00+00:00', '2026-11-01T00:00:00+00:00')`,
      )
      .run(user),
  )
}
