import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { type Engine, engineOf, sqliteFile } from './database.server.ts'

interface Migration {
  name: string
  sql: string
  checksum: string
}

/** The table of Prisma's own migrate command, which accepts a database migrated here. */
const LEDGER = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" %TIME%,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" %TIME%,
  "started_at" %TIME% NOT NULL DEFAULT %NOW%, "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`

/** Any fixed number: two processes that start at once take turns on it. */
const ADVISORY_LOCK = 7_317_001

/** A migration that failed, was changed after it ran, or is unknown to this program. */
export class MigrationError extends Error {}

/**
 * Brings the database to this program's models. Each migration is applied whole or not at all.
 * @returns the names of the migrations applied now
 * @throws MigrationError when the database is newer than the program, or a migration fails
 */
export async function migrate(url: string, folder = 'prisma'): Promise<string[]> {
  const engine = engineOf(url)
  const migrations = readMigrations(join(folder, engine, 'migrations'))
  return engine === 'postgres' ? migratePostgres(url, migrations) : migrateSqlite(url, migrations)
}

/** The names of the migrations that this program brings, in order. */
export function shippedMigrations(engine: Engine, folder = 'prisma'): string[] {
  return readMigrations(join(folder, engine, 'migrations')).map(({ name }) => name)
}

/** The names of the migrations that a database has had, in order; none where there is none yet. */
export async function appliedMigrations(url: string): Promise<string[]> {
  const rows =
    engineOf(url) === 'postgres' ? await appliedToPostgres(url) : appliedToSqlite(sqliteFile(url))
  return rows.map(({ name }) => name).toSorted()
}

const APPLIED =
  'SELECT migration_name AS name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL'

interface Applied {
  name: string
  checksum: string
}

function appliedToSqlite(file: string): Applied[] {
  if (!existsSync(file)) return []
  const db = new Sqlite(file, { readonly: true, timeout: 10_000 })
  try {
    const isThere = db
      .prepare(`SELECT 1 FROM sqlite_master WHERE name = '_prisma_migrations'`)
      .get()
    return isThere ? db.prepare<[], Applied>(APPLIED).all() : []
  } finally {
    db.close()
  }
}

async function appliedToPostgres(url: string): Promise<Applied[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ ledger: string | null }>(
      `SELECT to_regclass('_prisma_migrations')::text AS ledger`,
    )
    return rows[0]!.ledger === null ? [] : (await client.query<Applied>(APPLIED)).rows
  } finally {
    await client.end()
  }
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()
    .map((name) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/** Which migrations are still to run, given what the database says has run. */
function pending(all: Migration[], applied: Applied[]): Migration[] {
  const done = new Map(applied.map((row) => [row.name, row.checksum]))
  for (const migration of all) {
    const checksum = done.get(migration.name)
    if (checksum !== undefined && checksum !== migration.checksum) {
      throw new MigrationError(`Migration ${migration.name} was changed after it had been applied.`)
    }
  }
  const unknown = applied.filter((row) => !all.some((migration) => migration.name === row.name))
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database is newer than this program: it has had ${unknown.map((row) => row.name).join(', ')}. Start a newer version of Readr.`,
    )
  }
  return all.filter((migration) => !done.has(migration.name))
}

/** What an operator reads of a migration that could not be applied. */
function failure({ name }: Migration, error: unknown): MigrationError {
  return new MigrationError(
    `Migration ${name} failed: ${String(error)}. Nothing of it was kept. Mend what it names, or take a version of Readr in which it is mended, and start Readr again.`,
    { cause: error },
  )
}

function migrateSqlite(url: string, migrations: Migration[]): string[] {
  const file = sqliteFile(url)
  mkdirSync(dirname(file), { recursive: true })
  const db = new Sqlite(file, { timeout: 10_000 })
  try {
    db.pragma('journal_mode = WAL')
    // Inside a transaction this pragma does nothing, and a table redefinition would then
    // cascade its DROP TABLE into the children: it has to come first.
    db.pragma('foreign_keys = OFF')
    const names: string[] = []
    db.exec('BEGIN IMMEDIATE')
    try {
      db.exec(LEDGER.replaceAll('%TIME%', 'DATETIME').replace('%NOW%', 'current_timestamp'))
      const applied = db.prepare<[], Applied>(APPLIED).all()
      const insert = db.prepare(
        'INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count) VALUES (?, ?, ?, ?, 1)',
      )
      for (const migration of pending(migrations, applied)) {
        try {
          db.exec(migration.sql)
        } catch (error) {
          throw failure(migration, error)
        }
        insert.run(randomUUID(), migration.checksum, Date.now(), migration.name)
        names.push(migration.name)
      }
      if (names.length > 0) {
        const broken = db.pragma('foreign_key_check') as unknown[]
        if (broken.length > 0) {
          throw new MigrationError(
            `${broken.length} rows lost what they refer to; nothing changed.`,
          )
        }
      }
      db.exec('COMMIT')
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK')
      throw error
    }
    return names
  } finally {
    db.close()
  }
}

async function migratePostgres(url: string, migrations: Migration[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const names: string[] = []
    for (;;) {
      const name = await applyNext(client, migrations)
      if (name === null) return names
      names.push(name)
    }
  } finally {
    await client.end()
  }
}

/**
 * Applies the first migration that is missing, in one transaction with the lock on which processes
 * take turns: a pooler may give each transaction another connection.
 * @returns its name; null when none is missing
 */
async function applyNext(client: pg.Client, migrations: Migration[]): Promise<string | null> {
  try {
    await client.query('BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0')
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK])
    await client.query(LEDGER.replaceAll('%TIME%', 'TIMESTAMPTZ').replace('%NOW%', 'now()'))
    const { rows } = await client.query<Applied>(APPLIED)
    const [next] = pending(migrations, rows)
    if (next) await apply(client, next)
    await client.query('COMMIT')
    return next?.name ?? null
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql)
    await client.query(
      'INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count) VALUES ($1, $2, now(), $3, 1)',
      [randomUUID(), migration.checksum, migration.name],
    )
  } catch (error) {
    throw failure(migration, error)
  }
}
