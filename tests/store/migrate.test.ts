import { execFile } from 'node:child_process'
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
import { promisify } from 'node:util'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engine } from '#app/platform/database.server.ts'
import { env } from '#app/platform/env.server.ts'
import { checkMigrations, migrate, MigrationError } from '#app/platform/migrate-database.server.ts'

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

/** Runs a statement without Prisma. */
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

/** The statements that migrate a database or nothing to the models. */
async function migrateDiff(from: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'node_modules/.bin/prisma',
    ['migrate', 'diff', from, '--to-schema', `prisma/${engine()}`, '--script'],
    {
      env: {
        ...process.env,
        DATABASE_URL: url,
        PRISMA_SCHEMA_ENGINE_BINARY: join(process.cwd(), 'bin/schema-engine.mjs'),
        CHECKPOINT_DISABLE: '1',
      },
    },
  )
  return stdout
}

/** The columns, indexes, and constraints of a PostgreSQL database, a line each. */
async function definitions(address: string): Promise<string[]> {
  const rows = await run(
    address,
    `SELECT format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) AS line
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1`,
  )
  return rows
    .map((row) => String(row['line']))
    .filter((line) => !line.includes('_prisma_migrations'))
}

/** Indexes on expressions, which models cannot describe. */
const BY_HAND = /Book_(?:\w+_)?search_idx|BookWords_\w+_idx|User_email_start|User_name_start/

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
    `INSERT INTO "Book" ("id", "slug", "title", "author", "year", "genre", "blurb", "locked", "minutes", "publishedAt", "coverTag", "titleKey", "authorKey", "titleWords", "authorWords", "sourceHash", "updatedAt")
    VALUES (1, 'a', 'A', 'A', 1, 'fiction', 'A', false, 1, ${now}, 'a', 'a', 'a', 'a', 'a', 'a', ${now})`,
  )
  await run(url, `INSERT INTO "BookText" ("bookId", "text", "sources") VALUES (1, 'text', '[]')`)
}

test('a new migration has a unique timestamp', () => {
  const timestamps = shipped().map((name) => /^(\d{14})_\w+$/.exec(name)![1]!)
  const shared = timestamps.filter((timestamp, i) => timestamps.indexOf(timestamp) !== i)
  // Applied migrations cannot be renamed, so these stay.
  expect(shared).toEqual([
    '20261121160000',
    '20261121170000',
    ...Array<string>(engine() === 'sqlite' ? 2 : 3).fill('20261121190000'),
  ])
})

const LATEST = shipped().at(-1)!

describe('migrate', () => {
  test('creates the database, and does nothing the second time', async () => {
    expect(await migrate(url)).toEqual(shipped())
    expect(await migrate(url)).toEqual([])
    expect(await applied()).toEqual(shipped())
  })

  test('creates what the models describe', async () => {
    await migrate(url)
    if (engine() === 'sqlite') {
      expect(await migrateDiff('--from-config-datasource')).toMatch(
        /^-- This is an empty migration/,
      )
      return
    }
    // Prisma's engine cannot read PostgreSQL through this driver, so two databases are compared.
    const name = `${new URL(url).pathname.slice(1)}_models`
    await run(env().databaseUrl, `CREATE DATABASE ${name}`)
    const models = url.replace(/\/[^/]*$/, `/${name}`)
    await run(models, await migrateDiff('--from-empty'))
    const [migrated, expected] = [await definitions(url), await definitions(models)]
    const more = migrated.filter((line) => !expected.includes(line))
    expect(more.filter((line) => !BY_HAND.test(line))).toEqual([])
    expect(expected.filter((line) => !migrated.includes(line))).toEqual([])
    await run(env().databaseUrl, `DROP DATABASE ${name} WITH (FORCE)`)
  })

  test('applies new migrations in the order of their names', async () => {
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

  describe('and a version that does not know a migration', () => {
    const FUTURE = '29990101000000_future'
    const newer = 'The database is newer than this program: it has the migrations'

    test.each([
      ['expands', '-- readr: expand', null],
      ['contracts what it does not use', `-- readr: contract, since ${LATEST}`, null],
      ['contracts what it uses', `-- readr: contract, since 29980101000000_next`, FUTURE],
      ['does not say', '-- Adds a table.', FUTURE],
    ])('which %s', async (_, firstLine, refused) => {
      addMigration('29980101000000_next', '-- readr: expand\nCREATE TABLE "Next" ("a" INTEGER);')
      addMigration(FUTURE, `${firstLine}\nCREATE TABLE "Future" ("a" INTEGER);`)
      await migrate(url, prisma)
      const checked = await checkMigrations(url)
      const migrated = await migrate(url).catch((caught: unknown) => caught)
      if (refused === null) {
        expect(migrated).toEqual([])
        expect(checked).toEqual({
          status: 0,
          text: `The database is newer than this version and compatible: it also has the migrations 29980101000000_next, ${FUTURE}.`,
        })
      } else {
        expect(migrated).toBeInstanceOf(MigrationError)
        expect(checked).toEqual({ status: 3, text: (migrated as Error).message })
        expect(checked.text).toBe(
          `${newer} 29980101000000_next, ${FUTURE}. This version cannot run on it after ${refused}. Start a newer version of Readr, or restore the backup from before the upgrade.`,
        )
      }
    })
  })

  test('can be checked before, and says whether the version before can run after it', async () => {
    expect(await checkMigrations(url)).toEqual({
      status: 2,
      text: `Pending migrations: ${shipped().join(', ')}.`,
    })
    await migrate(url)
    expect(await checkMigrations(url)).toEqual({ status: 0, text: 'The database is up to date.' })
    addMigration('29990101000000_more', '-- readr: expand\nCREATE TABLE "More" ("a" INTEGER);')
    expect(await checkMigrations(url, prisma)).toEqual({
      status: 2,
      text: `Pending migrations: 29990101000000_more.\nAfter them, the version of the last migration (${LATEST}) can still run: you can go back to it without a restore.`,
    })
    addMigration(
      '29990102000000_less',
      '-- readr: contract, since 29990101000000_more\nDROP TABLE "WorkLease";',
    )
    expect(await checkMigrations(url, prisma)).toEqual({
      status: 2,
      text: `Pending migrations: 29990101000000_more, 29990102000000_less.\nAfter 29990102000000_less, the version of the last migration (${LATEST}) cannot run: make a backup first.`,
    })
    // Checking has changed nothing.
    expect(await applied()).toEqual(shipped())
  })

  test('undoes a migration that fails midway', async () => {
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

  test('can be tried again once the migration is fixed', async () => {
    addMigration('29990101000000_later', 'CREATE TABLE "Half" ("a" INTEGER);\nnonsense;')
    await expect(migrate(url, prisma)).rejects.toThrow(MigrationError)
    addMigration('29990101000000_later', 'CREATE TABLE "Half" ("a" INTEGER);')
    await migrate(url, prisma)
    expect(await applied()).toEqual([...shipped(), '29990101000000_later'])
    expect(await run(url, 'SELECT * FROM "Half"')).toEqual([])
  })

  test('runs once if several processes start it', async () => {
    const results = await Promise.all([migrate(url), migrate(url), migrate(url)])
    expect(results.flat().toSorted()).toEqual(shipped())
  })

  test('deletes the text of a book with the book', async () => {
    await migrate(url)
    await addBook()
    await run(url, 'DELETE FROM "Book"')
    expect(await run(url, 'SELECT * FROM "BookText"')).toEqual([])
  })

  /** Applies what is older than a migration. */
  async function migrateUpTo(migration: string) {
    for (const name of shipped().filter((one) => one >= migration)) {
      rmSync(join(prisma, engine(), 'migrations', name), { recursive: true })
    }
    await migrate(url, prisma)
  }

  test('counts the votes that requests have', async () => {
    await migrateUpTo('20261123180000_request_vote_counts')
    const now = engine() === 'postgres' ? 'now()' : 'CURRENT_TIMESTAMP'
    for (const id of [1, 2]) {
      await run(
        url,
        `INSERT INTO "User" ("id", "email", "name", "updatedAt") VALUES (${id}, '${id}@example.com', 'A', ${now})`,
      )
      await run(
        url,
        `INSERT INTO "BookRequest" ("id", "title", "author", "reason", "words", "requestedAt") VALUES (${id}, 'A', 'B', '', '', ${now})`,
      )
      await run(url, `INSERT INTO "RequestVote" VALUES (${id}, 1, ${now}, NULL)`)
    }
    await migrate(url)
    expect(await run(url, 'SELECT "voteCount" FROM "BookRequest" ORDER BY "id"')).toEqual([
      { voteCount: 2 },
      { voteCount: 0 },
    ])
  })

  test('treats verified accounts as proved, and no others', async () => {
    await migrateUpTo('20261122110000_ownership')
    const [now, yes, no] =
      engine() === 'postgres' ? ['now()', 'true', 'false'] : ['CURRENT_TIMESTAMP', '1', '0']
    for (const [email, verified] of [
      ['verified@example.com', yes],
      ['moved@example.com', no],
    ]) {
      await run(
        url,
        `INSERT INTO "User" ("email", "name", "emailVerified", "updatedAt") VALUES ('${email}', 'A', ${verified}, ${now})`,
      )
    }
    await migrate(url)
    const proved = await run(
      url,
      'SELECT "email", "ownershipProvedAt" = "createdAt" AS "proved" FROM "User" ORDER BY "email"',
    )
    expect(
      proved.map(({ email, proved: is }) => [email, is === null ? null : Boolean(is)]),
    ).toEqual([
      ['moved@example.com', null],
      ['verified@example.com', true],
    ])
  })

  test('sets the first version of the catalogue', async () => {
    await migrate(url)
    expect(await run(url, 'SELECT "id", "version" FROM "CatalogueVersion"')).toEqual([
      { id: 1, version: 1 },
    ])
  })
})

describe('redefining a table', () => {
  /** As Prisma does it: SQLite copies, drops, and renames; PostgreSQL alters. */
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

  test('keeps the rows that refer to it', async () => {
    await migrate(url)
    await addBook()
    addMigration('29990101000000_redefine', await redefinition())
    await migrate(url, prisma)
    expect(await run(url, 'SELECT "slug", "extra" FROM "Book"')).toEqual([
      { slug: 'a', extra: null },
    ])
    expect(await run(url, 'SELECT "text" FROM "BookText"')).toEqual([{ text: 'text' }])
  })

  test('keeps the foreign key', async () => {
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

  test('is undone if rows would refer to rows that do not exist', async () => {
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

  test('is checked by SQLite only after a migration that may break references', async () => {
    // PostgreSQL checks each row.
    if (engine() === 'postgres') return
    await migrate(url)
    const db = new Sqlite(url.slice('file:'.length))
    db.pragma('foreign_keys = OFF')
    db.exec(`INSERT INTO "BookText" ("bookId", "text", "sources") VALUES (99, '', '')`)
    db.close()
    addMigration('29990101000000_add', 'ALTER TABLE "Book" ADD COLUMN "extra" TEXT;')
    expect(await migrate(url, prisma)).toEqual(['29990101000000_add'])
    addMigration('29990102000000_redefine', (await redefinition()).replaceAll('extra', 'more'))
    await expect(migrate(url, prisma)).rejects.toThrow(MigrationError)
  })

  test('makes SQLite check only the changed tables and those that refer to them', async () => {
    if (engine() === 'postgres') return
    await migrate(url)
    const db = new Sqlite(url.slice('file:'.length))
    db.pragma('foreign_keys = OFF')
    db.exec(`INSERT INTO "BookText" ("bookId", "text", "sources") VALUES (99, '', '')`)
    db.exec(`INSERT INTO "BookTopic" ("bookId", "topic", "position") VALUES (99, 'habits', 1)`)
    db.close()
    const checked: string[] = []
    const check = () => migrate(url, prisma, (table) => checked.push(table))
    addMigration('29990101000000_delete', 'DELETE FROM "BookTopic" WHERE "position" = 2;')
    await expect(check()).rejects.toThrow('1 rows')
    expect(checked.splice(0)).toEqual(['BookTopic'])
    addMigration('29990101000000_delete', 'DELETE FROM "Book";')
    await expect(check()).rejects.toThrow('2 rows')
    expect(checked.toSorted()).toEqual(['BookText', 'BookTopic'])
  })
})
