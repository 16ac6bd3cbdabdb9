/**
 * `npm run bench`: compares the product with a bare server, at four catalogue sizes
 * (docs/performance.md).
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { capture, checkSame } from './capture.ts'
import { casesFor, searchCall } from './cases.ts'
import { catalogueWith } from './generate-catalogue.ts'
import { compare, type Effort, latencyFigures, Load, warmUp } from './measure.ts'
import { measureOverload } from './overload.ts'
import { measurePhone } from './phone.ts'
import { report, type Results } from './report.ts'
import { signIn } from './reader.ts'
import { measureReaders, reportReaders } from './readers.ts'
import { copyOfBuild, lookUpFigures, startBare, startProduct, stopEverything } from './servers.ts'

const FULL: Effort = { rounds: 3, roundMs: 350, roundMaxMs: 2000 }
const QUICK: Effort = { rounds: 2, roundMs: 120, roundMaxMs: 400 }
const CONNECTIONS = [1, 32]
/** Limit for each search in the table by kind. */
const SEARCH_TURNS_MAX_MS = 4000

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    books: { type: 'string' },
    only: { type: 'string', default: '' },
    readers: { type: 'string' },
    overload: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    phone: { type: 'boolean', default: false },
  },
})
const sizes = (options.books ?? (options.quick ? '18,1000' : '18,1000,10000,100000'))
  .split(',')
  .map(Number)
if (!sizes.every((size) => Number.isInteger(size) && size > 0 && size <= 1_000_000)) {
  console.error('--books takes whole numbers from 1 to 1000000, a comma between.')
  process.exit(1)
}
const readerCounts = (options.readers ?? '').split(',').filter(Boolean).map(Number)
if (!readerCounts.every((count) => Number.isInteger(count) && count > 0 && count <= 1_000_000)) {
  console.error('--readers takes whole numbers from 1 to 1000000, a comma between.')
  process.exit(1)
}
const effort = options.quick ? QUICK : FULL
const folder = join(tmpdir(), 'readr-bench')
mkdirSync(folder, { recursive: true })

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1))
process.on('exit', stopEverything)

const results: Results = {
  date: new Date().toISOString(),
  quick: options.quick,
  cores: cpus().length,
  loadBefore: loadavg()[0] ?? 0,
  rows: [],
  searches: [],
  lookUps: [],
  processes: [],
}
const home = copyOfBuild(folder)
if (options.overload !== undefined) {
  const crowds = options.overload.split(',').map(Number)
  const seconds = Number(options.seconds)
  const isCrowd = (count: number) => Number.isInteger(count) && count > 0 && count <= 5000
  if (!crowds.every(isCrowd) || !(seconds > 0 && seconds <= 120)) {
    console.error('--overload takes whole numbers from 1 to 5000, --seconds one of at most 120.')
    process.exit(1)
  }
  const trial = { crowds, seconds, books: sizes[options.books === undefined ? 1 : 0]! }
  console.log(await measureOverload(trial, home, folder))
  process.exit(0)
}
if (options.phone) {
  const product = await startProduct(home, await catalogueWith(18, folder), { DEMO: '1' })
  const { cookie } = await signIn(product)
  const tables = await measurePhone(product, cookie['Cookie']!, options.quick ? 1 : 5)
  const about = `${results.date.slice(0, 10)}, load ${results.loadBefore.toFixed(1)}: median (minimum – maximum)`
  const file = 'docs/performance.md'
  const text = readFileSync(file, 'utf8')
  const place = /(<!-- phone -->).*(<!-- \/phone -->)/s
  const filled = text.replace(place, `$1\n\n${about}\n\n${tables}\n\n$2`)
  const style = await resolveConfig(file)
  writeFileSync(file, await format(filled, { ...style, parser: 'markdown' }))
  console.log(`${tables}\n\nWritten to ${file}.`)
  process.exit(0)
}
const load = new Load()
if (readerCounts.length > 0) {
  const rows = []
  for (const readers of readerCounts) {
    say(`${readers} readers: making them, starting the server`)
    rows.push(...(await measureReaders(readers, home, folder, load)))
  }
  load.stop()
  console.log(`\n${reportReaders(rows)}`)
  process.exit(0)
}
for (const books of sizes) await measureCatalogue(books)
load.stop()

const resultsFile = join(folder, 'results.json')
writeFileSync(resultsFile, JSON.stringify(results, null, 2))
console.log(`\n${report(results)}\n\nAll figures: ${resultsFile}`)

/** Runs all measurements with a catalogue of this size. */
async function measureCatalogue(books: number): Promise<void> {
  say(`${books} books: making the catalogue, starting the servers`)
  const database = await catalogueWith(books, folder)
  const { cases, searches } = casesFor(database)
  const chosen = cases
    .filter((one) => (options.quick ? one.quick : true))
    .filter((one) => `${one.name} (${one.product})`.includes(options.only))
    .map((one) => ({ ...one, paths: options.quick ? one.paths.slice(0, 16) : one.paths }))

  const remembered = await startProduct(home, database)
  const idle = await remembered.usage()
  const made = await startProduct(home, database, { PAGE_CACHE_MB: '0' })
  const askers = await signIn(made)
  results.lookUps.push({ books, ...(await lookUpFigures(database, home, askers)) })
  const answers = join(folder, `answers-${process.pid}`)
  const asked = chosen.flatMap(({ asker, paths }) => paths.map((path) => ({ asker, path })))
  await capture(made.port, [{ asker: 'visitor', path: '/books' }, ...asked], askers, answers)
  const bare = await startBare(database, answers)
  const compressing = await startBare(database, answers, { BARE_COMPRESSES: '1' })
  rmSync(answers)

  for (const { name, product: product_is, paths, asker } of chosen) {
    const requests = { paths, who: askers[asker] }
    const contest =
      product_is === 'made' ? { bare, compressing, product: made } : { bare, product: remembered }
    const { product } = contest
    await checkSame(bare.port, product.port, paths.slice(0, 3), requests.who)
    for (const server of Object.values(contest)) await warmUp(load, server, requests)
    for (const connections of CONNECTIONS) {
      const row = await compare(load, contest, requests, connections, effort)
      results.rows.push({ books, name, product_is, connections, ...row })
      say(
        `${books} books, ${name} (${product_is}), ${connections}: ratio ${row.ratio.toFixed(2)}, ` +
          `${row.product.rate.toFixed(0)} of ${row.bare.rate.toFixed(0)} a second, ` +
          `${row.product.cpuMs.toFixed(2)} and ${row.bare.cpuMs.toFixed(2)} ms of processor`,
      )
    }
  }
  const kinds = !options.quick && 'kinds of search'.includes(options.only) ? searches : []
  for (const [kind, terms] of kinds) {
    const paths = terms.map(searchCall)
    const turn = { port: made.port, paths, who: {}, connections: 1, atMostMs: SEARCH_TURNS_MAX_MS }
    const before = await made.usage()
    const { latencies, requests } = await load.run({ ...turn, atLeastMs: 500 })
    const cpuMs = ((await made.usage()).cpuMs - before.cpuMs) / requests
    results.searches.push({ books, kind, ...latencyFigures(latencies), cpuMs })
  }
  results.processes.push({
    books,
    startMs: remembered.startMs,
    idleBytes: idle.rssBytes,
    loadedBytes: (await remembered.usage()).rssBytes,
    uncachedBytes: (await made.usage()).rssBytes,
    bareBytes: (await bare.usage()).rssBytes,
  })
  for (const server of [bare, compressing, made, remembered]) await server.stop()
}

/** Prints progress; the tables come last. */
function say(line: string): void {
  console.error(line)
}
