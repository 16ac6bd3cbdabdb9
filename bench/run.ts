/**
 * `npm run bench`: compares the product with a bare server and with its goals
 * (docs/performance.md).
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { capture, checkSame } from './capture-responses.ts'
import { casesFor, searchCall } from './cases.ts'
import { allCounted, databaseWith, markBooks } from './database.ts'
import { catalogueWith } from './generate-catalogue.ts'
import { compare, type Effort, latencyFigures, Load, warmUp } from './measure.ts'
import { measureHighlights, MAX_HIGHLIGHT_COST } from './highlights.ts'
import { measurePhone } from './phone.ts'
import { profile } from './profile.ts'
import { report, type Results, shortfalls } from './report.ts'
import { measureSearches } from './measure-searches.ts'
import { signIn } from './signed-in-reader.ts'
import { measureReaders, reportReaders } from './pages-by-readers.ts'
import {
  copyOfBuild,
  lookUpFigures,
  measureStart,
  startBare,
  startProduct,
  stopEverything,
} from './servers.ts'

const FULL: Effort = { rounds: 5, roundMs: 500, roundMaxMs: 2000 }
const QUICK: Effort = { rounds: 3, roundMs: 250, roundMaxMs: 500 }
const CONNECTIONS = [1, 32] as const
/** Limit for each search in the table by kind. */
const MAX_SEARCH_TURNS_MS = 4000
/** By then, V8 has mostly collected the garbage of the start, and background work has run once. */
const IDLE_AFTER_MS = 20_000
/** The reader whose pages are measured. */
const MARKS = { read: 30, saved: 20, begun: 5 }

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    books: { type: 'string' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
    readers: { type: 'string' },
    phone: { type: 'boolean', default: false },
    search: { type: 'boolean', default: false },
    highlights: { type: 'boolean', default: false },
  },
})
/** The numbers in a comma-separated option; exits if it has others. */
function counts(name: 'books' | 'readers', max: number): number[] {
  const numbers = options[name]!.split(',').map(Number)
  if (numbers.every((count) => Number.isInteger(count) && count > 0 && count <= max)) return numbers
  console.error(`--${name} takes whole numbers from 1 to ${max}, separated by commas.`)
  process.exit(1)
}

const SIMULATED_READERS = 10_000
const sizes = options.books === undefined ? [1000] : counts('books', 1_000_000)
const effort = options.quick ? QUICK : FULL
const folder = join(tmpdir(), 'readr-bench')
mkdirSync(folder, { recursive: true })

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1))
process.on('exit', stopEverything)

const results: Results = {
  date: new Date().toISOString(),
  cores: cpus().length,
  loadBefore: loadavg()[0] ?? 0,
  rows: [],
  searches: [],
  lookUps: [],
  processes: [],
}
const home = copyOfBuild(folder)
if (options.phone) {
  const product = await startProduct(home, await catalogueWith(18, folder), { DEMO: '1' })
  const { cookie } = await signIn(product)
  const tables = await measurePhone(product, cookie['Cookie']!, options.quick ? 1 : 5)
  await write('phone', 'median (minimum – maximum)', tables)
  process.exit(0)
}
if (options.search) {
  const books = sizes[0]!
  const table = await measureSearches(await catalogueWith(books, folder))
  await write('search', `${books.toLocaleString('en-US')} books, in ms: median · slowest`, table)
  process.exit(0)
}
const load = new Load()
if (options.highlights) {
  const { table, ratio } = await measureHighlights(home, folder, load, options.quick ? 10 : 80)
  await write(
    'highlights',
    'processor time per page, ten percent of the rounds were quicker (compared with no highlights)',
    table,
  )
  process.exit(options.check && ratio > MAX_HIGHLIGHT_COST ? 1 : 0)
}
if (options.readers !== undefined) {
  const rows = []
  for (const readers of counts('readers', 1_000_000)) {
    say(`${readers} readers: making them, starting the server`)
    const books = options.books === undefined ? 10_000 : sizes[0]!
    rows.push(...(await measureReaders(readers, books, home, folder, load)))
  }
  console.log(`\n${reportReaders(rows)}`)
  process.exit(0)
}
for (const books of sizes) await measureDatabase(books)
if (options.profile !== undefined) process.exit(0)

const resultsFile = join(folder, 'results.json')
writeFileSync(resultsFile, JSON.stringify(results, null, 2))
console.log(`\n${report(results)}\n\nAll figures: ${resultsFile}`)
process.exit(options.check && shortfalls(results).length > 0 ? 1 : 0)

/** Runs all measurements with a catalogue of this size. */
async function measureDatabase(books: number): Promise<void> {
  say(`${books} books: making the database, starting the servers`)
  const database = await databaseWith({ books, readers: SIMULATED_READERS }, home, folder)
  const { cases, searches } = casesFor(database)
  const name = options.profile ?? options.only
  const chosen = cases.filter((one) => one.name.includes(name))

  const cached = await startProduct(home, database)
  const askers = await signIn(cached)
  markBooks(database, MARKS)
  await allCounted(database)
  if (options.profile !== undefined) {
    for (const one of chosen) console.log(`\n${await profile(cached, one, askers, load)}`)
    return cached.stop()
  }
  const uncached = await startProduct(home, database, { PAGE_CACHE_MB: '0' })
  if (name === '') {
    results.lookUps.push({ books, ...(await lookUpFigures(database, home, askers)) })
  }
  for (const one of chosen) {
    const { name, paths, asker, goal } = one
    const product = one.uncached ? uncached : cached
    const requests = { paths, who: askers[asker] }
    await warmUp(load, product, requests)
    const answers = join(folder, `answers-${process.pid}`)
    await capture(product.port, one, askers, answers)
    const bare = await startBare(database, answers)
    rmSync(answers)
    await checkSame(bare.port, product.port, paths.slice(0, 3), requests.who)
    await warmUp(load, bare, requests)
    for (const [i, connections] of CONNECTIONS.entries()) {
      const row = await compare(load, { bare, product }, requests, connections, effort)
      const share = goal?.shares[i]
      results.rows.push({ books, name, connections, share, mainGoalMs: goal?.mainMs, ...row })
      say(
        `${books} books, ${name}, ${connections}: ratio ${row.ratio.toFixed(3)}, ` +
          `${row.product.rate.toFixed(0)} of ${row.bare.rate.toFixed(0)}/s, ` +
          `${row.product.mainMs.toFixed(2)} ms on the main thread, ${row.product.cpuMs.toFixed(2)} in all`,
      )
    }
    await bare.stop()
  }
  const kinds = 'kinds of search'.includes(name) && !options.quick ? searches : []
  for (const [kind, terms] of kinds) {
    const paths = terms.map(searchCall)
    const { port } = uncached
    const turn = { port, paths, who: {}, connections: 1, atMostMs: MAX_SEARCH_TURNS_MS }
    const before = await uncached.usage()
    const { latencies, requests } = await load.run({ ...turn, atLeastMs: 500 })
    const cpuMs = ((await uncached.usage()).cpuMs - before.cpuMs) / requests
    results.searches.push({ books, kind, ...latencyFigures(latencies), cpuMs })
  }
  const { rssBytes: loadedBytes } = await cached.usage()
  const { rssBytes: uncachedBytes } = await uncached.usage()
  for (const server of [uncached, cached]) await server.stop()
  // All marks are counted by now, so this one has nothing to do.
  const waits = !options.quick && name === ''
  const start = await measureStart(home, database, waits ? IDLE_AFTER_MS : null)
  results.processes.push({ books, ...start, loadedBytes, uncachedBytes })
}

/** Writes tables to their place in docs/performance.md. */
async function write(place: string, about: string, tables: string): Promise<void> {
  const file = 'docs/performance.md'
  const head = `${results.date.slice(0, 10)}, load ${results.loadBefore.toFixed(1)}: ${about}`
  const marks = new RegExp(`(<!-- ${place} -->).*(<!-- /${place} -->)`, 's')
  const filled = readFileSync(file, 'utf8').replace(marks, `$1\n\n${head}\n\n${tables}\n\n$2`)
  const style = await resolveConfig(file)
  writeFileSync(file, await format(filled, { ...style, parser: 'markdown' }))
  console.log(`${tables}\n\nWritten to ${file}.`)
}

/** Prints progress; the tables come last. */
function say(line: string): void {
  console.error(line)
}
