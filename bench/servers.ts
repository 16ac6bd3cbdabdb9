/** Starts and stops the servers that are measured, and asks them what they use. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { SERVER_FLAGS, SERVER_MEMORY } from '../bin/memory-settings.ts'
import { freePort } from '../tests/setup/free-port.ts'
import type { Usage } from './probe.ts'
import type { Askers } from './reader.ts'

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 5000
const PROBE = join(import.meta.dirname, 'probe.ts')

export interface Server {
  port: number
  /** From the start of the process to its first answer. */
  startMs: number
  usage(): Promise<Usage>
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()

/** Ends what was started and is still there. */
export function stopEverything(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** The product as it is built now, beside which somebody may build anew. */
export function copyOfBuild(folder: string): string {
  const copy = join(folder, `build-${process.pid}`)
  mkdirSync(copy, { recursive: true })
  cpSync('build', join(copy, 'build'), { recursive: true })
  for (const name of ['node_modules', 'prisma'])
    symlinkSync(join(process.cwd(), name), join(copy, name))
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
  return copy
}

/** The product on this database, as `npm start` runs it, its log thrown away. */
export function startProduct(
  home: string,
  database: string,
  settings: Record<string, string> = {},
): Promise<Server> {
  return start([...SERVER_FLAGS, join(home, 'build/server/index.js')], home, {
    ...SERVER_MEMORY,
    NODE_ENV: 'production',
    DATABASE_URL: `file:${database}`,
    DATA_DIR: join(home, 'data'),
    APP_URL: 'http://readr.example',
    // All of the load comes from one network address.
    RATE_LIMIT_FACTOR: '999999',
    ...settings,
  })
}

export interface LookUp {
  p50: number
  p99: number
  max: number
  /** Processor time of one, in ms. */
  cpuMs: number
}

/** What finding out who asks costs, by cookie and by token (session-lookup.ts). */
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

/** The bare server on this database, with the answers in this file. */
export function startBare(
  database: string,
  answers: string,
  settings: Record<string, string> = {},
): Promise<Server> {
  const script = join(import.meta.dirname, 'bare-server.ts')
  return start([script, database, answers], process.cwd(), settings)
}

async function start(args: string[], cwd: string, env: Record<string, string>): Promise<Server> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', PROBE, ...args], {
    cwd,
    // Nothing of the caller's configuration, so that every run measures the same.
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  await firstAnswer(child, port)
  const startMs = performance.now() - started
  return {
    port,
    startMs,
    usage: () =>
      new Promise((resolve) => {
        child.once('message', (usage) => resolve(usage as Usage))
        child.send('usage')
      }),
    stop: () => stop(child),
  }
}

async function firstAnswer(child: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`A server ended with ${child.exitCode}.`)
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
