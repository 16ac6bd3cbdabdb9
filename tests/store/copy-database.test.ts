import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { engine, openDatabase } from '#app/platform/database.server.ts'
import { env } from '#app/platform/env.server.ts'
import { migrate } from '#app/platform/migrate-database.server.ts'
import { tableDifferences, drill } from '#app/platform/copy-database/drill.server.ts'
import { backUp, checkBackup, restore } from '#app/platform/copy-database/backup.server.ts'
import {
  copyDatabase,
  readBlank,
  withSource,
} from '#app/platform/copy-database/copy-database.server.ts'
import {
  Checksum,
  type Contents,
  contentsOf,
  type Kind,
  type Row,
} from '#app/platform/copy-database/tables.ts'

let folder: string
let databases: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'readr-copy-'))
  databases = []
})

afterEach(async () => {
  for (const name of databases) await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
  rmSync(folder, { recursive: true, force: true })
})

async function onServer(statement: string, url = env().databaseUrl) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

const DRILLS = `SELECT datname FROM pg_database WHERE datname LIKE '%_restore_drill'`

const sqliteUrl = (name: string) => `file:${join(folder, name)}`
const fileOf = (url: string) => url.slice('file:'.length)

/** The URL of a new, empty database of the engine under test. */
async function newUrl(): Promise<string> {
  if (engine() === 'sqlite') return sqliteUrl(`${randomUUID()}.db`)
  const name = `readr_${randomUUID().replaceAll('-', '')}`
  await onServer(`CREATE DATABASE ${name}`)
  databases.push(name)
  return env().databaseUrl.replace(/\/[^/]*$/, `/${name}`)
}

const ROWS = 3

/** A value that depends on the row alone, so that every reference finds its row in any table. */
function valueOf(kind: Kind, row: number): string | number | Buffer {
  switch (kind) {
    case 'integer':
      return row
    case 'real':
      return row / 3
    case 'boolean':
      return row % 2
    case 'time':
      return new Date(Date.UTC(2026, 1, row, 23, 59, 59, 990 + row))
        .toISOString()
        .replace('Z', '+00:00')
    case 'bytes':
      return Buffer.from([0, row, 255])
    case 'text':
      return `${row} “Gödel’s” \\ 'proof'; -- ${'🙂'.repeat(row)}\n\ttab`
  }
}

/** A SQLite database with rows in every table; in the last row, what may be null is null. */
async function filled(name: string): Promise<string> {
  const url = sqliteUrl(name)
  await migrate(url)
  const db = new Sqlite(fileOf(url))
  db.pragma('foreign_keys = OFF')
  for (const { table } of await readBlank()) {
    db.exec(`DELETE FROM "${table.name}"`)
    const info = db.pragma(`table_xinfo("${table.name}")`) as {
      name: string
      notnull: number
      pk: number
    }[]
    const columns = table.columns.map((column) => ({
      ...column,
      ...info.find(({ name }) => name === column.name)!,
    }))
    const insert = db.prepare(
      `INSERT INTO "${table.name}" (${columns.map((c) => `"${c.name}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    for (let row = 1; row <= ROWS; row++) {
      insert.run(
        columns.map(({ kind, notnull, pk }) =>
          row === ROWS && notnull === 0 && pk === 0 ? null : valueOf(kind, row),
        ),
      )
    }
  }
  expect(db.pragma('foreign_key_check')).toEqual([])
  // Ids of deleted rows are not generated again.
  db.exec(`UPDATE sqlite_sequence SET seq = 41 WHERE name = 'User'`)
  db.close()
  return url
}

async function contents(url: string): Promise<Record<string, Contents>> {
  return withSource(url, async (source) => {
    const found: Record<string, Contents> = {}
    for (const { table } of await readBlank()) found[table.name] = await contentsOf(source, table)
    return found
  })
}

/** Adds a reader as the product does, and returns the id that was generated. */
async function addReader(url: string): Promise<number> {
  const db = await openDatabase(url)
  const { id } = await db.user.create({ data: { email: 'new@example.com', name: 'New' } })
  await db.$disconnect()
  return id
}

function expectSearchWorks(file: string) {
  const db = new Sqlite(file)
  // Throws if the index does not match the books.
  for (const name of ['BookNamesFts', 'BookWordsFts']) {
    db.exec(`INSERT INTO "${name}" ("${name}", rank) VALUES ('integrity-check', 1)`)
  }
  const found = db
    .prepare(`SELECT count(*) AS n FROM "BookNamesFts" WHERE "BookNamesFts" MATCH 'proof*'`)
    .get()
  expect(found).toEqual({ n: ROWS })
  const triggers = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`).all()
  expect(triggers.length).toBeGreaterThanOrEqual(3)
  db.close()
}

test('a password with any character is accepted in PGPASSWORD, as compose.yaml sets it', async () => {
  if (engine() === 'sqlite') return
  const [role, password] = [`role_${randomUUID().slice(0, 8)}`, `p@ss/w:rd#?%25&'"\\ $é`]
  await onServer(`CREATE ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const url = new URL(env().databaseUrl)
  url.username = role
  url.password = ''
  vi.stubEnv('PGPASSWORD', 'wrong')
  await expect(onServer('SELECT 1 AS one', url.href)).rejects.toThrow(/password/)
  vi.stubEnv('PGPASSWORD', password)
  const db = await openDatabase(url.href)
  expect(await db.$queryRaw`SELECT current_user::text AS name`).toEqual([{ name: role }])
  await db.$disconnect()
  await onServer(`DROP ROLE ${role}`)
})

describe('copyDatabase', () => {
  test('copies every table there and back unchanged', async () => {
    const source = await filled('source.db')
    const before = await contents(source)
    expect(Object.values(before).every(({ rows }) => rows === ROWS)).toBe(true)

    const there = await newUrl()
    const copied = await copyDatabase(source, there)
    expect(Object.fromEntries(copied)).toEqual(before)
    expect(await contents(there)).toEqual(before)

    const back = sqliteUrl('back.db')
    await copyDatabase(there, back)
    expect(await contents(back)).toEqual(before)
    expectSearchWorks(fileOf(back))
    expect(await addReader(back)).toBe(42)
    expect(await addReader(there)).toBe(42)
  })

  test('has checksums that depend on every value, but not on the order of rows', () => {
    const sum = (...rows: Row[]) => {
      const total = new Checksum()
      total.add(rows)
      return total.contents.checksum
    }
    const row: Row = [1n, 0.5, 'text', null, Buffer.from([1])]
    const whole = sum(row, [2n, 1, '', null, null])
    expect(sum([2n, 1, '', null, null], row)).toBe(whole)
    for (const [i, other] of [2n, 0.25, 'Text', '', Buffer.from([2])].entries()) {
      expect(sum(row.with(i, other), [2n, 1, '', null, null]), String(i)).not.toBe(whole)
    }
    expect(sum(row)).not.toBe(whole)
    expect(sum(row, row)).not.toBe(sum(row))
    expect(sum(['1'])).not.toBe(sum([1]))
    expect(sum([1n])).not.toBe(sum([1]))
  })

  test('copies all tables and columns that the migrations of either engine make', async () => {
    const target = await newUrl()
    await migrate(target)
    const expected = (await readBlank()).map(
      ({ table: { name, columns } }) => `${name}(${columns.map((c) => c.name).join()})`,
    )
    expect(expected.length).toBeGreaterThan(30)
    if (engine() === 'sqlite') return
    const found = await onServer(
      `SELECT format('%s(%s)', table_name, string_agg(column_name, ',' ORDER BY column_name COLLATE "C")) AS line
      FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND is_generated = 'NEVER' AND table_name <> '_prisma_migrations'
      GROUP BY table_name ORDER BY table_name COLLATE "C"`,
      target,
    )
    expect(found.map(({ line }) => line)).toEqual(expected)
  })

  test('refuses a target that is not empty, and leaves it unchanged', async () => {
    const source = await filled('source.db')
    const target = await newUrl()
    await migrate(target)
    await addReader(target)
    const before = await contents(target)
    await expect(copyDatabase(source, target)).rejects.toThrow(/not empty: User has 1 rows/)
    expect(await contents(target)).toEqual(before)
  })

  test('refuses a source of another version', async () => {
    const source = await filled('source.db')
    const db = new Sqlite(fileOf(source))
    db.exec(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name) VALUES ('x', 'x', 1, '29990101000000_newer')`,
    )
    db.close()
    const target = await newUrl()
    await expect(copyDatabase(source, target)).rejects.toThrow(/not at the version/)
    await expect(copyDatabase(sqliteUrl('nothing.db'), target)).rejects.toThrow(
      /not at the version/,
    )
  })

  test('copies nothing if a row refers to one that does not exist', async () => {
    const source = await filled('source.db')
    const db = new Sqlite(fileOf(source))
    db.pragma('foreign_keys = OFF')
    db.exec(`UPDATE "Session" SET "userId" = 99 WHERE "id" = 1`)
    db.close()
    const target = await newUrl()
    await expect(copyDatabase(source, target)).rejects.toThrow(/refer|foreign key/)
    expect((await contents(target))['User']!.rows).toBe(0)
  })
})

describe('a backup', () => {
  /** An installation of the engine under test, with files beside its database. */
  async function installation() {
    const url = await newUrl()
    await copyDatabase(await filled('filled.db'), url)
    const dataDir = join(folder, 'data')
    mkdirSync(join(dataDir, 'covers'), { recursive: true })
    writeFileSync(join(dataDir, 'covers', 'a-1234.jpg'), Buffer.from([255, 216, 0, 1]))
    writeFileSync(join(dataDir, 'demo-secret'), 'for nobody', { mode: 0o600 })
    await copyDatabase(await filled('another.db'), `file:${join(dataDir, 'readr.db')}`)
    return { url, dataDir }
  }

  test('restores everything into either engine', async () => {
    const { url, dataDir } = await installation()
    const before = await contents(url)
    const file = join(folder, 'backup')
    const backups = join(dataDir, 'backups')
    mkdirSync(backups)
    writeFileSync(join(backups, 'encrypted.gpg'), 'an earlier backup')
    const summary = await backUp(url, dataDir, file, backups)
    expect(summary).toMatchObject({ files: 2, tables: Object.keys(before).length })
    expect(await checkBackup(file)).toEqual(summary)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual(['backup'])
    chmodSync(file, 0o400)

    for (const target of [await newUrl(), sqliteUrl('elsewhere/readr.db')]) {
      const newDir = mkdtempSync(join(folder, 'data-'))
      expect(await restore(target, newDir, file)).toMatchObject(summary)
      expect(await contents(target)).toEqual(before)
      expect(readFileSync(join(newDir, 'covers', 'a-1234.jpg'))).toEqual(
        Buffer.from([255, 216, 0, 1]),
      )
      expect(statSync(join(newDir, 'demo-secret')).mode & 0o777).toBe(0o600)
      expect(readdirSync(newDir).toSorted()).toEqual(['covers', 'demo-secret'])
      expect(await addReader(target)).toBe(42)
    }
    expectSearchWorks(join(folder, 'elsewhere', 'readr.db'))
  })

  test('is restored in a drill next to the product, compared, and removed', async () => {
    const { url, dataDir } = await installation()
    const file = join(folder, 'backup')
    await backUp(url, dataDir, file)
    await addReader(url)
    const before = [await contents(url), readdirSync(dataDir).toSorted()]
    const abandoned = join(dataDir, '.restore-killed')
    mkdirSync(abandoned)
    const twoDaysAgo = Date.now() / 1000 - 2 * 86_400
    utimesSync(abandoned, twoDaysAgo, twoDaysAgo)
    for (const onSqlite of [false, true]) {
      const tables = await drill(url, dataDir, file, { onSqlite })
      expect(tableDifferences(tables)).toEqual([])
      expect(tables.length).toBe((await readBlank()).length)
      expect(tables.find(({ name }) => name === 'User')).toMatchObject({
        backup: { rows: ROWS },
        restored: { rows: ROWS },
        rowsNow: ROWS + 1,
      })
    }
    expect([await contents(url), readdirSync(dataDir).toSorted()]).toEqual(before)
    if (engine() === 'postgres') expect(await onServer(DRILLS)).toEqual([])
  })

  test('is removed when a drill is interrupted', async () => {
    const { url, dataDir } = await installation()
    const file = join(folder, 'backup')
    await backUp(url, dataDir, file)
    const before = readdirSync(dataDir).toSorted()
    const controller = new AbortController()
    const interrupted = controller.signal
    const drilled = drill(url, dataDir, file, { interrupted }).catch(String)
    if (engine() === 'postgres') await expect.poll(() => onServer(DRILLS)).not.toEqual([])
    controller.abort()
    expect(await drilled).toContain('The drill was interrupted.')
    expect(readdirSync(dataDir).toSorted()).toEqual(before)
    if (engine() === 'postgres') expect(await onServer(DRILLS)).toEqual([])
    expect(tableDifferences(await drill(url, dataDir, file))).toEqual([])
  })

  test('is not restored over a database that a drill did not create', async () => {
    if (engine() === 'sqlite') return
    const { url, dataDir } = await installation()
    const file = join(folder, 'backup')
    await backUp(url, dataDir, file)
    const name = `${new URL(url).pathname.slice(1)}_restore_drill`
    databases.push(name)
    await onServer(`CREATE DATABASE ${name}`)
    await onServer('CREATE TABLE a (b integer)', `${url}_restore_drill`)
    await expect(drill(url, dataDir, file)).rejects.toThrow(/does not come from a restore drill/)
    // One that an interrupted drill has left behind is dropped.
    await onServer(`COMMENT ON DATABASE ${name} IS 'Readr: a restore drill; may be dropped'`)
    expect(tableDifferences(await drill(url, dataDir, file))).toEqual([])
    await onServer(`CREATE DATABASE ${name}`)
    expect(tableDifferences(await drill(url, dataDir, file))).toEqual([])
    databases.pop()
  })

  test('shows one moment, although others keep writing', async () => {
    const { url, dataDir } = await installation()
    const db = await openDatabase(url)
    const backedUp = new AbortController()
    const writing = (async () => {
      for (let n = 0; !backedUp.signal.aborted; n++) {
        // Two rows in one transaction: a backup has both or none.
        await db.$transaction([
          db.outboxEmail.create({ data: { recipient: `a${n}`, subject: '', text: '', html: '' } }),
          db.attemptCount.create({ data: { key: `a${n}`, count: 1, resetsAt: new Date() } }),
        ])
      }
    })()
    const file = join(folder, 'backup')
    await backUp(url, dataDir, file)
    backedUp.abort()
    await writing
    await db.$disconnect()
    const backup = new Sqlite(file, { readonly: true })
    const column = (sql: string) => backup.prepare(sql).pluck().all()
    expect(
      column(`SELECT recipient FROM "OutboxMail" WHERE recipient LIKE 'a%' ORDER BY 1`),
    ).toEqual(column(`SELECT key FROM "AttemptCount" WHERE key LIKE 'a%' ORDER BY 1`))
    backup.close()
  })

  test('never overwrites anything', async () => {
    const { url, dataDir } = await installation()
    const file = join(folder, 'backup')
    await backUp(url, dataDir, file)
    await expect(backUp(url, dataDir, file)).rejects.toThrow(/already exists/)
    await expect(restore(url, mkdtempSync(join(folder, 'data-')), file)).rejects.toThrow(
      /not empty/,
    )
    const otherDir = mkdtempSync(join(folder, 'data-'))
    writeFileSync(join(otherDir, 'demo-secret'), 'another')
    const target = await newUrl()
    await expect(restore(target, otherDir, file)).rejects.toThrow(/different demo-secret/)
    expect(readFileSync(join(otherDir, 'demo-secret'), 'utf8')).toBe('another')
  })

  test('that is damaged is refused', async () => {
    const { url, dataDir } = await installation()
    const file = join(folder, 'backup')
    await backUp(url, dataDir, file)
    const whole = readFileSync(file)
    const refused = async () => {
      const target = sqliteUrl(`${randomUUID()}.db`)
      await expect(restore(target, mkdtempSync(join(folder, 'data-')), file)).rejects.toThrow(
        /damaged|not a backup/,
      )
      expect(existsSync(fileOf(target))).toBe(false)
    }
    // One letter in a row, which SQLite does not notice.
    const at = whole.indexOf('Gödel')
    expect(at).toBeGreaterThan(0)
    overwrite(file, at, 'g')
    await refused()
    // Half of it.
    writeFileSync(file, whole.subarray(0, whole.length / 2))
    await refused()
    // A file within.
    writeFileSync(file, whole)
    overwrite(file, whole.indexOf('for nobody'), 'X')
    await refused()
    // A row too few.
    writeFileSync(file, whole)
    const db = new Sqlite(file)
    db.exec(`DELETE FROM "AttemptCount" WHERE "count" = 1`)
    db.close()
    await refused()
    // Something else.
    writeFileSync(file, 'This is not a backup.'.repeat(100))
    await refused()
    writeFileSync(file, whole)
    expect(await checkBackup(file)).toMatchObject({ files: 2 })
  })
})

function overwrite(file: string, at: number, text: string) {
  const opened = openSync(file, 'r+')
  writeSync(opened, text, at)
  closeSync(opened)
}
