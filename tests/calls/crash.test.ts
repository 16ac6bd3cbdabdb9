import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#tests/setup/free-port.ts'
import { newDatabase, type PostgresServer, startPostgres } from '#tests/setup/postgres.ts'
import { firstBooks } from '#tests/setup/first-books.ts'
import { type Running, runProduct, startProcess } from '#tests/setup/product.ts'
import { newReader } from './accounts-client.ts'
import { Writer } from './crash-writer.ts'

/** CRASH_ROUNDS=1000 runs the long test (docs/operations.md). */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 12)
/** One of this many rounds ends with a kill. */
const KILLED_ONE_IN = 4
const READERS = 6
const WRITES_A_ROUND = 5

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  let folder: string
  let server: PostgresServer | undefined
  let variables: Record<string, string>
  let running: Running

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'readr-crash-'))
    server = engine === 'postgres' ? await startPostgres({ durable: true }) : undefined
    const port = String(await freePort())
    variables = {
      PORT: port,
      APP_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: join(folder, 'data'),
      RATE_LIMIT_FACTOR: '100000',
      ...(server ? { DATABASE_URL: (await newDatabase(server.url)).url } : {}),
    }
    await runProduct('readr', ['migrate', '--fill', firstBooks()], variables)
    running = await startProcess(variables)
  })

  afterAll(async () => {
    running.child.kill('SIGTERM')
    await running.ended
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  function expectIntact() {
    if (engine !== 'sqlite') return
    const db = new Sqlite(join(variables['DATA_DIR']!, 'readr.db'), { readonly: true })
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(db.pragma('foreign_key_check')).toEqual([])
    db.close()
  }

  test(
    'no acknowledged write is lost when the process is killed',
    { timeout: 60_000 + ROUNDS * 2000 },
    async () => {
      const origin = variables['APP_URL']!
      const list = (await (await fetch(`${origin}/books`)).json()) as {
        data: { books: { _id: string }[] }
      }
      const books = list.data.books.map(({ _id }) => _id)
      const writers: Writer[] = []
      for (let n = 0; n < READERS; n++) {
        const { email, web } = await newReader(origin)
        writers.push(new Writer(origin, email, web['readr_session']!))
      }
      let kills = 0
      let slowestStartMs = 0
      let writes = 0
      for (let round = 0; round < ROUNDS; round++) {
        const isKilled = round % KILLED_ONE_IN === KILLED_ONE_IN - 1
        const after = Math.random() * 60
        const death = isKilled
          ? new Promise((resolve) => setTimeout(resolve, after)).then(() =>
              running.child.kill('SIGKILL'),
            )
          : undefined
        await Promise.all(
          writers.map(async (writer) => {
            const most = isKilled ? Infinity : WRITES_A_ROUND
            for (let n = 0; n < most; n++) {
              try {
                await writer.write(books)
                writes += 1
              } catch (error) {
                // The connection broke, so the write was not acknowledged.
                if (isKilled && error instanceof TypeError) return
                throw error
              }
            }
          }),
        )
        if (!isKilled) continue
        await death
        await running.ended
        kills += 1
        expectIntact()
        const started = performance.now()
        running = await startProcess(variables)
        slowestStartMs = Math.max(slowestStartMs, performance.now() - started)
        for (const writer of writers) await writer.check()
      }
      for (const writer of writers) await writer.check()
      expect(kills).toBe(Math.floor(ROUNDS / KILLED_ONE_IN))
      console.log(
        `${engine}: ${ROUNDS} rounds, ${kills} kills, ${writes} acknowledged writes, slowest start ${Math.round(slowestStartMs)} ms`,
      )
    },
  )
})
