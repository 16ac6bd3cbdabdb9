/**
 * Runs the server in a process of its own and replaces it when it dies; with PROCESSES, in so many
 * that share its port, replaced one after the other on SIGHUP: a new one must listen before an old
 * one is asked to finish, and the port is held here, so that no connection is refused in between.
 * The new ones run what then lies on the disk.
 *
 * Nothing of the product is imported: this process holds only what Node itself takes.
 */
import cluster, { type Worker } from 'node:cluster'
import { join } from 'node:path'
import { SERVER_FLAGS, SERVER_MEMORY } from './memory-settings.ts'

/** Before a process that has died soon after its start is replaced; doubled at each further time. */
const REPLACE_AFTER_MS = 1000
const REPLACE_AFTER_AT_MOST_MS = 30_000
/** A process that has run for so long did not die of its start, and is replaced right away. */
const STEADY_AFTER_MS = 60_000
/** Ctrl+C reaches this process from the terminal, from npm and from `npm start`: that is one. */
const SAME_SIGNAL_MS = 1000

// What is wrong with a variable, the first process says as it ends.
const asked = Number(process.env['PROCESSES'])
const isReplacedOnSighup = asked > 0
const processes = Number.isInteger(asked) && asked > 0 ? asked : 1
const metricsPort = Number(process.env['METRICS_PORT'])

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent']

/** A line as the server's log has them (app/platform/log.server.ts). */
function log(level: 'info' | 'error', facts: Record<string, unknown>, msg: string): void {
  if (LEVELS.indexOf(level) < LEVELS.indexOf(process.env['LOG_LEVEL'] || 'info')) return
  const line = { level, time: new Date().toISOString(), ...facts, msg }
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

const workers: (Worker | undefined)[] = []
/** How often the process of each place has died soon after its start, one time after another. */
const soonDead: number[] = []
let stoppingSince: number | null = null
let failed = false

cluster.setupPrimary({ exec: join(import.meta.dirname, 'index.js'), execArgv: SERVER_FLAGS })
// A single process takes its connections itself; several are given them in turn.
if (processes === 1) cluster.schedulingPolicy = cluster.SCHED_NONE

/** Starts a process for a place, which says when it listens. Rejects when it ends before. */
function start(place: number): Promise<Worker> {
  // Each has figures of its own.
  const own = metricsPort > 0 ? { METRICS_PORT: metricsPort + place } : {}
  const worker = cluster.fork({ ...SERVER_MEMORY, ...own })
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve(worker))
    worker.once('exit', (code) => reject(new Error(`The process ended with ${code}.`)))
  })
}

/** Puts a process in a place, where it is replaced when it dies. */
function install(place: number, worker: Worker): void {
  const since = Date.now()
  workers[place] = worker
  worker.once('exit', (code, signal) => {
    if (workers[place] !== worker) return
    workers[place] = undefined
    if (stoppingSince !== null) return endWhenAllAreGone(code)
    log('error', { place, code, signal }, 'a process died; another takes its place')
    if (Date.now() - since >= STEADY_AFTER_MS) soonDead[place] = 0
    refillLater(place)
  })
}

function refillLater(place: number): void {
  const times = soonDead[place] ?? 0
  soonDead[place] = times + 1
  const wait = Math.min(
    REPLACE_AFTER_AT_MOST_MS,
    times === 0 ? 0 : REPLACE_AFTER_MS * 2 ** (times - 1),
  )
  setTimeout(() => void refill(place), wait)
}

async function refill(place: number): Promise<void> {
  if (stoppingSince !== null) return
  try {
    install(place, await start(place))
  } catch {
    if (stoppingSince === null) refillLater(place)
    else endWhenAllAreGone(0)
  }
}

let restarting = Promise.resolve()

/** Replaces every process. When a new one does not start, the old ones go on. */
async function restart(): Promise<void> {
  for (const [place, old] of workers.entries()) {
    if (stoppingSince !== null) return
    let worker: Worker
    try {
      worker = await start(place)
    } catch (error) {
      log(
        'error',
        { err: String(error), place },
        'the new process did not start; the old one goes on',
      )
      return
    }
    install(place, worker)
    if (!old || old.isDead()) continue
    const gone = new Promise((resolve) => old.once('exit', resolve))
    old.process.kill('SIGTERM')
    await gone
  }
  log('info', {}, 'all processes are replaced')
}

function endWhenAllAreGone(code: number | null): void {
  failed ||= code !== 0
  if (workers.every((worker) => worker === undefined)) process.exit(failed ? 1 : 0)
}

/** Has all processes finish their requests. Asked once more, leaves at once, and they with it. */
function stop(): void {
  if (stoppingSince !== null) {
    if (Date.now() - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
    return
  }
  stoppingSince = Date.now()
  const alive = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isDead() === false)
  // The only one has died, and its successor waits to be started.
  if (alive.length === 0) process.exit(1)
  for (const worker of alive) worker!.process.kill('SIGTERM')
}

process.on('SIGHUP', () => {
  if (isReplacedOnSighup) restarting = restarting.then(restart)
  else stop()
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)

for (let place = 0; place < processes; place++) {
  try {
    install(place, await start(place))
  } catch {
    // It has said why; unless it was asked to stop before it listened.
    if (stoppingSince === null) process.exit(1)
    endWhenAllAreGone(0)
    break
  }
}
if (stoppingSince === null) log('info', { processes }, 'all processes listen')
