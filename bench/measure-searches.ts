/** Times searches in a large catalogue on both engines (time-searches.ts). */
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { copyDatabase } from '../app/platform/copy-database/copy-database.server.ts'
import { newDatabase, startPostgres } from '../tests/setup/postgres.ts'
import { type TimedSearch, timedSearches } from './queries.ts'
import { markdown, short } from './report.ts'

interface Times {
  p50: number
  max: number
}

type Figures = Record<string, { first: Times; again: Times }>

/** Measures SQLite and then a copy on PostgreSQL, which takes minutes to fill. */
export async function measureSearches(database: string): Promise<string> {
  const groups = timedSearches(database)
  const sqlite = await timeSearches(`file:${database}`, groups)
  const server = await startPostgres()
  try {
    const { url } = await newDatabase(server.url)
    await copyDatabase(`file:${database}`, url)
    return searchTable(sqlite, await timeSearches(url, groups))
  } finally {
    await server.stop()
  }
}

export async function timeSearches(
  url: string,
  groups: [string, TimedSearch[]][],
): Promise<Figures> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'time-searches.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATA_DIR: join(tmpdir(), 'readr-bench', 'searches'),
      DATABASE_URL: url,
    },
  })
  child.stdin.end(JSON.stringify(groups))
  return JSON.parse(await text(child.stdout)) as Figures
}

export function searchTable(sqlite: Figures, postgres: Figures): string {
  const cells = ({ first, again }: Figures[string]) =>
    [first, again].flatMap(({ p50, max }) => `${short(p50)} · ${short(max)}`)
  return markdown([
    ['search', 'SQLite, first', 'SQLite, again', 'PostgreSQL, first', 'PostgreSQL, again'],
    ...Object.keys(sqlite).map((kind) => [
      kind,
      ...cells(sqlite[kind]!),
      ...cells(postgres[kind]!),
    ]),
  ])
}
