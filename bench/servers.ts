/** Starts and stops the measured servers and reads what they use (Linux). */
import { type ChildProcess, spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serialize } from 'node:v8'
import { compileCache, SERVER_FLAGS, SERVER_MEMORY } from '../bin/server-settings.ts'
import { freePort } from '../tests/setup/free-port.ts'
import type { Answers } from './bare-server.ts'

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 5000

export interface Usage {
  /** Processor time of the main thread so far, in ms. */
  mainMs: number
  rssBytes: number
}

export interface Server {
  port: number
  /** From the start of the process to its first response, in ms. */
  startMs: number
  usage(): Usage
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()

/** Ends all running servers. */
export function stopEverything(): void {
  for (const child of running) child.kill('SIGKILL')
}

/**
 * Copies a build, so that a new one does not affect the benchmark.
 * @param root the folder of a checkout with `build` and `node_modules`
 */
export function copyOfBuild(folder: string, root = '.'): string {
  mkdirSync(folder, { recursive: true })
  const copy = mkdtempSync(join(folder, 'build-'))
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
  cpSync(join(root, 'build'), join(copy, 'build'), { recursive: true })
  for (const name of ['node_modules', 'prisma']) symlinkSync(resolve(root, name), join(copy, name))
  return copy
}

/** Starts the product on this database like `npm start`, without its log. */
export function startProduct(
  home: string,
  database: string,
  settings: Record<string, string> = {},
  flags: string[] = [],
): Promise<Server> {
  const args = [...SERVER_FLAGS, ...flags, join(home, 'build/server/index.js')]
  return start(args, home, {
    ...SERVER_MEMORY,
    ...compileCache(join(home, 'build/server')),
    NODE_ENV: 'production',
    DATABASE_URL: `file:${database}`,
    DATA_DIR: join(home, 'data'),
    APP_URL: 'http://readr.example',
    // All load comes from one network address.
    RATE_LIMIT_FACTOR: '999999',
    ...settings,
  })
}

/** Starts the bare server on this database with these responses. */
export async function startBare(
  folder: string,
  database: string,
  answers: Answers,
): Promise<Server> {
  const file = join(folder, `answers-${process.pid}`)
  writeFileSync(file, serialize(answers))
  try {
    const script = join(import.meta.dirname, 'bare-server.ts')
    return await start([script, database, file], process.cwd(), {})
  } finally {
    rmSync(file)
  }
}

/** Starts a server and waits for its first response. */
async function start(args: string[], cwd: string, env: Record<string, string>): Promise<Server> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, args, {
    cwd,
    // Ignore the caller's configuration, so that runs are comparable.
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  await firstAnswer(child, port)
  const proc = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  return {
    port,
    startMs: performance.now() - started,
    usage: () => ({
      // In nanoseconds, of the first thread.
      mainMs: Number(proc('schedstat').split(' ', 1)[0]) / 1e6,
      rssBytes: Number(/^VmRSS:\s+(\d+) kB$/m.exec(proc('status'))![1]) * 1024,
    }),
    stop: () => stop(child),
  }
}

/** The slug of a book that everyone may read. */
export async function anySlug({ port }: Pick<Server, 'port'>): Promise<string> {
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
