import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The test server's address, without a database; absent where SQLite is tested. */
    postgres: string
  }
}

/** A real PostgreSQL for the run, gone with it. */
export default async function startForTheRun(project: TestProject) {
  const { url, stop } = await startPostgres()
  project.provide('postgres', url)
  return stop
}
