import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the PostgreSQL server, without a database; missing in tests on SQLite. */
    postgres: string
  }
}

/** Starts a PostgreSQL server for the run. */
export default async function startForRun(project: TestProject) {
  const { url, stop } = await startPostgres()
  project.provide('postgres', url)
  return stop
}
