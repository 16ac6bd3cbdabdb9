import { existsSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineOf, sqliteFile } from '../database.server.ts'
import { appliedMigrations, migrate, shippedMigrations } from '../migrate-database.server.ts'
import { readPostgres, writePostgres } from './postgres-tables.server.ts'
import { readSqlite, tablesOf, writeSqlite } from './sqlite-tables.server.ts'
import {
  Checksum,
  type Contents,
  contentsOf,
  CopyError,
  type Source,
  type Table,
  type Target,
} from './tables.ts'

/** Opens a database, uses it as it is now, and closes it. */
export async function withSource<T>(url: string, use: (source: Source) => Promise<T>): Promise<T> {
  const source =
    engineOf(url) === 'postgres' ? await readPostgres(url) : readSqlite(sqliteFile(url))
  try {
    return await use(source)
  } finally {
    await source.close()
  }
}

/**
 * Copies all tables of a database into another one, of either engine: everything or nothing. The
 * tables are those that the migrations of this version make, so none can be forgotten. Every table
 * is read from the target afterward and compared with the checksum of the source.
 * @returns what was copied, by table
 * @throws CopyError if the source is of another version, the target is not empty, or something did
 *   not arrive
 */
export async function copyDatabase(from: string, to: string): Promise<Map<string, Contents>> {
  if (!(await isCurrent(from))) {
    throw new CopyError(
      'The source is not at the version of this program. Run "readr migrate" on it first, or use its own version of Readr.',
    )
  }
  await requireNewOrCurrent(to)
  const blank = await readBlank()
  await migrate(to)
  return withSource(from, async (source) => {
    const target =
      engineOf(to) === 'postgres' ? await writePostgres(to) : writeSqlite(sqliteFile(to))
    try {
      const tables = blank.map(({ table }) => table)
      await target.begin(tables)
      for (const { table, rows } of blank) {
        const found = await target.count(table)
        if (found > rows) throw notEmpty(`${table.name} has ${found} rows`)
      }
      const copied = new Map<string, Contents>()
      for (const table of tables) copied.set(table.name, await copyTable(table, source, target))
      await target.finish()
      return copied
    } finally {
      await target.close()
    }
  })
}

async function copyTable(table: Table, source: Source, target: Target): Promise<Contents> {
  await target.empty(table)
  const total = new Checksum()
  for await (const rows of source.rows(table)) {
    await target.insert(table, rows)
    total.add(rows)
  }
  const [sent, arrived] = [total.contents, await contentsOf(target, table)]
  if (arrived.rows !== sent.rows || arrived.checksum !== sent.checksum) {
    throw new CopyError(
      `${table.name} was not copied correctly: ${sent.rows} rows were sent, and ${arrived.rows} arrived. Nothing was changed.`,
    )
  }
  const lastId = await source.lastId(table)
  if (lastId !== null) await target.setLastId(table, lastId)
  return arrived
}

/** Whether a database has the tables of this version. */
export async function isCurrent(url: string): Promise<boolean> {
  const applied = await appliedMigrations(url)
  return applied.join() === shippedMigrations(engineOf(url)).join()
}

async function requireNewOrCurrent(url: string): Promise<void> {
  if (engineOf(url) === 'sqlite' && !existsSync(sqliteFile(url))) return
  if (await isCurrent(url)) return
  const table = await withSource(url, (target) => target.anyTable())
  if (table !== null) throw notEmpty(`it has a table ${table}`)
}

const notEmpty = (found: string) =>
  new CopyError(
    `The target is not empty: ${found}. Choose an empty database, or move this one away. Nothing was changed.`,
  )

/** The tables of this version, and how many rows its migrations put into each. */
export async function readBlank(): Promise<{ table: Table; rows: number }[]> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'readr-blank-'))
  const file = join(folder.path, 'blank.db')
  await migrate(`file:${file}`)
  return await withSource(`file:${file}`, (blank) =>
    Promise.all(tablesOf(file).map(async (table) => ({ table, rows: await blank.count(table) }))),
  )
}
