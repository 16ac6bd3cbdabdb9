import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/setup/free-port.ts'
import { casesOf } from '#tests/setup/stress.ts'
import { type Running, runProduct, startProcess } from '#tests/setup/product.ts'

/** The supervisor with default settings: `readr serve` and `npm start`. */

const SOON = { interval: 50, timeout: 60_000 }
/** The memory of a process without the product, not counting the program that it shares. */
const MAX_OWN_BYTES = 25_000_000

let folder: string
let port: number
let running: Running | undefined

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'readr-supervisor-'))
  port = await freePort()
})

afterEach(async () => {
  running?.child.kill('SIGKILL')
  await running?.ended
  running = undefined
  rmSync(folder, { recursive: true, force: true })
})

const variables = () => ({ PORT: String(port), DATA_DIR: join(folder, 'data') })

const start = async (more: Record<string, string> = {}) => {
  running = await startProcess({ ...variables(), ...more }, 'serve')
  return running
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)

/** The status of the response; 0 if there is none. */
const status = (path = '/healthz') =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { Connection: 'close' } })
    .then((response) => response.status)
    .catch(() => 0)

describe('a server that dies', () => {
  test.each(casesOf<NodeJS.Signals>('SIGKILL', 'SIGABRT', 'SIGTERM'))(
    'of %s is replaced and keeps its data',
    async (signal) => {
      const { child } = await start()
      const [first] = childrenOf(child.pid!)
      process.kill(first!, signal)
      await expect.poll(() => childrenOf(child.pid!)[0], SOON).not.toBe(first)
      await expect.poll(() => status('/readyz'), SOON).toBe(200)
      expect(await status('/summaries/walden')).toBe(404)
    },
  )

  test.each(casesOf(2, 3))('%i times is replaced each time', async (times) => {
    const { child } = await start()
    for (let round = 0; round < times; round++) {
      await expect.poll(() => status(), SOON).toBe(200)
      const [pid] = childrenOf(child.pid!)
      process.kill(pid!, 'SIGKILL')
      await expect.poll(() => childrenOf(child.pid!)[0] ?? pid, SOON).not.toBe(pid)
    }
    await expect.poll(() => status(), SOON).toBe(200)
  })
})

describe('the supervisor', () => {
  test('lets the server store its compiled code, for faster starts', async () => {
    const { child, ended } = await start()
    const [server] = childrenOf(child.pid!)
    const cache = join(process.cwd(), 'build/server/compile-cache')
    expect(readFileSync(`/proc/${server}/environ`, 'utf8')).toContain(`NODE_COMPILE_CACHE=${cache}`)
    child.kill('SIGTERM')
    await ended
    expect(readdirSync(cache)).not.toEqual([])
  })

  test('is small', async () => {
    const { child } = await start()
    const memory = readFileSync(`/proc/${child.pid}/smaps_rollup`, 'utf8')
    const kilobytes = Number(/^Anonymous:\s+(\d+) kB/m.exec(memory)![1])
    expect(kilobytes * 1024).toBeLessThan(MAX_OWN_BYTES)
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'passes %s on and exits with 0',
    async (signal) => {
      const { child, ended } = await start()
      const pids = childrenOf(child.pid!)
      child.kill(signal)
      expect(await ended).toMatchObject({ status: 0, stderr: '' })
      for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/)
    },
  )

  test('takes the signals of one Ctrl+C, which every process gets and passes on, as one', async () => {
    const { child, ended, logged } = await start()
    const [server] = childrenOf(child.pid!)
    const stopping = logged('"stopping"')
    for (const pid of [server!, child.pid!, child.pid!, child.pid!]) process.kill(pid, 'SIGINT')
    await stopping
    expect(await ended).toMatchObject({ status: 0, stderr: '' })
  })

  test('takes the SIGTERM that a service manager sends to every process as one', async () => {
    const { child, ended } = await start()
    const [server] = childrenOf(child.pid!)
    // A connection that is still open takes a moment to finish.
    await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()
    process.kill(server!, 'SIGTERM')
    // Later, because the system merges a signal with one that is still pending.
    await sleep(30)
    process.kill(child.pid!, 'SIGTERM')
    expect(await ended).toMatchObject({ status: 0, stderr: '' })
  })

  test('leaves no server behind when it is killed', async () => {
    const { child, ended } = await start()
    const [server] = childrenOf(child.pid!)
    child.kill('SIGKILL')
    await ended
    await expect.poll(() => status(), SOON).toBe(0)
    await expect.poll(() => existsSync(`/proc/${server}`), SOON).toBe(false)
  })

  test('exits if the server cannot start, with one explanation', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const taken = (other.address() as AddressInfo).port
    for (const [wrong, why] of [
      [{ PORT: String(taken) }, `Port ${taken} is in use`],
      [{ PROCESSES: 'two' }, 'PROCESSES: must be a whole number'],
      [{ PROCESSES: '2' }, 'PROCESSES: must be 0 or 1 in the demo'],
      [{ METRICS_PORT: 'x' }, 'METRICS_PORT: must be a whole number'],
    ] as const) {
      const ended = await runProduct('serve', [], { ...variables(), ...wrong })
      expect(ended).toMatchObject({ status: 1, stdout: '' })
      expect(ended.stderr.split('Readr cannot start')).toHaveLength(2)
      expect(ended.stderr).toContain(why)
    }
    other.close()
  })
})

test('npm start replaces a server that dies, and exits with 0', async () => {
  const child = spawn('node', ['bin/start.mjs'], {
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...variables() },
  })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGTERM'))
  await expect.poll(() => status(), SOON).toBe(200)
  const [over] = childrenOf(child.pid!)
  const [server] = childrenOf(over!)
  process.kill(server!, 'SIGKILL')
  await expect.poll(() => childrenOf(over!)[0] ?? server, SOON).not.toBe(server)
  await expect.poll(() => status(), SOON).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
