/**
 * Supervises the server: runs it in one worker process, or in PROCESSES of them, and replaces
 * workers that die. With PROCESSES, SIGHUP replaces the workers one by one with what is then on the
 * disk. A new worker must listen before the old one finishes, and the port stays open here, so no
 * connection is refused.
 *
 * Imports nothing of the product, to keep this process small.
 */
import cluster, { type Worker } from 'node:cluster'
import { join } from 'node:path'
import { compileCache, SERVER_FLAGS, SERVER_MEMORY } from './server-settings.ts'

/** Delay before a worker that died early is replaced; doubles each time. */
const REPLACE_AFTER_MS = 1000
const MAX_REPLACE_AFTER_MS = 30_000
/** A worker that ran this long did not die early, and is replaced right away. */
const STEADY_AFTER_MS = 60_000
/** Ctrl+C arrives from the terminal, from npm, and from `npm start`: count these signals as one. */
const SAME_SIGNAL_MS = 1000

// The first worker reports invalid variables and exits.
const requested = Number(process.env['PROCESSES'])
const isReplacedOnSighup = requested > 0
const processes = Number.isInteger(requested) && requested > 0 ? requested : 1
const metricsPort = Number(process.env['METRICS_PORT'])

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent']

function log(level: 'info' | 'error', facts: Record<string, unknown>, msg: string): void {
  if (LEVELS.indexOf(level) < LEVELS.indexOf(process.env['LOG_LEVEL'] || 'info')) return
  const line = { level, time: new Date().toISOString(), ...facts, msg }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

const workers: (Worker | undefined)[] = []
/** How often the worker at each index has died early in a row. */
const earlyDeaths: number[] = []
let stoppingSince: number | null = null
let failed = false

// The workers accept connections themselves, from one queue of the system. If this process distributed
// them, one that was sent to a worker that hangs or dies would never be answered or closed.
// setupPrimary() reads this.
cluster.schedulingPolicy = cluster.SCHED_NONE
cluster.setupPrimary({ exec: join(import.meta.dirname, 'index.js'), execArgv: SERVER_FLAGS })

/** Starts a worker and waits until it listens. Rejects if it exits before that. */
function start(index: number): Promise<Worker> {
  // Each worker has separate metrics.
  const metrics = metricsPort > 0 ? { METRICS_PORT: metricsPort + index } : {}
  const worker = cluster.fork({
    ...SERVER_MEMORY,
    ...compileCache(import.meta.dirname),
    ...metrics,
  })
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve(worker))
    worker.once('exit', (code) => reject(new Error(`The worker exited with ${code}.`)))
  })
}

function install(index: number, worker: Worker): void {
  const since = Date.now()
  workers[index] = worker
  worker.once('exit', (code, signal) => {
    if (workers[index] !== worker) return
    workers[index] = undefined
    if (stoppingSince !== null) return exitWhenAllAreGone(code)
    log('error', { worker: index, code, signal }, 'a worker died and will be replaced')
    if (Date.now() - since >= STEADY_AFTER_MS) earlyDeaths[index] = 0
    replaceLater(index)
  })
}

function replaceLater(index: number): void {
  const times = earlyDeaths[index] ?? 0
  earlyDeaths[index] = times + 1
  const wait = Math.min(MAX_REPLACE_AFTER_MS, times === 0 ? 0 : REPLACE_AFTER_MS * 2 ** (times - 1))
  setTimeout(() => void replace(index), wait)
}

async function replace(index: number): Promise<void> {
  if (stoppingSince !== null) return
  try {
    install(index, await start(index))
  } catch {
    if (stoppingSince === null) replaceLater(index)
    else exitWhenAllAreGone(0)
  }
}

let restarting = Promise.resolve()

/** Replaces every worker. If a new one does not start, the old ones keep running. */
async function restart(): Promise<void> {
  for (const [index, old] of workers.entries()) {
    if (stoppingSince !== null) return
    let worker: Worker
    try {
      worker = await start(index)
    } catch (error) {
      const err = String(error)
      log(
        'error',
        { err, worker: index },
        'the new worker did not start; the old one keeps running',
      )
      return
    }
    install(index, worker)
    if (!old || old.isDead()) continue
    const gone = new Promise((resolve) => old.once('exit', resolve))
    old.process.kill('SIGTERM')
    await gone
  }
  log('info', {}, 'all processes were replaced')
}

function exitWhenAllAreGone(code: number | null): void {
  failed ||= code !== 0
  if (workers.every((worker) => worker === undefined)) process.exit(failed ? 1 : 0)
}

/** Lets all workers finish their requests. A second signal exits immediately. */
function stop(): void {
  if (stoppingSince !== null) {
    if (Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
    return
  }
  stoppingSince = Date.now()
  const alive = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isDead() === false)
  // The only worker has died, and its replacement has not started yet.
  if (alive.length === 0) process.exit(1)
  for (const worker of alive) worker!.process.kill('SIGTERM')
}

process.on('SIGHUP', () => {
  if (isReplacedOnSighup) restarting = restarting.then(restart)
  else stop()
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)

for (let index = 0; index < processes; index++) {
  try {
    install(index, await start(index))
  } catch {
    // The worker has reported why, unless it was stopped before it listened.
    if (stoppingSince === null) process.exit(1)
    exitWhenAllAreGone(0)
    break
  }
}
if (stoppingSince === null) log('info', { processes }, 'all processes are listening')
