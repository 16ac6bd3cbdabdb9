import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '#app/platform/migrate-database.server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database to copy: a file, or the name of a database on a PostgreSQL server. */
    migrated: { template: string; server?: string }
  }
}

/** Creates a migrated SQLite file for the run. */
export default async function migrateOnSqlite(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'readr-migrated-'))
  const template = join(folder, 'readr.db')
  await migrate(`file:${template}`)
  project.provide('migrated', { template })
  return () => rmSync(folder, { recursive: true, force: true })
}
