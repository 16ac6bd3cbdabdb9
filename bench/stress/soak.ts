/**
 * Visitors and readers use a site for a while, by pages, calls, and writes. Memory, the event loop's
 * delay, queues, and tables must not grow without bound, and no request may fail.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '../../packages/covers/random.ts'
import { load } from '../measure.ts'
import { growthProblems, type Sample } from './growth.ts'
import { StressReader } from './reader.ts'
import { type Engine, type Site, startSite } from './site.ts'

export interface SoakOptions {
  engine: Engine
  processes: number
  minutes: number
  seed: number
  content: string
  /** Receives each sample as it is taken. */
  report: (sample: Sample, errors: number) => void
}

export interface SoakOutcome {
  problems: string[]
  samples: Sample[]
  requests: number
}

const READERS = 12
const WRITERS = 3
/** Time between the writes of a writer: a soak is constant load, not overload. */
const PAUSE_MS = 40
const SAMPLES = 30
/** Then another process gets the load. */
const LOAD_MS = 1000
const LONGEST_SAMPLE_MS = 60_000
const DRAINED_WITHIN_MS = 60_000
/** Unprocessed rows by queue. */
const QUEUES = {
  emails: `SELECT count(*) AS n FROM "OutboxMail" WHERE "sentAt" IS NULL`,
  'Stripe events': `SELECT count(*) AS n FROM "StripeEvent" WHERE "processedAt" IS NULL`,
  marks: `SELECT count(*) AS n FROM "MarkEvent"`,
}
const TABLES = {
  sqlite: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
  postgres: `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
}
const VISITED = ['/', '/browse/books', '/summaries/SLUG', '/books', '/browse/books?search=life']
const READ = [
  '/browse',
  '/browse/books/my-list',
  '/summaries/SLUG',
  '/settings',
  '/api/books/recommendations',
  '/api/auth/me',
]

export async function runSoakTest(options: SoakOptions): Promise<SoakOutcome> {
  const site = await startSite(options)
  try {
    return await soak(site, options)
  } finally {
    await site.stop()
  }
}

async function soak(site: Site, options: SoakOptions): Promise<SoakOutcome> {
  const { seed, minutes, report } = options
  const outcome: SoakOutcome = { problems: [], samples: [], requests: 0 }
  const { problems, samples } = outcome
  const fail = (error: unknown) => {
    problems.push(error instanceof Error ? error.message : String(error))
  }
  let writes = 0
  const over = new AbortController()
  const answer = await fetch(`http://127.0.0.1:${site.processes[0]!.port}/books`)
  const { data } = (await answer.json()) as { data: { books: { _id: string; slug: string }[] } }
  const [first, ...others] = data.books.map(({ _id }) => _id)
  const readers = Array.from(
    { length: READERS },
    (_, n) =>
      new StressReader(site, `reader-${n}@readr.test`, seeded(`${seed}/${n}`), () => void writes++),
  )
  for (const reader of readers) {
    await reader.register()
    await reader.subscribe()
  }

  const keepLoading = async (templates: string[], who: () => StressReader | null) => {
    const paths = templates.map((path) => path.replace('SLUG', data.books[0]!.slug))
    for (let turn = 0; !over.signal.aborted; turn++) {
      const process = site.processes[turn % site.processes.length]!
      const { requests } = await load(process, { paths, who: who()?.cookie ?? {} }, 1, LOAD_MS)
      outcome.requests += requests
    }
  }
  const keepWriting = async (writer: number) => {
    const random = seeded(`${seed}/writer ${writer}`)
    // Each has separate readers, because a reader sends one write at a time.
    const [one, ...more] = readers.filter((_, n) => n % WRITERS === writer)
    while (!over.signal.aborted) {
      const reader = random.pick([one!, ...more])
      await reader.write([first!, ...others])
      await sleep(PAUSE_MS)
    }
    for (const reader of [one!, ...more]) problems.push(...(await reader.check()))
  }
  const keepSampling = async () => {
    const pause = Math.min(LONGEST_SAMPLE_MS, (minutes * 60_000) / SAMPLES)
    const started = performance.now()
    const until = started + minutes * 60_000
    while (performance.now() < until && problems.length === 0) {
      await sleep(pause)
      const sample = await takeSample(site, (performance.now() - started) / 1000, writes)
      samples.push(sample)
      report(sample, problems.length)
    }
    over.abort()
  }
  const loaded = [
    keepLoading(VISITED, () => null),
    keepLoading(READ, () => readers[0]!),
    ...Array.from({ length: WRITERS }, (_, writer) => keepWriting(writer)),
  ]
  await Promise.all([keepSampling(), ...loaded.map((one) => one.catch(fail))])
  problems.push(...growthProblems(samples), ...(await undrained(site)))
  return outcome
}

async function takeSample(site: Site, second: number, writes: number): Promise<Sample> {
  const metrics = await Promise.all(
    site.processes.map(async ({ metricsPort }) =>
      (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    ),
  )
  const highest = (name: string) =>
    Math.max(...metrics.map((text) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])))
  const tables = (await site.query(TABLES[site.engine])).map(({ name }) => String(name))
  const rows: Record<string, number> = {}
  for (const name of tables) rows[name] = await count(site, `SELECT count(*) AS n FROM "${name}"`)
  return {
    second: Math.round(second),
    memoryMb: highest('process_resident_memory_bytes') / 1024 / 1024,
    delayMs: highest('nodejs_eventloop_lag_p99_seconds') * 1000,
    writes,
    queues: await queues(site),
    rows,
  }
}

const count = async (site: Site, statement: string) =>
  Number((await site.query(statement))[0]!['n'])

async function queues(site: Site): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const [name, statement] of Object.entries(QUEUES)) found[name] = await count(site, statement)
  return found
}

/** Queues that are not empty some time after the load. */
async function undrained(site: Site): Promise<string[]> {
  const until = performance.now() + DRAINED_WITHIN_MS
  for (;;) {
    const waiting = Object.entries(await queues(site)).filter(([, n]) => n > 0)
    if (waiting.length === 0) return []
    if (performance.now() > until) return waiting.map(([name, n]) => `${n} ${name} still wait`)
    await sleep(500)
  }
}
