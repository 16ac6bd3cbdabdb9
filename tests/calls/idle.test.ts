import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ALONE, startProduct } from '#tests/setup/product.ts'
import { ask } from './accounts-client.ts'

const REPORT = pathToFileURL('tests/setup/report-costly-parts.mjs').href
/** All jobs that one process at a time runs. */
const JOBS = [
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

test('a server with nothing to do loads neither Prisma’s compiler, fetch, nor number formats', async () => {
  const product = await startProduct('content', { NODE_OPTIONS: `--import=${REPORT}` }, ALONE)
  expect((await ask(product.origin, '/books')).status).toBe(200)
  const db = new Sqlite(join(product.variables['DATA_DIR']!, 'readr.db'), { readonly: true })
  const leases = db
    .prepare<[], string>(`SELECT name FROM Lease WHERE name NOT LIKE 'process %' ORDER BY name`)
    .pluck()
  await expect.poll(() => leases.all(), { timeout: 20_000 }).toEqual(JOBS)
  db.close()
  // It waits for the jobs that are running.
  const { stderr } = await product.stop()
  expect(stderr).toBe('used: \n')
})
