/**
 * Several processes on PostgreSQL beside one, and the memory of a process under load:
 *
 *     node bench/processes.ts [--processes 4] [--seconds 20] [--minutes 10]
 *
 * Needs a build. What it says of the processor tells what limits the rates: the load, PostgreSQL
 * and the processes share this machine's cores.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { type PostgresServer, newDatabase, startPostgres } from '../tests/setup/postgres.ts'
import { freePort } from '../tests/setup/free-port.ts'
import { PRODUCTION, runProduct, startProcess } from '../tests/setup/product.ts'
import { Load } from './measure.ts'

const { values: options } = parseArgs({
  options: {
    processes: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '0' },
  },
})
const CONNECTIONS = 32
const WARM_UP_MS = 4000
const TICKS_PER_SECOND = 100
const PATHS = [
  '/browse/books?search=life',
  '/books?page=1',
  '/summaries/walden',
  '/browse/books',
  '/api/books/trending',
]

/** Seconds of processor that processes whose command line holds one of these have used. */
function processorSeconds(names: string[]): number {
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      if (!names.some((name) => command.includes(name))) continue
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      // It has ended meanwhile.
    }
  }
  return ticks / TICKS_PER_SECOND
}

const megabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

async function start(server: PostgresServer, processes: number) {
  const port = await freePort()
  const variables = {
    ...PRODUCTION,
    PORT: String(port),
    PROCESSES: String(processes),
    // Every page is made anew: what is remembered would measure the memory.
    PAGE_CACHE_MB: '0',
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'info',
    DATA_DIR: '/tmp/readr-bench/processes',
    DATABASE_URL: (await newDatabase(server.url)).url,
  }
  await runProduct('readr', ['migrate', '--fill', 'content'], variables)
  return { port, ...(await startProcess(variables, processes > 1 ? 'serve' : 'index')) }
}

const server = await startPostgres()
const load = new Load()
const rates: number[] = []
for (const processes of [1, Number(options.processes)]) {
  const { port, child, ended } = await start(server, processes)
  const job = { who: {}, port, paths: PATHS, connections: CONNECTIONS }
  await load.run({ ...job, atLeastMs: WARM_UP_MS, atMostMs: WARM_UP_MS })
  const names = {
    product: ['build/server/'],
    postgres: ['postgres:', 'bin/postgres'],
    load: ['bench/load.ts'],
  }
  const before = Object.values(names).map(processorSeconds)
  const ms = Number(options.seconds) * 1000
  const outcome = await load.run({ ...job, atLeastMs: ms, atMostMs: ms })
  const after = Object.values(names).map(processorSeconds)
  const share = Object.keys(names).map((name, i) => {
    const used = ((after[i]! - before[i]!) / (outcome.ms / 1000)).toFixed(2)
    return `${name} ${used}`
  })
  const rate = outcome.requests / (outcome.ms / 1000)
  rates.push(rate)
  console.log(
    `${processes} processes: ${rate.toFixed(0)} requests a second; cores used of ${cpus().length}: ${share.join(', ')}`,
  )
  child.kill('SIGTERM')
  await ended
}
console.log(`ratio ${(rates[1]! / rates[0]!).toFixed(2)}`)

const minutes = Number(options.minutes)
if (minutes > 0) {
  const { port, child, ended } = await start(server, 1)
  for (let sample = 0; sample < minutes * 6; sample++) {
    await load.run({
      who: {},
      port,
      paths: PATHS,
      connections: 8,
      atLeastMs: 10_000,
      atMostMs: 10_000,
    })
    console.log(`${((sample + 1) / 6).toFixed(1)} min: ${megabytes(child.pid!).toFixed(0)} MB`)
  }
  child.kill('SIGTERM')
  await ended
}
load.stop()
await server.stop()
