/**
 * Compares several processes on PostgreSQL with one, for a reader's pages and calls:
 *
 *     node bench/processes.ts [--processes 4] [--seconds 20] [--rounds 3]
 *
 * Needs a build. The load generator, PostgreSQL, and the processes share this machine's cores, so it
 * also reports what each of them used.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { type PostgresServer, newDatabase, startPostgres } from '../tests/setup/postgres.ts'
import { freePort } from '../tests/setup/free-port.ts'
import { PRODUCTION, runProduct, startProcess } from '../tests/setup/product.ts'
import type { Job } from './load-generator.ts'
import { Load } from './measure.ts'
import { signIn } from './signed-in-reader.ts'
import { figuresOf, TICKS_PER_SECOND } from './usage.ts'

const { values: options } = parseArgs({
  options: {
    processes: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
  },
})
const CONNECTIONS = 32
/** Per process, because V8 compiles in each of them. */
const WARM_UP_MS = 6000
/** A reader's pages. */
const PATHS = [
  '/browse/books',
  '/browse',
  '/summaries/walden',
  '/browse/books/my-list',
  '/browse/books/fiction',
]
const PARTS = {
  product: /build\/server\//,
  PostgreSQL: /postgres/,
  load: /bench\/load-generator\.ts/,
}
type Part = keyof typeof PARTS | 'others'
type Seconds = Record<Part, number>

/** Processor seconds of each part of this measurement, and of everything else. */
function processorSeconds(): Seconds {
  const all = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        const figures = figuresOf(pid)
        return figures ? [[pid, figures] as const] : []
      }),
  )
  const isOurs = (pid: string): boolean => {
    const parent = all.get(pid)?.[0]
    return parent === String(process.pid) || (parent !== undefined && isOurs(parent))
  }
  const [, user, nice, system] = readFileSync('/proc/stat', 'utf8').split(/\s+/, 4)
  const used: Seconds = { product: 0, PostgreSQL: 0, load: 0, others: 0 }
  used.others = (Number(user) + Number(nice) + Number(system)) / TICKS_PER_SECOND
  for (const [pid, figures] of all) {
    if (!isOurs(pid)) continue
    let command = ''
    try {
      command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    } catch {
      continue
    }
    const part = (Object.keys(PARTS) as (keyof typeof PARTS)[]).find((one) =>
      PARTS[one].test(command),
    )
    // Include ended children: PostgreSQL closes idle connections.
    const ticks = figures.slice(10, 14).reduce((sum, figure) => sum + Number(figure), 0)
    const seconds = ticks / TICKS_PER_SECOND
    used.others -= seconds
    if (part) used[part] += seconds
  }
  return used
}

const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

async function start(server: PostgresServer, processes: number) {
  const port = await freePort()
  const variables = {
    ...PRODUCTION,
    PORT: String(port),
    PROCESSES: String(processes),
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'info',
    DATA_DIR: '/tmp/readr-bench/processes',
    DATABASE_URL: (await newDatabase(server.url)).url,
  }
  await runProduct('readr', ['migrate', '--fill', 'content'], variables)
  const started = await startProcess(variables, processes > 1 ? 'serve' : 'index')
  const { cookie } = await signIn({ port })
  return { port, job: { port, paths: PATHS, who: cookie }, ...started }
}

const server = await startPostgres()
const load = new Load()

type Requests = Pick<Job, 'port' | 'paths' | 'who'>

interface Measured {
  rate: number
  /** Processor time per request of the first process's main thread, in ms. */
  mainMs: number
  /** Cores in use. */
  cores: Seconds
}

/** Processor seconds of a process's main thread. */
function mainSeconds(pid: number): number {
  const figures = figuresOf(`${pid}/task/${pid}`)!
  return (Number(figures[10]) + Number(figures[11])) / TICKS_PER_SECOND
}

async function measure(requests: Requests, pid: number): Promise<Measured> {
  const ms = Number(options.seconds) * 1000
  const before = processorSeconds()
  const mainBefore = mainSeconds(pid)
  const outcome = await load.run({
    ...requests,
    connections: CONNECTIONS,
    atLeastMs: ms,
    atMostMs: ms,
  })
  const after = processorSeconds()
  const mainMs = ((mainSeconds(pid) - mainBefore) * 1000) / outcome.requests
  const seconds = outcome.ms / 1000
  const cores = Object.fromEntries(
    Object.entries(after).map(([part, used]) => [
      part,
      Math.max(0, used - before[part as Part]) / seconds,
    ]),
  ) as Seconds
  return { rate: outcome.requests / seconds, mainMs, cores }
}

/** Measures one process, then several. */
async function compareProcesses(): Promise<void> {
  const counts = [1, Number(options.processes)]
  const running = await Promise.all(counts.map((processes) => start(server, processes)))
  for (const [at, { job }] of running.entries()) {
    const ms = WARM_UP_MS * counts[at]!
    await load.run({ ...job, connections: CONNECTIONS, atLeastMs: ms, atMostMs: ms })
  }
  const measured: Measured[][] = counts.map(() => [])
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const [at, { job, child }] of running.entries()) {
      measured[at]!.push(await measure(job, child.pid!))
    }
  }
  for (const { child, ended } of running) {
    child.kill('SIGTERM')
    await ended
  }

  const of = (rounds: Measured[], part: Part) => median(rounds.map(({ cores }) => cores[part]))
  console.log(
    'processes | requests/s | cores: product, PostgreSQL, load, others | ms a request: same',
  )
  for (const [at, rounds] of measured.entries()) {
    const rate = median(rounds.map((one) => one.rate))
    const cores = (['product', 'PostgreSQL', 'load', 'others'] as const).map((part) =>
      of(rounds, part),
    )
    const costs = cores.slice(0, 3).map((used) => ((used * 1000) / rate).toFixed(2))
    const shown = cores.map((used) => used.toFixed(2)).join(', ')
    console.log(`${counts[at]} | ${rate.toFixed(0)} | ${shown} | ${costs.join(', ')}`)
  }
  const [one, several] = measured as [Measured[], Measured[]]
  const ratio = median(one.map(({ rate }, round) => several[round]!.rate / rate))
  const all = cpus().length
  const left = all - of(several, 'others')
  console.log(`ratio ${ratio.toFixed(2)}; other programs left ${left.toFixed(2)} of ${all} cores`)
  const whole = median(
    one.map(({ rate, cores }) => ((cores.product + cores.PostgreSQL + cores.load) * 1000) / rate),
  )
  const main = median(one.map(({ mainMs }) => mainMs))
  console.log(
    `ceiling ${((all * main) / whole).toFixed(2)}: a request costs ${whole.toFixed(2)} ms in all, ${main.toFixed(2)} ms of it on the main thread, of which one process has one`,
  )
}

await compareProcesses()

load.stop()
await server.stop()
