import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineOf, sqliteFile } from '../database.server.ts'
import { appliedMigrations, migrate, shippedMigrations } from '../migrate.server.ts'
import {
  type Contents,
  contentsOf,
  ContentsOf,
  MovingError,
  type Table,
  type TableReader,
  type TableWriter,
} from './tables.ts'
import { readPostgres, writePostgres } from './tables-postgres.server.ts'
import { readSqlite, writeSqlite } from './tables-sqlite.server.ts'

/** Opens a database to read its tables as they are now. */
export async function openReader(url: string): Promise<TableReader> {
  return engineOf(url) === 'postgres' ? readPostgres(url) : readSqlite(sqliteFile(url))
}

async function openWriter(url: string): Promise<TableWriter> {
  return engineOf(url) === 'postgres' ? writePostgres(url) : writeSqlite(sqliteFile(url))
}

/** Opens a database to read it, and closes it afterward. */
export async function withReader<T>(
  url: string,
  use: (reader: TableReader) => Promise<T>,
): Promise<T> {
  const reader = await openReader(url)
  try {
    return await use(reader)
  } finally {
    await reader.close()
  }
}

/**
 * Copies all tables of a database into another, of either engine: all of them, or nothing. The
 * database itself lists its tables, so none can be forgotten. Every table is read again in the
 * target and compared with what was sent.
 * @returns what was copied, by table
 * @throws MovingError when the source is not at this program's migrations, the target is not
 *   empty, or something did not arrive
 */
export async function copyDatabase(from: string, to: string): Promise<Map<string, Contents>> {
  if (!(await isCurrent(from))) {
    throw new MovingError(
      'The source is not at the version of this program. Run "readr migrate" on it first, or use the version of Readr that belongs to it.',
    )
  }
  await requireNewOrCurrent(to)
  const seeded = await seededRows()
  await migrate(to)
  return withReader(from, async (source) => {
    const target = await openWriter(to)
    try {
      const tables = await source.tables()
      requireSameTables(tables, await target.tables())
      await target.begin(tables)
      const copied = new Map<string, Contents>()
      for (const table of tables) {
        const rows = await target.count(table)
        if (rows > (seeded.get(table.name) ?? 0)) throw notEmpty(`${table.name} has ${rows} rows`)
      }
      for (const table of tables) copied.set(table.name, await copyTable(table, source, target))
      await target.finish()
      return copied
    } finally {
      // Closing the connection rolls back what was not committed.
      await target.close()
    }
  })
}

async function copyTable(
  table: Table,
  source: TableReader,
  target: TableWriter,
): Promise<Contents> {
  await target.empty(table)
  const sent = new ContentsOf()
  for await (const rows of source.rows(table)) {
    await target.insert(table, rows)
    sent.add(rows)
  }
  const arrived = await contentsOf(target, table)
  if (arrived.rows !== sent.contents.rows || arrived.checksum !== sent.contents.checksum) {
    throw new MovingError(
      `${table.name} did not arrive as it was: ${sent.contents.rows} rows were sent, ${arrived.rows} are there. Nothing was changed.`,
    )
  }
  const counter = await source.counter(table)
  if (counter !== null) await target.setCounter(table, counter)
  return arrived
}

async function isCurrent(url: string): Promise<boolean> {
  const shipped = shippedMigrations(engineOf(url))
  const applied = await appliedMigrations(url)
  return shipped.length === applied.length && shipped.every((name) => applied.includes(name))
}

/** Refuses a target that has tables of another version, or of another program. */
async function requireNewOrCurrent(url: string): Promise<void> {
  if (engineOf(url) === 'sqlite' && !existsSync(sqliteFile(url))) return
  if (await isCurrent(url)) return
  const [table] = await withReader(url, (reader) => reader.tables())
  if (table) throw notEmpty(`it has a table ${table.name}`)
}

const notEmpty = (found: string) =>
  new MovingError(
    `The target is not empty: ${found}. Choose an empty database, or move this one out of the way. Nothing was changed.`,
  )

/** How many rows the migrations themselves put into each table. */
async function seededRows(): Promise<Map<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'readr-blank-'))
  const blank = `file:${join(folder, 'blank.db')}`
  try {
    await migrate(blank)
    return await withReader(blank, async (reader) => {
      const counts = new Map<string, number>()
      for (const table of await reader.tables()) counts.set(table.name, await reader.count(table))
      return counts
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Both databases were made from the same models, so they have the same tables. */
function requireSameTables(source: Table[], target: Table[]): void {
  const described = ({ name, columns }: Table) =>
    `${name}(${columns.map((column) => `${column.name} ${column.kind}`).join(', ')})`
  const [there, here] = [source.map(described), target.map(described)]
  const differing = [
    ...there.filter((table) => !here.includes(table)),
    ...here.filter((table) => !there.includes(table)),
  ]
  if (differing.length > 0) {
    throw new MovingError(`The tables of the two databases differ: ${differing.join('; ')}.`)
  }
}
