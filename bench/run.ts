/**
 * `npm run bench`: compares the product with a bare server, with its goals, and with another build
 * (docs/performance.md).
 */
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { record } from './bare-server.ts'
import { type Asker, type Case, casesFor, type UncachedCase } from './cases.ts'
import { allCounted, databaseFor } from './database.ts'
import { compare, type Effort, median, warmUp } from './measure.ts'
import { goals, type ProcessFigures, report, type Row, type UncachedRow } from './report.ts'
import { copyOfBuild, type Server, startBare, startProduct, stopEverything } from './servers.ts'
import { type Headers, markBooks, signIn, subscribe } from './signed-in-reader.ts'

const FULL: Effort = { rounds: 9, roundMs: 300 }
const QUICK: Effort = { rounds: 3, roundMs: 250 }
const CONNECTIONS = [1, 32]
const STARTS = 3
/** Rendering a page runs more code than sending a cached one. */
const UNCACHED_WARM_UP_MS = 4000
/** By then, V8 has mostly collected the garbage of the start, and background work has run once. */
const IDLE_AFTER_MS = 20_000

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    against: { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
})
const effort = options.quick ? QUICK : FULL
const isChosen = ({ name }: { name: string }) => name.includes(options.only)
const folder = join(tmpdir(), 'readr-bench')

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1))
process.on('exit', stopEverything)

const loadBefore = loadavg()[0]!
const home = copyOfBuild(folder)
const database = await databaseFor(home, folder)
const { cases, uncached } = casesFor(database)

const profiles = join(folder, 'profiles')
const flags = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : []
const product = await startProduct(home, database, {}, flags)
await allCounted(database)
const rows: Row[] = []
const askers = await signAllIn(product)
for (const one of cases.filter(isChosen)) rows.push(await measureCase(one))
const { rssBytes: loadedBytes } = product.usage()
await product.stop()
if (options.profile) console.error(`Profiles for a browser’s developer tools: ${profiles}`)

const uncachedRows = await measureUncached(uncached.filter(isChosen))
const results = {
  date: new Date().toISOString(),
  cores: cpus().length,
  load: [loadBefore, loadavg()[0]!] as [number, number],
  rows,
  uncached: uncachedRows,
  process: { loadedBytes, ...(await measureStart()) },
}
console.log(`\n${report(results)}`)
process.exit(options.check && goals(results).some(({ isMet }) => !isMet) ? 1 : 0)

/** Headers of everyone who asks: two readers, one of whom has a subscription. */
async function signAllIn(server: Server): Promise<Record<Asker, Headers>> {
  const { token: subscriber } = await signIn(server)
  subscribe(database)
  const reader = await signIn(server)
  markBooks(database)
  return { visitor: {}, ...reader, subscriber }
}

async function measureCase({ name, asker, paths, shares, mainMs }: Case): Promise<Row> {
  const requests = { paths, who: askers[asker] }
  await warmUp(product, requests)
  const bare = await startBare(folder, database, await record(product, requests))
  await warmUp(bare, requests)
  const row: Row = { name, product: [], ratios: [], shares, mainMs }
  for (const connections of CONNECTIONS) {
    const { figures, ratio } = await compare([product, bare], requests, connections, effort)
    row.product.push(figures[0]!)
    row.ratios.push(ratio)
    say(`${name}, ${connections}: ${ratio.toFixed(3)}, ${figures[0]!.mainMs.toFixed(2)} ms`)
  }
  await bare.stop()
  return row
}

/** Measures this build, and alternately the other one, without their page caches. */
async function measureUncached(chosen: UncachedCase[]): Promise<UncachedRow[]> {
  if (chosen.length === 0) return []
  const settings = { PAGE_CACHE_MB: '0' }
  const servers = [await startProduct(home, database, settings)]
  if (options.against !== undefined) {
    const other = copyOfBuild(folder, options.against)
    const theirs = await databaseFor(other, folder)
    servers.push(await startProduct(other, theirs, settings))
    await allCounted(theirs)
  }
  const measured: UncachedRow[] = []
  for (const { name, paths } of chosen) {
    const requests = { paths, who: {} }
    for (const server of servers) await warmUp(server, requests, UNCACHED_WARM_UP_MS)
    const { figures } = await compare(servers, requests, 1, effort)
    const [mainMs, otherMs] = figures.map((one) => one.mainMs)
    measured.push({ name, mainMs: mainMs!, otherMs })
    say(`${name}: ${figures.map((one) => one.mainMs.toFixed(2)).join(' of ')} ms`)
  }
  for (const server of servers) await server.stop()
  return measured
}

/** The median start, and the memory when idle. */
async function measureStart(): Promise<Pick<ProcessFigures, 'startMs' | 'idleBytes'>> {
  const starts: number[] = []
  let idleBytes: number | undefined
  for (let i = 0; i < STARTS; i++) {
    const server = await startProduct(home, database)
    starts.push(server.startMs)
    if (i === STARTS - 1 && !options.quick) {
      await sleep(IDLE_AFTER_MS)
      idleBytes = server.usage().rssBytes
    }
    await server.stop()
  }
  return { startMs: median(starts), idleBytes }
}

/** Prints progress; the tables come last. */
function say(line: string): void {
  console.error(line)
}
