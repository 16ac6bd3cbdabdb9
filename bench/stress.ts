/** `npm run stress -- <name>`: stress tests of the built product (docs/operations.md, Stress tests). */
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'
import type { Sample } from './stress/growth.ts'
import { measureOverload } from './stress/overload.ts'
import type { Engine } from './stress/site.ts'
import { copyOfBuild, stopEverything } from './servers.ts'

const HELP = `npm run stress -- <name> [options]

  soak      visitors and readers use a site for a while; fails when something grows
            without bound or a request fails
  kill      processes are killed at random moments while clients write; fails when
            something that was acknowledged is gone, or was done twice
  overload  crowds request pages; reports who was served, how fast, and the memory
  digest    the digests of all readers are due at the same time; fails when one is missing or
            comes twice, when they take ten minutes, or when other email waits for them

soak, kill, and digest:
  --engine NAME        sqlite or postgres (one after the other)
  --processes N        of the product (1 on SQLite, 3 on PostgreSQL)
soak and kill:
  --minutes N          how long, on each engine (10)
  --seed N             repeats the choices of an earlier run
  --kills N            kill: at most this many (1000)
overload:
  --crowds N,N         connections of each crowd (500,1000)
  --seconds N          how long each stays (20)
  --books N            in the catalogue (1000)
digest:
  --readers N          (100000)

Everything runs on this machine, on 127.0.0.1, with databases in the temporary folder.`

const OPTIONS = [
  'minutes',
  'engine',
  'processes',
  'seed',
  'kills',
  'crowds',
  'seconds',
  'books',
  'readers',
]

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        ...Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' as const }])),
        help: { type: 'boolean' },
      },
    })
  } catch (error) {
    return fail(`${(error as Error).message.split('. ', 1)[0]}.`)
  }
}

function fail(message: string): never {
  console.error(`${message} See npm run stress -- --help.`)
  process.exit(2)
}

const { values, positionals } = parse()
const given = values as Record<string, string | undefined>

/** The number of an option. */
function number(name: string, otherwise: number, max: number): number {
  const value = given[name] === undefined ? otherwise : Number(given[name])
  if (value > 0 && value <= max) return value
  return fail(`--${name} takes a number up to ${max}.`)
}

function whole(name: string, otherwise: number, max: number): number {
  const value = number(name, otherwise, max)
  return Number.isInteger(value) ? value : fail(`--${name} takes a whole number.`)
}

/** The chosen engines with the number of processes on each. */
function engines(): { engine: Engine; processes: number }[] {
  const all = { sqlite: 1, postgres: 3 }
  const name = given['engine']
  if (name !== undefined && !Object.hasOwn(all, name)) fail('--engine takes sqlite or postgres.')
  return Object.entries(all)
    .filter(([engine]) => name === undefined || engine === name)
    .map(([engine, usual]) => ({
      engine: engine as Engine,
      processes: whole('processes', usual, 8),
    }))
}

/** Loads a stress test. Node cannot load the JSX of the emulator's pages. */
async function load<T>(name: string): Promise<T> {
  const { module } = await runnerImport<T>(`./bench/stress/${name}.ts`, {
    configFile: false,
    logLevel: 'error',
  })
  return module
}

/** What soak and kill have in common, for each engine. */
function sites() {
  const seed = whole('seed', 1 + Math.floor(Math.random() * 1_000_000), 2 ** 31)
  const shared = { minutes: number('minutes', 10, 24 * 60), seed, content: 'content' }
  const chosen = engines().map((one) => ({ ...one, ...shared }))
  console.log(`--seed ${seed}`)
  return chosen
}

/** @returns what went wrong */
async function soak(): Promise<string[]> {
  const { runSoakTest } = await load<typeof import('./stress/soak.ts')>('soak')
  const problems: string[] = []
  for (const chosen of sites()) {
    const report = ({ second, memoryMb, delayMs, writes, queues, rows }: Sample) => {
      const queued = Object.entries(queues).map(([name, n]) => `${n} ${name}`)
      const all = Object.values(rows).reduce((sum, n) => sum + n, 0)
      console.log(
        `${chosen.engine} ${second} s: ${memoryMb.toFixed(0)} MB, delay ${delayMs.toFixed(0)} ms, ` +
          `${writes} writes, ${all} rows, waiting: ${queued.join(', ')}`,
      )
    }
    const outcome = await runSoakTest({ ...chosen, report })
    console.log(`${chosen.engine}: ${outcome.requests} requests`)
    problems.push(...outcome.problems.map((one) => `${chosen.engine}: ${one}`))
  }
  return problems
}

async function kill(): Promise<string[]> {
  const { runKillTest } = await load<typeof import('./stress/kill.ts')>('kill')
  const kills = whole('kills', 1000, 100_000)
  const problems: string[] = []
  for (const chosen of sites()) {
    const { problems: found, ...outcome } = await runKillTest({ ...chosen, kills })
    console.log(`${chosen.engine}: ${JSON.stringify(outcome)}`)
    problems.push(...found.map((one) => `${chosen.engine}: ${one}`))
  }
  return problems
}

async function overload(): Promise<string[]> {
  const crowds = (given['crowds'] ?? '500,1000').split(',').map(Number)
  if (!crowds.every((count) => Number.isInteger(count) && count > 0 && count <= 5000)) {
    fail('--crowds takes whole numbers up to 5000, separated by commas.')
  }
  const [seconds, books] = [number('seconds', 20, 120), whole('books', 1000, 1_000_000)]
  const folder = join(tmpdir(), 'readr-bench')
  mkdirSync(folder, { recursive: true })
  process.on('exit', stopEverything)
  console.log(await measureOverload({ crowds, seconds, books }, copyOfBuild(folder), folder))
  return []
}

async function digest(): Promise<string[]> {
  const { runDigestTest } = await load<typeof import('./stress/digest.ts')>('digest')
  const readers = whole('readers', 100_000, 1_000_000)
  const problems: string[] = []
  for (const chosen of engines()) {
    const report = (emails: number, second: number) =>
      console.log(`${chosen.engine} ${second.toFixed(0)} s: ${emails} emails`)
    const outcome = await runDigestTest({ ...chosen, readers, content: 'content', report })
    const { problems: found, ...figures } = outcome
    console.log(`${chosen.engine}: ${JSON.stringify(figures)}`)
    problems.push(...found.map((one) => `${chosen.engine}: ${one}`))
  }
  return problems
}

const STRESS_TESTS: Record<string, () => Promise<string[]>> = { soak, kill, overload, digest }

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1))

if (values['help']) {
  console.log(HELP)
  process.exit(0)
}
const [name, ...others] = positionals
if (name === undefined || others.length > 0 || !Object.hasOwn(STRESS_TESTS, name)) {
  fail(
    name === undefined
      ? 'Name a stress test: soak, kill, overload, or digest.'
      : `There is no stress test ${positionals.join(' ')}: choose soak, kill, overload, or digest.`,
  )
}
const problems = await STRESS_TESTS[name]!()
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)
