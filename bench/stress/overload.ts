/**
 * The overload test: crowds of growing size request a page that is rendered for each reader, and others
 * send many requests for a cached page together, while another reader continues to read and a monitor continues its checks. Reports who was served, how
 * fast, and the server's memory.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CrowdJob, CrowdOutcome } from '../crowd.ts'
import { databaseFor } from '../database.ts'
import { table } from '../report.ts'
import { freePort } from '../../tests/setup/free-port.ts'
import { signIn } from '../signed-in-reader.ts'
import { anySlug, type Server, startProduct } from '../servers.ts'

export interface OverloadOptions {
  /** The number of connections of each crowd. */
  crowds: number[]
  seconds: number
}

/** Idle time before checking that the server has recovered. */
const REST_MS = 10_000
const PROBE_EVERY_MS = 100
/** What operators ask for on METRICS_PORT and, as a health check does, on the readers' port. */
const MONITORED = ['/healthz', '/readyz', '/metrics'] as const
const READERS_HEALTH = "/healthz, readers' port"
/** A reader who has nothing to do with the crowd. */
const READER_PAGE = '/browse'

/** A client that sends many requests for a cached page together, and reads the responses or not. */
const PIPELINING = { connections: 150, pipelined: 60, paths: ['/browse/books'], who: {} }

/** The last crowd fills the memory in less time. */
const MAX_MIXED_S = 20
/** Uncached paths, which fill memory, for a crowd of 32. */
const MIXED = [
  '/summaries/SLUG?x=*',
  '/browse/books?search=a*',
  '/browse/books?page=*',
  '/books?search=b*',
  '/browse/books?utm_source=*',
  '/',
]

interface Probe {
  name: string
  ms: number
  status: number
}

interface CrowdResult {
  name: string
  outcome: CrowdOutcome
  probes: Probe[]
  /** Peak memory, and memory after the idle time. */
  peakMb: number
  restMb: number
  /** Response time of the other reader after the idle time, in ms. */
  afterMs: number
}

/** Runs the test and returns a table. */
export async function measureOverload(
  { crowds, seconds }: OverloadOptions,
  home: string,
  folder: string,
): Promise<string> {
  const database = await databaseFor(home, folder)
  const crowd = fork(join(import.meta.dirname, '..', 'crowd.ts'))
  let server: Server | undefined
  try {
    const metricsPort = await freePort()
    server = await startProduct(home, database, { METRICS_PORT: String(metricsPort) })
    const idleMb = megabytes(server)
    const loud = (await signIn(server)).cookie
    const quiet = (await signIn(server)).cookie
    const job = { port: server.port, ms: seconds * 1000 }
    const results: CrowdResult[] = []
    for (const connections of crowds) {
      const name = `${connections} on ${READER_PAGE}`
      console.error(name)
      const asked = { ...job, paths: [READER_PAGE], who: loud, connections }
      results.push(await testCrowd(name, crowd, server, metricsPort, quiet, asked))
    }
    for (const isDeaf of [false, true]) {
      const name = `150 × 60 together, ${isDeaf ? 'unread' : 'read'}`
      console.error(name)
      const asked = { ...job, ...PIPELINING, isDeaf }
      results.push(await testCrowd(name, crowd, server, metricsPort, quiet, asked))
    }
    console.error('mixed addresses')
    const slug = await anySlug(server)
    const paths = MIXED.map((path) => path.replace('SLUG', slug))
    results.push(
      await testCrowd('32 on mixed addresses', crowd, server, metricsPort, quiet, {
        port: server.port,
        ms: Math.min(seconds, MAX_MIXED_S) * 1000,
        paths,
        who: {},
        connections: 32,
      }),
    )
    return report(results, idleMb)
  } finally {
    crowd.disconnect()
    await server?.stop()
  }
}

async function testCrowd(
  name: string,
  crowd: ChildProcess,
  server: Server,
  metricsPort: number,
  quiet: Record<string, string>,
  job: CrowdJob,
): Promise<CrowdResult> {
  const probes: Probe[] = []
  const over = new AbortController()
  let peakMb = 0
  const keepAsking = async (
    port: number,
    path: string,
    headers: Record<string, string> = {},
    name = path,
  ) => {
    while (!over.signal.aborted) {
      probes.push({ ...(await probe(port, path, headers)), name })
      await sleep(PROBE_EVERY_MS)
    }
  }
  const keepWeighing = async () => {
    while (!over.signal.aborted) {
      peakMb = Math.max(peakMb, megabytes(server))
      await sleep(PROBE_EVERY_MS)
    }
  }
  const watching = Promise.all([
    ...MONITORED.map((path) => keepAsking(metricsPort, path)),
    keepAsking(server.port, '/healthz', {}, READERS_HEALTH),
    keepAsking(server.port, READER_PAGE, quiet),
    keepWeighing(),
  ])
  const outcome = await new Promise<CrowdOutcome>((resolve) => {
    crowd.once('message', (message) => resolve(message as CrowdOutcome))
    crowd.send(job)
  })
  over.abort()
  await watching
  await sleep(REST_MS)
  const after = await probe(server.port, READER_PAGE, quiet)
  return { name, outcome, probes, peakMb, restMb: megabytes(server), afterMs: after.ms }
}

/** Sends a request on a new connection, like a container's health check; status 0: it broke. */
function probe(port: number, path: string, headers: Record<string, string>): Promise<Probe> {
  const asked = performance.now()
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ name: path, ms: performance.now() - asked, status })
    const question = request({ host: '127.0.0.1', port, path, headers, agent: false }, (answer) => {
      answer.resume()
      answer.once('end', () => end(answer.statusCode ?? 0))
      answer.once('error', () => end(0))
    })
    question.setTimeout(60_000, () => question.destroy())
    question.once('error', () => end(0))
    question.end()
  })
}

const megabytes = (server: Server) => server.usage().rssBytes / 1024 / 1024

/** The median, the 99th percentile, and the slowest. */
function milliseconds(latencies: number[]): string {
  if (latencies.length === 0) return '-'
  const sorted = latencies.toSorted((a, b) => a - b)
  return [0.5, 0.99, 1]
    .map((share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!)
    .map((one) => one.toFixed(0))
    .join(' · ')
}

function report(results: CrowdResult[], idleMb: number): string {
  const rows = results.map(({ name, outcome, probes, peakMb, restMb, afterMs }) => {
    const perSecond = (all: number[]) => `${(all.length / (outcome.ms / 1000)).toFixed(0)}/s`
    const probed = [READER_PAGE, ...MONITORED, READERS_HEALTH].map((path) => {
      const asked = probes.filter((one) => one.name === path)
      const failed = asked.filter(({ status }) => status !== 200).length
      return `${milliseconds(asked.map((one) => one.ms))}${failed > 0 ? ` (${failed} of ${asked.length} failed)` : ''}`
    })
    return [
      name,
      perSecond(outcome.served),
      milliseconds(outcome.served),
      perSecond(outcome.refused),
      milliseconds(outcome.refused),
      `${outcome.broken} ${JSON.stringify(outcome.statuses)}`,
      ...probed,
      `${peakMb.toFixed(0)} · ${restMb.toFixed(0)} MB`,
      `${afterMs.toFixed(0)} ms`,
    ]
  })
  const heads = [
    'crowd',
    'served',
    'served, ms: p50 · p99 · max',
    'refused',
    'refused, ms',
    'broken, answers',
    'other reader, ms',
    ...MONITORED,
    READERS_HEALTH,
    'memory: peak · after 10 s',
    'page after 10 s',
  ]
  return `idle: ${idleMb.toFixed(0)} MB\n${table([heads, ...rows])}`
}
