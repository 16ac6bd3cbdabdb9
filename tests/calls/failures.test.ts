import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '#tests/setup/free-port.ts'
import { startPostgres } from '#tests/setup/postgres.ts'
import { startProduct } from '#tests/setup/product.ts'
import { ask, newReader, PASSWORD } from './accounts-client.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'readr-failures-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The status of a response, or the error, within the time that a reader waits. */
async function outcome(address: string, init: RequestInit = {}): Promise<number | string> {
  try {
    const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(20_000) })
    await answer.arrayBuffer()
    return answer.status
  } catch (error) {
    return String(error)
  }
}

describe('a disk that is full', () => {
  /** A disk with room for the database, a filler file, and little more. */
  const SCRIPT = `mount -t tmpfs -o size=16m tmpfs "$DATA_DIR" || exit 77
    node build/server/readr.js migrate --fill content >&2 || exit 1
    node -e "const fs = require('fs'), dir = process.env.DATA_DIR, { bavail, bsize } = fs.statfsSync(dir)
      fs.writeFileSync(dir + '/filler', Buffer.alloc(bavail * bsize - 300000))"
    exec node build/server/index.js`

  test('refuses writes, loses none, and recovers when there is room again', async () => {
    const port = await freePort()
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    const child = spawn('unshare', ['--map-root-user', '--mount', 'sh', '-c', SCRIPT], {
      env: {
        PATH: `${resolve('node_modules/.bin')}:${process.env['PATH']}`,
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: dataDir,
        RATE_LIMIT_FACTOR: '100000',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let log = ''
    child.stdout.on('data', (chunk: Buffer) => (log += chunk))
    child.stderr.on('data', (chunk: Buffer) => (log += chunk))
    const gone = new Promise((end) => child.once('close', end))
    try {
      const origin = `http://127.0.0.1:${port}`
      await expect.poll(() => outcome(`${origin}/healthz`), { timeout: 30_000 }).toBe(200)
      const register = (email: string) =>
        ask(origin, '/api/auth/register', { json: { name: 'Ada', email, password: PASSWORD } })
      const kept: string[] = []
      let refused: Awaited<ReturnType<typeof register>> | undefined
      for (let n = 0; !refused && n < 2000; n++) {
        const answer = await register(`reader-${n}@example.com`)
        if (answer.status === 201) kept.push(`reader-${n}@example.com`)
        else refused = answer
      }
      expect(refused).toMatchObject({ status: 503, json: { success: false } })
      expect(refused!.json.message).toMatch(/try again/i)
      expect(await outcome(`${origin}/browse/books`)).toBe(200)
      expect(await outcome(`${origin}/browse/books?search=life&page=2`)).toBe(200)

      const within = `/proc/${child.pid}/root${dataDir}`
      rmSync(join(within, 'filler'))
      expect((await register('later@example.com')).status).toBe(201)
      for (const email of [kept[0]!, kept.at(-1)!]) await newReader(origin, email)
      // SQLite cannot open files in the file system of another process, only a copy.
      for (const name of readdirSync(within)) copyFileSync(join(within, name), join(folder, name))
      const db = new Sqlite(join(folder, 'readr.db'))
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
      const there = db.prepare('SELECT email FROM "User"').pluck().all()
      expect(there).toEqual(expect.arrayContaining([...kept, 'later@example.com']))
      db.close()
      expect(log).not.toContain('@example.com')
    } finally {
      child.kill('SIGTERM')
      await gone
    }
  })
})

describe('a PostgreSQL server that is restarted under load', () => {
  test('fails requests cleanly, and the product recovers within five seconds', async () => {
    const server = await startPostgres()
    const product = await startProduct(
      'content',
      { RATE_LIMIT_FACTOR: '100000' },
      { postgres: server.url, processes: 2 },
    )
    try {
      const reader = await newReader(product.origin)
      const asking = { headers: { Authorization: `Bearer ${reader.token}` } }
      const me = `${product.origin}/api/auth/me`
      const done = new AbortController()
      const seen = new Map<number | string, number>()
      const clients = Array.from({ length: 12 }, async (_, n) => {
        for (let i = n; !done.signal.aborted; i++) {
          const what = await outcome(
            ...((i % 2 === 0
              ? [me, asking]
              : [`${product.origin}/browse/books?search=a${i}`, {}]) as [string, RequestInit]),
          )
          seen.set(what, (seen.get(what) ?? 0) + 1)
        }
      })
      await server.restart()
      const deadline = { interval: 50, timeout: 5000 }
      await expect.poll(() => outcome(me, asking), deadline).toBe(200)
      await expect.poll(() => outcome(me, asking), deadline).toBe(200)
      await expect.poll(() => outcome(`${product.origin}/readyz`), deadline).toBe(200)
      done.abort()
      await Promise.all(clients)
      expect([...seen.keys()].filter((what) => ![200, 503].includes(what as number))).toEqual([])
      for (let n = 0; n < 10; n++) expect(await outcome(me, asking)).toBe(200)
    } finally {
      expect((await product.stop()).status).toBe(0)
      await server.stop()
    }
  })
})
