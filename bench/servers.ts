/** Starts and stops the measured servers and reads their usage. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { compileCache, SERVER_FLAGS, SERVER_MEMORY } from '../bin/server-settings.ts'
import { freePort } from '../tests/setup/free-port.ts'
import type { Profiler } from 'node:inspector'
import { figuresOf, type ProbeRequest, TICKS_PER_SECOND, type Usage } from './usage.ts'
import type { Askers } from './signed-in-reader.ts'

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 5000
const PROBE = join(import.meta.dirname, 'probe.mjs')

export interface Server {
  port: number
  usage(): Promise<Usage>
  startProfile(): Promise<void>
  stopProfile(): Promise<Profiler.Profile>
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()

/** Ends all running servers. */
export function stopEverything(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Copies the build, so that a new build does not affect the benchmark. */
export function copyOfBuild(folder: string): string {
  const copy = join(folder, `build-${process.pid}`)
  mkdirSync(copy, { recursive: true })
  cpSync('build', join(copy, 'build'), { recursive: true })
  for (const name of ['node_modules', 'prisma'])
    symlinkSync(join(process.cwd(), name), join(copy, name))
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
  return copy
}

/** Starts the product on this database like `npm start`, without its log. */
export function startProduct(
  home: string,
  database: string,
  settings: Record<string, string> = {},
): Promise<Server> {
  return start(productArgs(home), home, { ...productEnv(home, database), ...settings })
}

const productArgs = (home: string) => [...SERVER_FLAGS, join(home, 'build/server/index.js')]

const productEnv = (home: string, database: string) => ({
  ...SERVER_MEMORY,
  ...compileCache(join(home, 'build/server')),
  NODE_ENV: 'production',
  DATABASE_URL: `file:${database}`,
  DATA_DIR: join(home, 'data'),
  APP_URL: 'http://readr.example',
  // All load comes from one network address.
  RATE_LIMIT_FACTOR: '999999',
})

export interface StartFigures {
  /** Time from the start of the process to its first response, in ms. */
  startMs: number
  /** Processor time until then, in ms. */
  startCpuMs: number
  /** Memory in bytes: after the first response, and idle. */
  startedBytes: number
  idleBytes: number | null
}

/**
 * Starts the product without the probe, which takes memory, and reads its memory.
 * @param idleAfterMs null: do not wait until it is idle
 */
export async function measureStart(
  home: string,
  database: string,
  idleAfterMs: number | null,
): Promise<StartFigures> {
  const { child, startMs } = await launch(productArgs(home), home, productEnv(home, database))
  const started = usageOf(child.pid!)
  if (idleAfterMs !== null) await sleep(idleAfterMs)
  const idleBytes = idleAfterMs === null ? null : usageOf(child.pid!).rssBytes
  await stop(child)
  return { startMs, startCpuMs: started.cpuMs, startedBytes: started.rssBytes, idleBytes }
}

/** The memory of a process in bytes, and its processor time in ms. */
function usageOf(pid: number): { rssBytes: number; cpuMs: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const rssKib = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1])
  const [user, system] = figuresOf(pid)!.slice(10, 12).map(Number)
  return { rssBytes: rssKib * 1024, cpuMs: ((user! + system!) / TICKS_PER_SECOND) * 1000 }
}

export interface LookUp {
  p50: number
  p99: number
  max: number
  /** Processor time of one look-up, in ms. */
  cpuMs: number
}

/** The cost of the session look-up, by cookie and by token (session-lookup.ts). */
export async function lookUpFigures(
  database: string,
  home: string,
  { cookie, token }: Askers,
): Promise<{ cookie: LookUp; token: LookUp }> {
  const secret = cookie['Cookie']!.split('=')[1]!
  const accessToken = token['Authorization']!.split(' ')[1]!
  const script = join(import.meta.dirname, 'session-lookup.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, secret, accessToken], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATABASE_URL: `file:${database}`,
      DATA_DIR: join(home, 'data'),
    },
  })
  return JSON.parse(stdout) as { cookie: LookUp; token: LookUp }
}

/** Starts the bare server on this database with these responses. */
export function startBare(
  database: string,
  answers: string,
  settings: Record<string, string> = {},
): Promise<Server> {
  const script = join(import.meta.dirname, 'bare-server.ts')
  return start([script, database, answers], process.cwd(), settings)
}

async function start(args: string[], cwd: string, env: Record<string, string>): Promise<Server> {
  const { child, port } = await launch(['--import', PROBE, ...args], cwd, env)
  const ask = <T>(what: ProbeRequest) =>
    new Promise<T>((resolve) => {
      child.once('message', (answer) => resolve(answer as T))
      child.send(what)
    })
  return {
    port,
    usage: () => ask('usage'),
    startProfile: () => ask('start profile'),
    stopProfile: () => ask('stop profile'),
    stop: () => stop(child),
  }
}

/** Starts a server and waits for its first response. */
async function launch(args: string[], cwd: string, env: Record<string, string>) {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, args, {
    cwd,
    // Ignore the caller's configuration, so that runs are comparable.
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  await firstAnswer(child, port)
  return { child, port, startMs: performance.now() - started }
}

/** The slug of a book that everyone may read. */
export async function anySlug({ port }: Server): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/books`)
  const { data } = (await answer.json()) as { data: { books: { slug: string; locked: boolean }[] } }
  return data.books.find(({ locked }) => !locked)!.slug
}

async function firstAnswer(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`A server exited with ${child.exitCode}.`)
    try {
      const response = await fetch(`http://127.0.0.1:${port}/books`)
      await response.arrayBuffer()
      return
    } catch {
      await sleep(10)
    }
  }
  throw new Error('A server did not answer within a minute.')
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const forced = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await gone
  clearTimeout(forced)
}
