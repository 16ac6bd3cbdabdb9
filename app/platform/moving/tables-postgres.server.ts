import pg from 'pg'
import {
  canonicalJson,
  CHUNK_ROWS,
  type Column,
  type Kind,
  MovingError,
  OWN_TABLES,
  quoted,
  type Table,
  type TableReader,
  type TableWriter,
  type Value,
} from './tables.ts'

const KINDS: Record<string, Kind> = {
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  float4: 'real',
  float8: 'real',
  bool: 'boolean',
  timestamp: 'moment',
  timestamptz: 'moment',
  text: 'text',
  varchar: 'text',
  numeric: 'decimal',
  jsonb: 'json',
  bytea: 'bytes',
}

/** PostgreSQL allows so many values in a statement. */
const MOST_VALUES = 65_535

/** Copies of all tables take as long as they take, whatever the role is told otherwise. */
const NO_TIMEOUT = 'SET LOCAL statement_timeout = 0'

/** Opens a PostgreSQL database to read it as it is now, whatever is written meanwhile. */
export async function readPostgres(url: string): Promise<TableReader> {
  const client = await connect(url)
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${NO_TIMEOUT}`)
  return readerOf(client)
}

/** Opens a migrated PostgreSQL database to fill it. */
export async function writePostgres(url: string): Promise<TableWriter> {
  const client = await connect(url)
  let tables: Table[] = []
  let constraints: { table: string; name: string; definition: string }[] = []
  return {
    ...readerOf(client),
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
      const width = table.columns.length
      const names = table.columns.map(({ name }) => quoted(name)).join(', ')
      const most = Math.floor(MOST_VALUES / width)
      for (let i = 0; i < rows.length; i += most) {
        const part = rows.slice(i, i + most)
        const places = part.map(
          (row, n) => `(${row.map((_value, c) => `$${n * width + c + 1}`).join(', ')})`,
        )
        const values = part.flatMap((row) =>
          row.map((value, c) => toPostgres(value, table, table.columns[c]!)),
        )
        await client.query(
          `INSERT INTO ${quoted(table.name)} (${names}) VALUES ${places.join(', ')}`,
          values,
        )
      }
    },
    async setCounter(table, value) {
      const sequence = await sequenceOf(client, table)
      if (sequence === null) return
      await client.query('SELECT setval($1::regclass, greatest($2::bigint, 1), $2::bigint > 0)', [
        sequence,
        String(value),
      ])
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

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  return client
}

function readerOf(client: pg.Client): TableReader {
  return {
    async tables() {
      const { rows } = await client.query<{ table: string; column: string; type: string }>(
        `SELECT c.table_name AS "table", c.column_name AS "column", c.udt_name AS type
        FROM information_schema.columns c
        JOIN information_schema.tables t USING (table_schema, table_name)
        WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
          AND c.is_generated = 'NEVER' AND c.table_name <> ALL($1)`,
        [OWN_TABLES],
      )
      const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
      const names = [...new Set(rows.map(({ table }) => table))]
      return names
        .map((name) => ({
          name,
          columns: rows
            .filter(({ table }) => table === name)
            .map(({ column, type }) => {
              const kind = KINDS[type]
              if (kind) return { name: column, kind }
              throw new MovingError(`${name}.${column} has a type that cannot be moved: ${type}.`)
            })
            .toSorted(byName),
        }))
        .toSorted(byName)
    },
    async *rows(table) {
      const wanted = table.columns.map(selected).join(', ')
      await client.query(
        `DECLARE moving NO SCROLL CURSOR FOR SELECT ${wanted} FROM ${quoted(table.name)}`,
      )
      try {
        for (;;) {
          const { rows } = await client.query<unknown[]>({
            text: `FETCH ${CHUNK_ROWS} FROM moving`,
            rowMode: 'array',
          })
          if (rows.length === 0) return
          yield rows.map((row) =>
            row.map((value, i) => fromPostgres(value, table.columns[i]!.kind)),
          )
        }
      } finally {
        await client.query('CLOSE moving')
      }
    },
    async count({ name }) {
      const { rows } = await client.query<{ count: string }>(
        `SELECT count(*) AS count FROM ${quoted(name)}`,
      )
      return Number(rows[0]!.count)
    },
    async counter(table) {
      const sequence = await sequenceOf(client, table)
      if (sequence === null) return null
      const { rows } = await client.query<{ value: string }>(
        `SELECT (CASE WHEN is_called THEN last_value ELSE last_value - 1 END)::text AS value
        FROM ${sequence}`,
      )
      return BigInt(rows[0]!.value)
    },
    close: () => client.end(),
  }
}

/** The sequence that numbers a table's rows, ready to stand in a statement; or null. */
async function sequenceOf(client: pg.Client, table: Table): Promise<string | null> {
  const { rows } = await client.query<{ sequence: string | null }>(
    `SELECT pg_get_serial_sequence(quote_ident($1), name) AS sequence FROM unnest($2::text[]) AS name`,
    [table.name, table.columns.map(({ name }) => name)],
  )
  return rows.find(({ sequence }) => sequence !== null)?.sequence ?? null
}

/** Moments leave as milliseconds and integers as text, so that no client's time zone or number gets at them. */
function selected({ name, kind }: Column): string {
  if (kind === 'moment') return `round(extract(epoch FROM ${quoted(name)}) * 1000)::bigint::text`
  if (kind === 'integer' || kind === 'json') return `${quoted(name)}::text`
  return quoted(name)
}

function fromPostgres(value: unknown, kind: Kind): Value {
  if (value === null) return null
  switch (kind) {
    case 'integer':
    case 'moment':
      return BigInt(String(value))
    case 'boolean':
      return value === true ? 1n : 0n
    case 'json':
      return canonicalJson(String(value))
    case 'real':
      return Number(value)
    case 'bytes':
      return value as Uint8Array
    default:
      return String(value)
  }
}

function toPostgres(value: Value, table: Table, { name, kind }: Column): unknown {
  if (value === null) return null
  if (typeof value === 'string' && value.includes('\0')) {
    throw new MovingError(
      `A row of ${table.name} has a NUL character in ${name}, which PostgreSQL cannot hold. Take it out and try again.`,
    )
  }
  if (kind === 'boolean') return value === 1n
  if (kind === 'moment') return new Date(Number(value)).toISOString()
  if (kind === 'bytes') return Buffer.from(value as Uint8Array)
  return typeof value === 'bigint' ? String(value) : value
}
