import type pg from 'pg'
import { connectToPostgres } from '../postgres-client.server.ts'
import {
  chunkOf,
  type Column,
  columnList,
  CopyError,
  type Kind,
  OWN_TABLES,
  quoted,
  type Source,
  type Table,
  type Target,
  type Value,
} from './tables.ts'

/** A copy may take long, even if the database role has a limit. */
const NO_TIMEOUT = 'SET LOCAL statement_timeout = 0'

/** Opens a PostgreSQL database to read it as it is now. */
export async function readPostgres(url: string): Promise<Source> {
  const client = await connectToPostgres(url)
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${NO_TIMEOUT}`)
  return sourceOf(client)
}

/** Opens a migrated PostgreSQL database to fill it. */
export async function writePostgres(url: string): Promise<Target> {
  const client = await connectToPostgres(url)
  let tables: Table[] = []
  let constraints: { table: string; name: string; definition: string }[] = []
  return {
    ...sourceOf(client),
    async begin(all) {
      tables = all
      await client.query(`BEGIN; ${NO_TIMEOUT}`)
      const { rows } = await client.query<(typeof constraints)[number]>(
        `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name,
          pg_get_constraintdef(oid) AS definition
        FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace`,
      )
      constraints = rows
      for (const { table, name } of constraints) {
        await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
      }
      for (const { name } of tables) {
        await client.query(`ALTER TABLE ${quoted(name)} DISABLE TRIGGER USER`)
      }
    },
    async empty({ name }) {
      await client.query(`DELETE FROM ${quoted(name)}`)
    },
    async insert(table, rows) {
      const records = rows.map((row) =>
        Object.fromEntries(
          table.columns.map((column, i) => [column.name, toPostgres(row[i]!, table, column)]),
        ),
      )
      const [name, columns] = [quoted(table.name), columnList(table)]
      await client.query(
        `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1)`,
        [JSON.stringify(records)],
      )
    },
    async setLastId({ name }, id) {
      await client.query(
        `SELECT setval(format('%I', sequencename)::regclass, $2) FROM pg_sequences ${OF_TABLE}`,
        [name, String(id)],
      )
    },
    async finish() {
      for (const { table, name, definition } of constraints) {
        await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
      }
      for (const { name } of tables) {
        await client.query(`ALTER TABLE ${quoted(name)} ENABLE TRIGGER USER`)
      }
      await client.query('COMMIT')
      await client.query('ANALYZE')
    },
  }
}

/** The sequence of a table's ids, by the name that PostgreSQL gives it. */
const OF_TABLE = `WHERE schemaname = current_schema() AND sequencename = $1 || '_id_seq'`

function sourceOf(client: pg.Client): Source {
  return {
    async anyTable() {
      const { rows } = await client.query<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
          AND table_name <> ALL($1) ORDER BY 1 LIMIT 1`,
        [OWN_TABLES],
      )
      return rows[0]?.name ?? null
    },
    async *rows(table) {
      const { name, columns } = table
      const selected = columns.map(asSelected).join(', ')
      await client.query(
        `DECLARE copied NO SCROLL CURSOR FOR SELECT ${selected} FROM ${quoted(name)}`,
      )
      try {
        for (;;) {
          const { rows } = await client.query<unknown[]>({
            text: `FETCH ${chunkOf(table)} FROM copied`,
            rowMode: 'array',
          })
          if (rows.length === 0) return
          yield rows.map((row) => row.map((value, i) => fromPostgres(value, columns[i]!.kind)))
        }
      } finally {
        await client.query('CLOSE copied')
      }
    },
    async count({ name }) {
      const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${quoted(name)}`)
      return Number(rows[0]!.count)
    },
    async lastId({ name }) {
      const { rows } = await client.query<{ id: string | null }>(
        `SELECT last_value::text AS id FROM pg_sequences ${OF_TABLE}`,
        [name],
      )
      const id = rows[0]?.id
      return id ? BigInt(id) : null
    },
    close: () => client.end(),
  }
}

/** Integers as text and times as milliseconds, so that the client neither rounds nor shifts them. */
function asSelected({ name, kind }: Column): string {
  if (kind === 'time') return `round(extract(epoch FROM ${quoted(name)}) * 1000)::bigint::text`
  return kind === 'integer' ? `${quoted(name)}::text` : quoted(name)
}

function fromPostgres(value: unknown, kind: Kind): Value {
  if (value === null) return null
  if (kind === 'integer' || kind === 'time') return BigInt(String(value))
  return kind === 'boolean' ? BigInt(value === true) : (value as Value)
}

function toPostgres(value: Value, table: Table, { name, kind }: Column): unknown {
  if (value === null) return null
  if (typeof value === 'string' && value.includes('\0')) {
    throw new CopyError(
      `A row of ${table.name} has a NUL character in ${name}, which PostgreSQL cannot store. Remove it and try again.`,
    )
  }
  if (kind === 'boolean') return value === 1n
  if (kind === 'time') return new Date(Number(value)).toISOString()
  if (kind === 'bytes') return `\\x${(value as Uint8Array).toHex()}`
  return typeof value === 'bigint' ? String(value) : value
}
