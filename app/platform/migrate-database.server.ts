import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type pg from 'pg'
import { type Engine, engineOf, sqliteFile } from './database.server.ts'
import { checkReferences } from './check-references.server.ts'
import { riskyWords } from './may-break-references.ts'
import { connectToPostgres } from './postgres-client.server.ts'
import {
  compareMigrations,
  kindOf,
  type KnownMigration,
  problemWith,
  reportOn,
} from './schema-versions.ts'

interface Migration extends KnownMigration {
  sql: string
}

/** The same table as Prisma's migrate command uses. */
const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" %TIME%,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" %TIME%,
  "started_at" %TIME% NOT NULL DEFAULT %NOW%, "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`

/** Any fixed number: only one process at a time may migrate. */
const ADVISORY_LOCK = 7_317_001

export class MigrationError extends Error {}

/**
 * Applies the missing migrations, each completely or not at all.
 * @param onCheck called before SQLite checks the references of a table, which takes up to seconds
 * @returns the names of the migrations that were applied
 * @throws MigrationError if this version cannot run on the database, or a migration fails
 */
export async function migrate(
  url: string,
  folder = 'prisma',
  onCheck: (table: string) => void = () => {},
): Promise<string[]> {
  const engine = engineOf(url)
  const migrations = readMigrations(join(folder, engine, 'migrations'))
  return engine === 'postgres'
    ? migratePostgres(url, migrations)
    : migrateSqlite(url, migrations, onCheck)
}

/**
 * Compares a database with the migrations of this version, and changes nothing.
 * @returns what the operator should know, and the exit status of `readr migrate --check`
 */
export async function checkMigrations(url: string, folder = 'prisma') {
  const shipped = readMigrations(join(folder, engineOf(url), 'migrations'))
  return reportOn(compareMigrations(shipped, await applied(url)))
}

export function shippedMigrations(engine: Engine, folder = 'prisma'): string[] {
  return readMigrations(join(folder, engine, 'migrations')).map(({ name }) => name)
}

export async function appliedMigrations(url: string): Promise<string[]> {
  return (await applied(url)).map(({ name }) => name)
}

async function applied(url: string): Promise<KnownMigration[]> {
  const rows =
    engineOf(url) === 'postgres' ? await appliedToPostgres(url) : appliedToSqlite(sqliteFile(url))
  return rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

const APPLIED =
  'SELECT migration_name AS name, checksum, logs AS kind FROM _prisma_migrations WHERE finished_at IS NOT NULL'

function appliedToSqlite(file: string): KnownMigration[] {
  if (!existsSync(file)) return []
  const db = new Sqlite(file, { readonly: true, timeout: 10_000 })
  try {
    const exists = db.prepare(`SELECT 1 FROM sqlite_master WHERE name = '_prisma_migrations'`).get()
    return exists ? db.prepare<[], KnownMigration>(APPLIED).all() : []
  } finally {
    db.close()
  }
}

async function appliedToPostgres(url: string): Promise<KnownMigration[]> {
  const client = await connectToPostgres(url)
  try {
    const { rows } = await client.query<{ name: string | null }>(
      `SELECT to_regclass('_prisma_migrations')::text AS name`,
    )
    return rows[0]!.name === null ? [] : (await client.query<KnownMigration>(APPLIED)).rows
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
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { name, sql, checksum, kind: kindOf(sql) }
    })
}

/** The migrations that were not applied yet. */
function pending(all: Migration[], applied: KnownMigration[]): Migration[] {
  const compared = compareMigrations(all, applied)
  const problem = problemWith(compared)
  if (problem !== null) throw new MigrationError(problem)
  return compared.pending
}

function failure({ name }: Migration, error: unknown): MigrationError {
  return new MigrationError(
    `Migration ${name} failed: ${String(error)}. It was undone. Fix the problem, or use a version of Readr with a fix, and start Readr again.`,
    { cause: error },
  )
}

function migrateSqlite(
  url: string,
  migrations: Migration[],
  onCheck: (table: string) => void,
): string[] {
  const file = sqliteFile(url)
  mkdirSync(dirname(file), { recursive: true })
  const db = new Sqlite(file, { timeout: 10_000 })
  try {
    db.pragma('journal_mode = WAL')
    // Before BEGIN, because this pragma does nothing inside a transaction, and dropping a table to
    // redefine it would then delete the rows that refer to it.
    db.pragma('foreign_keys = OFF')
    const names: string[] = []
    db.exec('BEGIN IMMEDIATE')
    try {
      db.exec(
        MIGRATIONS_TABLE.replaceAll('%TIME%', 'DATETIME').replace('%NOW%', 'current_timestamp'),
      )
      const done = db.prepare<[], KnownMigration>(APPLIED).all()
      const insert = db.prepare(
        'INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, applied_steps_count) VALUES (?, ?, ?, ?, ?, 1)',
      )
      const risky = new Set<string>()
      for (const migration of pending(migrations, done)) {
        for (const word of riskyWords(migration.sql)) risky.add(word)
        try {
          db.exec(migration.sql)
        } catch (error) {
          throw failure(migration, error)
        }
        insert.run(randomUUID(), migration.checksum, Date.now(), migration.name, migration.kind)
        names.push(migration.name)
      }
      const broken = checkReferences(db, risky, onCheck)
      if (broken > 0) {
        throw new MigrationError(
          `${broken} rows would refer to rows that do not exist. Nothing was changed.`,
        )
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
  const client = await connectToPostgres(url)
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
 * Applies the first missing migration. The lock is taken in the same transaction, because behind a
 * pooler each transaction may have another connection.
 * @returns its name; null if none is missing
 */
async function applyNext(client: pg.Client, migrations: Migration[]): Promise<string | null> {
  try {
    await client.query('BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0')
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK])
    await client.query(
      MIGRATIONS_TABLE.replaceAll('%TIME%', 'TIMESTAMPTZ').replace('%NOW%', 'now()'),
    )
    const { rows } = await client.query<KnownMigration>(APPLIED)
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
      'INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, applied_steps_count) VALUES ($1, $2, now(), $3, $4, 1)',
      [randomUUID(), migration.checksum, migration.name, migration.kind],
    )
  } catch (error) {
    throw failure(migration, error)
  }
}
