/**
 * Runs the server in PROCESSES processes that share its port, and replaces them one after the
 * other on SIGHUP: a new one must listen before an old one is asked to finish, and the port is held
 * here, so that no connection is refused in between. The new ones run what then lies on the disk.
 */
import '../app/platform/require-env.server.ts'
import cluster, { type Worker } from 'node:cluster'
import { join } from 'node:path'
import { env } from '../app/platform/env.server.ts'
import { log } from '../app/platform/log.server.ts'
import { SERVER_FLAGS, SERVER_MEMORY } from './memory-settings.ts'

/** A process that has died by itself is replaced after this, so that a hopeless one costs little. */
const REPLACE_AFTER_MS = 1000

const { processes, metricsPort } = env()
const workers: (Worker | undefined)[] = []
let stopping = false
let failed = false

cluster.setupPrimary({ exec: join(import.meta.dirname, 'index.js'), execArgv: SERVER_FLAGS })

/** Starts a process for a place. Rejects when it ends before it listens. */
function start(place: number): Promise<Worker> {
  // Each has figures of its own.
  const own = metricsPort === 0 ? {} : { METRICS_PORT: String(metricsPort + place) }
  const worker = cluster.fork({ ...SERVER_MEMORY, ...own })
  return new Promise((resolve, reject) => {
    worker.once('listening', () => resolve(worker))
    worker.once('exit', (code) => reject(new Error(`The process ended with ${code}.`)))
  })
}

/** Puts a process in a place, where it is replaced when it dies. */
function install(place: number, worker: Worker): void {
  workers[place] = worker
  worker.once('exit', (code, signal) => {
    if (workers[place] !== worker) return
    workers[place] = undefined
    if (stopping) return endWhenAllAreGone(code)
    log.error({ place, code, signal }, 'a process died; another takes its place')
    setTimeout(() => void refill(place), REPLACE_AFTER_MS)
  })
}

async function refill(place: number): Promise<void> {
  if (stopping) return
  try {
    install(place, await start(place))
  } catch {
    setTimeout(() => void refill(place), REPLACE_AFTER_MS)
  }
}

let restarting = Promise.resolve()

/** Replaces every process. When a new one does not start, the old ones go on. */
async function restart(): Promise<void> {
  for (const [place, old] of workers.entries()) {
    if (stopping) return
    let worker: Worker
    try {
      worker = await start(place)
    } catch (error) {
      log.error({ err: error, place }, 'the new process did not start; the old one goes on')
      return
    }
    install(place, worker)
    if (!old || old.isDead()) continue
    const gone = new Promise((resolve) => old.once('exit', resolve))
    old.process.kill('SIGTERM')
    await gone
  }
  log.info('all processes are replaced')
}

function endWhenAllAreGone(code: number | null): void {
  failed ||= code !== 0
  if (workers.every((worker) => worker === undefined)) process.exit(failed ? 1 : 0)
}

function stop(signal: NodeJS.Signals): void {
  if (stopping) process.exit(1)
  stopping = true
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal)
}

process.on('SIGHUP', () => {
  restarting = restarting.then(restart)
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal))

for (let place = 0; place < Math.max(1, processes); place++) {
  try {
    install(place, await start(place))
  } catch {
    // It has said why; unless it was asked to stop before it listened.
    if (!stopping) process.exit(1)
    endWhenAllAreGone(0)
    break
  }
}
if (!stopping) log.info({ processes: workers.length }, 'all processes listen')
