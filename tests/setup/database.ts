import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, inject } from 'vitest'

/** Gives each test file its own migrated database and data folder. */
const folder = mkdtempSync(join(tmpdir(), 'readr-store-'))
const server = inject('postgres') as string | undefined
const name = `readr_${randomUUID().replaceAll('-', '')}`

process.env['DATA_DIR'] = folder
process.env['DATABASE_URL'] = server ? `${server}/${name}` : `file:${join(folder, 'readr.db')}`

async function onServer(statement: string) {
  const client = new pg.Client({ connectionString: `${server}/postgres` })
  await client.connect()
  await client.query(statement)
  await client.end()
}

if (server) await onServer(`CREATE DATABASE ${name}`)
const { migrate } = await import('#app/platform/migrate.server.ts')
await migrate(process.env['DATABASE_URL'])

afterAll(async () => {
  const { closeDatabase } = await import('#app/platform/database.server.ts')
  await closeDatabase()
  if (server) await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
  rmSync(folder, { recursive: true, force: true })
})
