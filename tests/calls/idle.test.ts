import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Sqlite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/setup/free-port.ts'
import { fillWithShipped, startProcess } from '#tests/setup/product.ts'
import { ask } from './accounts-client.ts'

const REPORT = pathToFileURL('tests/setup/report-costly-parts.mjs').href
/** All jobs that one process at a time runs. */
const JOBS = [
  'asked-questions',
  'back-up',
  'billing',
  'bulk-email',
  'cleanup',
  'counting',
  'daily-reads',
  'deleted-notes',
  'digests',
  'push',
  'request-emails',
  'review-emails',
  'search-index',
]

test('a server with nothing to do loads only what it needs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'readr-idle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const port = await freePort()
  const variables = { PORT: String(port), DATA_DIR: join(folder, 'data') }
  await fillWithShipped(variables)
  const reporting = { ...variables, NODE_OPTIONS: `--import=${REPORT}` }
  const running = await startProcess(reporting, 'serve')
  const stop = () => {
    running.child.kill('SIGTERM')
    return running.ended
  }
  onTestFinished(async () => void (await stop()))
  for (const path of ['/books', '/readyz']) {
    expect((await ask(`http://127.0.0.1:${port}`, path)).status).toBe(200)
  }
  const db = new Sqlite(join(folder, 'data', 'readr.db'), { readonly: true })
  const leases = db
    .prepare<[], string>(`SELECT name FROM Lease WHERE name NOT LIKE 'process %' ORDER BY name`)
    .pluck()
  await expect.poll(() => leases.all(), { timeout: 20_000 }).toEqual(JOBS)
  db.close()
  // It waits for the jobs that are running.
  const { status, stderr } = await stop()
  // The server and its supervisor. Prisma’s compiler or a number format would be named here.
  expect({ status, stderr }).toEqual({ status: 0, stderr: 'used: \nused: \n' })
})
