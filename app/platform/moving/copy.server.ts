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

/** What was copied, by table. */
export type Copied = Map<string, Contents>

/** Opens a database to read its tables as they are now. */
export async function openReader(url: string): Promise<TableReader> {
  return engineOf(url) === 'postgres' ? readPostgres(url) : readSqlite(sqliteFile(url))
}

async function openWriter(url: string): Promise<TableWriter> {
  return engineOf(url) === 'postgres' ? writePostgres(url) : writeSqlite(sqliteFile(url))
}

/**
 * Moves everything that a database holds into another, of either engine: all of it, or nothing.
 * Which tables there are the database says itself, so that none can be forgotten. Every table is
 * read again where it has arrived, and must be what it was.
 * @throws MovingError when the source is not at this program's migrations, the target is not
 *   empty, or something did not arrive
 */
export async function copyDatabase(from: string, to: string): Promise<Copied> {
  await requireMigrated(from)
  await requireNewOrCurrent(to)
  const seeded = await seededRows()
  await migrate(to)
  const source = await openReader(from)
  try {
    const target = await openWriter(to)
    try {
      const tables = sameTables(await source.tables(), await target.tables())
      await target.begin(tables)
      for (const table of tables) {
        const rows = await target.count(table)
        if (rows > (seeded.get(table.name) ?? 0)) throw notEmpty(`${table.name} has ${rows} rows`)
        await target.empty(table)
      }
      return await copyTables(tables, source, target)
    } finally {
      // What was not committed is gone with the connection.
      await target.close()
    }
  } finally {
    await source.close()
  }
}

async function copyTables(
  tables: Table[],
  source: TableReader,
  target: TableWriter,
): Promise<Copied> {
  const copied: Copied = new Map()
  for (const table of tables) {
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
    copied.set(table.name, arrived)
  }
  await target.finish()
  return copied
}

async function isCurrent(url: string): Promise<boolean> {
  const shipped = shippedMigrations(engineOf(url))
  const applied = await appliedMigrations(url)
  return shipped.length === applied.length && shipped.every((name) => applied.includes(name))
}

async function requireMigrated(url: string): Promise<void> {
  if (await isCurrent(url)) return
  throw new MovingError(
    'The source is not at the version of this program. Run "readr migrate" on it first, or use the version of Readr that belongs to it.',
  )
}

/** A target that is somebody else's, or at another version, is not touched at all. */
async function requireNewOrCurrent(url: string): Promise<void> {
  if (engineOf(url) === 'sqlite' && !existsSync(sqliteFile(url))) return
  if (await isCurrent(url)) return
  const reader = await openReader(url)
  try {
    const [table] = await reader.tables()
    if (table) throw notEmpty(`it has a table ${table.name}`)
  } finally {
    await reader.close()
  }
}

const notEmpty = (found: string) =>
  new MovingError(
    `The target is not empty: ${found}. Choose an empty database, or move this one out of the way. Nothing was changed.`,
  )

/** How many rows each table has in a database that nobody has used. */
async function seededRows(): Promise<Map<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'readr-blank-'))
  const blank = `file:${join(folder, 'blank.db')}`
  try {
    await migrate(blank)
    const reader = await openReader(blank)
    try {
      const counts = new Map<string, number>()
      for (const table of await reader.tables()) counts.set(table.name, await reader.count(table))
      return counts
    } finally {
      await reader.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The tables that both have; both came from the same models. */
function sameTables(source: Table[], target: Table[]): Table[] {
  const described = (tables: Table[]) =>
    tables.map(
      ({ name, columns }) => `${name}(${columns.map((c) => `${c.name} ${c.kind}`).join(', ')})`,
    )
  const [there, here] = [described(source), described(target)]
  const differing = [
    ...there.filter((table) => !here.includes(table)),
    ...here.filter((table) => !there.includes(table)),
  ]
  if (differing.length > 0) {
    throw new MovingError(`The tables of the two databases differ: ${differing.join('; ')}.`)
  }
  return source
}
