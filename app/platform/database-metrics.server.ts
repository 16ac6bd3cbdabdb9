import { statSync } from 'node:fs'
import { connections, db, engine, sqliteFile } from './database.server.ts'
import { env } from './env.server.ts'
import { measure } from './metrics.server.ts'

/** Adds the metrics of the database: its response time, its size, and its connections. */
export function measureDatabase(): void {
  measure(
    'readr_database_answer_seconds',
    'Time of one small query; missing while the database does not respond.',
    'engine',
    async () => {
      const askedAt = performance.now()
      await db().$queryRaw`SELECT 1 AS one`
      return { [engine()]: (performance.now() - askedAt) / 1000 }
    },
  )
  measure('readr_database_size_bytes', 'Size of the database.', 'engine', async () => ({
    [engine()]: await databaseBytes(),
  }))
  measure(
    'readr_database_connections',
    'Connections of this process to PostgreSQL, and requests that are waiting for one.',
    'state',
    async () => connections(),
  )
}

async function databaseBytes(): Promise<number> {
  if (engine() === 'sqlite') {
    const file = sqliteFile(env().databaseUrl)
    return [file, `${file}-wal`]
      .map((name) => statSync(name, { throwIfNoEntry: false })?.size ?? 0)
      .reduce((sum, size) => sum + size, 0)
  }
  const [row] = await db().$queryRaw<{ bytes: bigint }[]>`
    SELECT pg_database_size(current_database()) AS bytes`
  return Number(row!.bytes)
}
