import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { onPostgres } from './postgres.ts'

/** Gives each test file its own migrated database and data folder. */
const folder = mkdtempSync(join(tmpdir(), 'readr-store-'))
const { server, template } = inject('migrated')
const name = `readr_${randomUUID().replaceAll('-', '')}`
const onServer = (statement: string) => onPostgres(`${server}/postgres`, statement)

process.env['DATA_DIR'] = folder
if (server) {
  process.env['DATABASE_URL'] = `${server}/${name}`
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template}`)
} else {
  process.env['DATABASE_URL'] = `file:${join(folder, 'readr.db')}`
  copyFileSync(template, join(folder, 'readr.db'))
}

afterAll(async () => {
  const { closeDatabase } = await import('#app/platform/database.server.ts')
  await closeDatabase()
  if (server) await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
  rmSync(folder, { recursive: true, force: true })
})
