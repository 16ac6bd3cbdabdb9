/** Loads servers in turn and compares them. */
import autocannon from 'autocannon'
import type { Server } from './servers.ts'

export interface Effort {
  /** Each round loads one server after the other. */
  rounds: number
  /** The length of one load, in ms. */
  roundMs: number
}

export interface Requests {
  /** Requested in turn, again and again. */
  paths: string[]
  /** Headers that identify who asks. */
  who: Record<string, string>
}

/** What every request sends, like a browser behind a proxy. */
export const SENT = { Host: 'readr.example', 'Accept-Encoding': 'gzip, deflate, br, zstd' }

/** The results of one server. */
export interface Figures {
  /** Responses per second, the median of the rounds. */
  rate: number
  /** Processor time of the main thread per request in ms, the median of the rounds. */
  mainMs: number
}

/** @throws Error if a response is not a 200, or a connection breaks */
export async function load(
  { port }: Pick<Server, 'port'>,
  { paths, who }: Requests,
  connections: number,
  ms: number,
): Promise<{ requests: number; ms: number }> {
  const requests = paths.map((path) => ({ path, headers: { ...SENT, ...who } }))
  let begun = 0
  const instance = autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: ms / 1000,
    sampleInt: 10,
    // Each connection begins at another path.
    requests: [requests[0]!],
    setupClient: (client) =>
      client.setRequests([
        ...requests.slice(begun % paths.length),
        ...requests.slice(0, begun++ % paths.length),
      ]),
  })
  const started = performance.now()
  const result = await instance
  const elapsed = performance.now() - started
  if (result.non2xx + result.errors > 0) {
    const statuses = JSON.stringify(result.statusCodeStats)
    throw new Error(`Unexpected responses to ${paths[0]}: ${statuses}, ${result.errors} errors`)
  }
  return { requests: result['2xx'], ms: elapsed }
}

/** V8 needs this time to compile what a request runs. */
const WARM_UP_MS = 1500

/** Fills caches. */
export const warmUp = (server: Server, requests: Requests, ms = WARM_UP_MS) =>
  load(server, requests, 4, ms)

/**
 * Measures servers alternately.
 * @returns the figures of each, and the first one's rate divided by the second one's, the median of
 * the rounds
 */
export async function compare(
  servers: Server[],
  requests: Requests,
  connections: number,
  { rounds, roundMs }: Effort,
): Promise<{ figures: Figures[]; ratio: number }> {
  const measured: Figures[][] = servers.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (const [at, server] of servers.entries()) {
      const before = server.usage()
      const done = await load(server, requests, connections, roundMs)
      measured[at]!.push({
        rate: (done.requests / done.ms) * 1000,
        mainMs: (server.usage().mainMs - before.mainMs) / done.requests,
      })
    }
  }
  const [first, second] = measured
  return {
    figures: measured.map((figures) => ({
      rate: median(figures.map(({ rate }) => rate)),
      mainMs: median(figures.map(({ mainMs }) => mainMs)),
    })),
    ratio: second ? median(first!.map(({ rate }, round) => rate / second[round]!.rate)) : 1,
  }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
