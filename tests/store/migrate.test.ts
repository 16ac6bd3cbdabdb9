import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engine } from '#app/platform/database.server.ts'
import { env } from '#app/platform/env.server.ts'
import { migrate, MigrationError } from '#app/platform/migrate.server.ts'

/** A database and a copy of the migrations for one test. */
let folder: string
let url: string
let prisma: string
let cleanUp: () => Promise<void>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readr-migrate-'))
  prisma = join(folder, 'prisma')
  cpSync('prisma', prisma, { recursive: true, verbatimSymlinks: true })
  if (engine() === 'sqlite') {
    url = `file:${join(folder, 'deep', 'down', 'readr.db')}`
    cleanUp = async () => {}
  } else {
    const name = `readr_${randomUUID().replaceAll('-', '')}`
    await run(env().databaseUrl, `CREATE DATABASE ${name}`)
    url = env().databaseUrl.replace(/\/[^/]*$/, `/${name}`)
    cleanUp = async () => {
      await run(env().databaseUrl, `DROP DATABASE ${name} WITH (FORCE)`)
    }
  }
})

afterEach(async () => {
  await cleanUp()
  rmSync(folder, { recursive: true, force: true })
})

/** What a statement answers, outside of Prisma. */
async function run(address: string, sql: string): Promise<Record<string, unknown>[]> {
  if (address.startsWith('file:')) {
    const db = new Sqlite(address.slice(5))
    try {
      db.pragma('foreign_keys = ON')
      const statement = db.prepare(sql)
      return statement.reader
        ? (statement.all() as Record<string, unknown>[])
        : (statement.run(), [])
    } finally {
      db.close()
    }
  }
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const shipped = () =>
  readdirSync(join('prisma', engine(), 'migrations'), { withFileTypes: true })
    .filter((e) => e.isDirectory())
    .map((e) => e.name)
    .toSorted()

function addMigration(name: string, sql: string) {
  const path = join(prisma, engine(), 'migrations', name)
  mkdirSync(path, { recursive: true })
  writeFileSync(join(path, 'migration.sql'), sql)
}

const applied = async () =>
  (
    await run(
      url,
      'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name',
    )
  ).map((row) => row['name'])

const addBook = async () => {
  const now = engine() === 'sqlite' ? '0' : 'now()'
  await run(
    url,
    `INSERT INTO "Book" ("id", "slug", "title", "author", "year", "genre", "blurb", "locked", "minutes", "publishedAt", "coverTag", "titleKey", "authorKey", "titleWords", "authorWords", "genreWords", "blurbWords", "sourceHash", "updatedAt")
    VALUES (1, 'a', 'A', 'A', 1, 'fiction', 'A', false, 1, ${now}, 'a', 'a', 'a', 'a', 'a', 'a', 'a', 'a', ${now})`,
  )
  await run(url, `INSERT INTO "BookText" ("bookId", "text", "sources") VALUES (1, 'text', '[]')`)
}

describe('migrate', () => {
  test('makes the database, and does nothing the second time', async () => {
    expect(await migrate(url)).toEqual(shipped())
    expect(await migrate(url)).toEqual([])
    expect(await applied()).toEqual(shipped())
  })

  test('applies what is new, in the order of names', async () => {
    await migrate(url)
    addMigration('29990102000000_second', 'ALTER TABLE "Extra" ADD COLUMN "b" INTEGER;')
    addMigration('29990101000000_first', 'CREATE TABLE "Extra" ("a" INTEGER);')
    expect(await migrate(url, prisma)).toEqual(['29990101000000_first', '29990102000000_second'])
    expect(await run(url, 'SELECT "a", "b" FROM "Extra"')).toEqual([])
  })

  test('refuses a migration that was changed after it ran', async () => {
    await migrate(url)
    const [first] = shipped()
    appendFileSync(join(prisma, engine(), 'migrations', first!, 'migration.sql'), '\n-- changed')
    addMigration('29990101000000_new', 'CREATE TABLE "Extra" ("a" INTEGER);')
    const error = await migrate(url, prisma).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(MigrationError)
    expect((error as Error).message).toBe(
      `Migration ${first} was changed after it had been applied.`,
    )
    await expect(run(url, 'SELECT * FROM "Extra"')).rejects.toThrow(/Extra/)
  })

  test('refuses a database that is newer than the program', async () => {
    addMigration('29990101000000_future', 'CREATE TABLE "Future" ("a" INTEGER);')
    await migrate(url, prisma)
    const error = await migrate(url).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(MigrationError)
    expect((error as Error).message).toBe(
      'The database is newer than this program: it has had 29990101000000_future. Start a newer version of Readr.',
    )
  })

  test('leaves nothing of a migration that fails midway', async () => {
    await migrate(url)
    await addBook()
    addMigration(
      '29990101000000_broken',
      'CREATE TABLE "Half" ("a" INTEGER);\nDELETE FROM "Book";\nINSERT INTO "Missing" VALUES (1);',
    )
    const error = await migrate(url, prisma).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(MigrationError)
    expect((error as Error).message).toMatch(/^Migration 29990101000000_broken failed: .*Missing/)
    await expect(run(url, 'SELECT * FROM "Half"')).rejects.toThrow(/Half/)
    expect(await run(url, 'SELECT "text" FROM "BookText"')).toEqual([{ text: 'text' }])
    expect(await applied()).toEqual(shipped())
    expect(await migrate(url)).toEqual([])
  })

  test('can be tried again once the migration is mended', async () => {
    addMigration('29990101000000_later', 'CREATE TABLE "Half" ("a" INTEGER);\nnonsense;')
    await expect(migrate(url, prisma)).rejects.toThrow(MigrationError)
    addMigration('29990101000000_later', 'CREATE TABLE "Half" ("a" INTEGER);')
    await migrate(url, prisma)
    expect(await applied()).toEqual([...shipped(), '29990101000000_later'])
    expect(await run(url, 'SELECT * FROM "Half"')).toEqual([])
  })

  test('by two processes at once happens once', async () => {
    const results = await Promise.all([migrate(url), migrate(url), migrate(url)])
    expect(results.flat()).toEqual(shipped())
  })

  test('ends with a text gone when its book goes', async () => {
    await migrate(url)
    await addBook()
    await run(url, 'DELETE FROM "Book"')
    expect(await run(url, 'SELECT * FROM "BookText"')).toEqual([])
  })

  test('starts the catalogue’s version', async () => {
    await migrate(url)
    expect(await run(url, 'SELECT "id", "version" FROM "CatalogueVersion"')).toEqual([
      { id: 1, version: 1 },
    ])
  })
})

describe('the definition of a table made anew', () => {
  /** As Prisma writes it for SQLite: copy, drop, rename. PostgreSQL alters in place. */
  async function redefinition(): Promise<string> {
    if (engine() === 'postgres') return 'ALTER TABLE "Book" ADD COLUMN "extra" TEXT;'
    const [table] = await run(
      url,
      `SELECT sql FROM sqlite_master WHERE type = 'table' AND name = 'Book'`,
    )
    const columns = (await run(url, 'PRAGMA table_info("Book")'))
      .map((row) => `"${String(row['name'])}"`)
      .join(', ')
    return [
      'PRAGMA defer_foreign_keys=ON;',
      'PRAGMA foreign_keys=OFF;',
      `${String(table!['sql']).replace('CREATE TABLE "Book" (', 'CREATE TABLE "new_Book" ("extra" TEXT,')};`,
      `INSERT INTO "new_Book" (${columns}) SELECT ${columns} FROM "Book";`,
      'DROP TABLE "Book";',
      'ALTER TABLE "new_Book" RENAME TO "Book";',
      'PRAGMA foreign_keys=ON;',
      'PRAGMA defer_foreign_keys=OFF;',
    ].join('\n')
  }

  test('loses no row that refers to it', async () => {
    await migrate(url)
    await addBook()
    addMigration('29990101000000_redefine', await redefinition())
    await migrate(url, prisma)
    expect(await run(url, 'SELECT "slug", "extra" FROM "Book"')).toEqual([
      { slug: 'a', extra: null },
    ])
    expect(await run(url, 'SELECT "text" FROM "BookText"')).toEqual([{ text: 'text' }])
  })

  test('keeps the reference alive', async () => {
    await migrate(url)
    await addBook()
    addMigration('29990101000000_redefine', await redefinition())
    await migrate(url, prisma)
    await expect(
      run(url, `INSERT INTO "BookText" ("bookId", "text", "sources") VALUES (99, '', '')`),
    ).rejects.toThrow(/foreign key/i)
    await run(url, 'DELETE FROM "Book"')
    expect(await run(url, 'SELECT * FROM "BookText"')).toEqual([])
  })

  test('that leaves rows without what they refer to is undone', async () => {
    await migrate(url)
    await addBook()
    const orphaning =
      engine() === 'sqlite'
        ? 'DELETE FROM "Book";'
        : 'ALTER TABLE "BookText" DROP CONSTRAINT "BookText_bookId_fkey"; DELETE FROM "Book"; ALTER TABLE "BookText" ADD CONSTRAINT "BookText_bookId_fkey" FOREIGN KEY ("bookId") REFERENCES "Book"("id");'
    addMigration('29990101000000_orphans', orphaning)
    await expect(migrate(url, prisma)).rejects.toThrow(MigrationError)
    expect(await run(url, 'SELECT "slug" FROM "Book"')).toEqual([{ slug: 'a' }])
    expect(await applied()).toEqual(shipped())
  })
})
