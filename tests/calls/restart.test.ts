import { Agent, get } from 'node:http'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#tests/setup/free-port.ts'
import { firstBooks } from '#tests/setup/first-books.ts'
import { casesOf } from '#tests/setup/stress.ts'
import { PRODUCTION, type Running, runProduct, startProcess } from '#tests/setup/product.ts'

const SOON = { interval: 50, timeout: 30_000 }
/** Clients that send requests one after the other, half of them with keep-alive. */
const CLIENTS = 16
/** Cached pages, rendered pages, and calls. */
const PATHS = ['/browse/books', '/about', '/api/auth/me', '/browse/books?search=life', '/healthz']

let folder: string
let port: number
let running: Running

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readr-restart-'))
  port = await freePort()
  const variables = {
    ...PRODUCTION,
    PORT: String(port),
    PROCESSES: '2',
    DATA_DIR: join(folder, 'data'),
    RATE_LIMIT_FACTOR: '10000',
  }
  await runProduct('readr', ['migrate', '--fill', firstBooks()], variables)
  running = await startProcess(variables, 'serve')
})

afterAll(async () => {
  running.child.kill('SIGTERM')
  await running.ended
  rmSync(folder, { recursive: true, force: true })
})

/** The status of a response, or the error of the connection. */
const outcome = (path: string, agent: Agent) =>
  new Promise<string>((resolve) => {
    const request = get({ host: '127.0.0.1', port, path, agent }, (response) => {
      response.resume()
      response.once('end', () => resolve(String(response.statusCode)))
      response.once('error', (error) => resolve(`${path}: ${error.message}`))
    })
    request.once('error', (error) => resolve(`${path}: ${error.message}`))
  })

test('a restart under load fails no request', async () => {
  const done = new AbortController()
  const outcomes = new Map<string, number>()
  const clients = Array.from({ length: CLIENTS }, async (_, n) => {
    const agent = new Agent({ keepAlive: n % 2 === 0, maxSockets: 1 })
    for (let i = n; !done.signal.aborted; i++) {
      const what = await outcome(PATHS[i % PATHS.length]!, agent)
      outcomes.set(what, (outcomes.get(what) ?? 0) + 1)
    }
    agent.destroy()
  })
  for (const _ of casesOf('once', 'again')) {
    const replaced = running.logged('all processes were replaced')
    running.child.kill('SIGHUP')
    await replaced
  }
  done.abort()
  await Promise.all(clients)
  expect([...outcomes.keys()].toSorted()).toEqual(['200', '401'])
  expect(outcomes.get('200')).toBeGreaterThan(100)
})

test('what a process has not accepted when it hangs and dies, another answers', async () => {
  const { pid } = running.child
  const children = () =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
  const [frozen] = children()
  process.kill(frozen!, 'SIGSTOP')
  const agent = new Agent({ maxSockets: CLIENTS })
  // A supervisor that distributes connections would have sent one of these to the frozen process.
  const waiting = Array.from({ length: CLIENTS }, () => outcome('/healthz', agent))
  await Promise.race(waiting)
  process.kill(frozen!, 'SIGKILL')
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['200']))
  agent.destroy()
  await expect.poll(() => children().includes(frozen!), SOON).toBe(false)
})

test('SIGTERM stops all processes', async () => {
  const pids = [running.child.pid!]
  running.child.kill('SIGTERM')
  expect(await running.ended).toMatchObject({ status: 0, stderr: '' })
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/)
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow(TypeError)
})
