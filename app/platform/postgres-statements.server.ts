import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Prisma } from '../../generated/sqlite/client.ts'
import { MAX_KEPT } from './prepared-statements.server.ts'

/** Prisma's columns have no time zone and hold UTC. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.TIMESTAMP, (text) => new Date(`${text.replace(' ', 'T')}Z`)],
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.NUMERIC, Number],
])

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

const names = new Map<string, string>()

/** A statement for PostgreSQL, with the name under which a connection keeps it. */
export function postgresStatement({ text, values }: Prisma.Sql): pg.QueryConfig {
  let name = names.get(text)
  if (name === undefined && names.size < MAX_KEPT) {
    name = createHash('sha256').update(text).digest('base64url')
    names.set(text, name)
  }
  // pg would write dates in the time zone of the process.
  const bound = values.map((value) => (value instanceof Date ? value.toISOString() : value))
  return { ...(name === undefined ? {} : { name }), text, values: bound, types }
}
