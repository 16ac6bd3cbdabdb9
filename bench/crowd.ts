/**
 * A child process that overloads a server: each of many connections sends GET requests as soon as
 * it has the previous responses, or again and again without reading any.
 */
import { connect } from 'node:net'
import autocannon from 'autocannon'
import { SENT } from './measure.ts'

export interface CrowdJob {
  port: number
  /** Requested in turn; each `*` becomes a new number. */
  paths: string[]
  /** Headers that identify the asker. */
  who: Record<string, string>
  connections: number
  /** Requests that a connection sends together; default: 1. */
  pipelined?: number
  /** The crowd reads no response, and sends more all the time. */
  isDeaf?: boolean
  ms: number
}

export interface CrowdOutcome {
  /** Response times of successful requests, in milliseconds. */
  served: number[]
  /** Response times of 503 responses. */
  refused: number[]
  /** Responses by status. */
  statuses: Record<number, number>
  /** Requests without a response; of those that read none, connections that were closed. */
  broken: number
  ms: number
}

/** A connection without a response in this time counts as broken. */
const RESPONSE_TIMEOUT_S = 60
const DEAF_REPEATS_AFTER_MS = 100
/** Of what a deaf connection has not sent, in bytes. */
const MAX_UNSENT = 1_000_000

async function runCrowd({ port, paths, who, connections, pipelined = 1, isDeaf, ms }: CrowdJob) {
  const outcome: CrowdOutcome = { served: [], refused: [], statuses: {}, broken: 0, ms }
  const headers = { ...SENT, Accept: 'text/html', ...who }
  if (isDeaf) {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const requests = `GET ${paths[0]} HTTP/1.1\r\n${lines.join('')}\r\n`.repeat(pipelined)
    const until = performance.now() + ms
    await Promise.all(
      Array.from({ length: connections }, () => sendDeaf(port, requests, until, outcome)),
    )
    return outcome
  }
  let asked = 0
  const options: autocannon.Options = {
    url: `http://127.0.0.1:${port}`,
    connections,
    pipelining: pipelined,
    duration: ms / 1000,
    timeout: RESPONSE_TIMEOUT_S,
    headers,
    requests: paths.map((path) => ({
      path,
      ...(path.includes('*') && {
        setupRequest: (request) => ({ ...request, path: path.replace('*', String(asked++)) }),
      }),
    })),
  }
  const { errors, requests } = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(options, (error, result) =>
      error ? reject(error) : resolve(result),
    )
    instance.on('response', (_, status, __, took) => {
      ;(status === 503 ? outcome.refused : outcome.served).push(took)
      outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1
    })
  })
  // At the end, each connection waits for some.
  const lost = requests.sent - requests.total - connections * pipelined
  outcome.broken = errors + Math.max(0, lost)
  return outcome
}

/** Sends requests until then and opens the connection again when it was closed. */
async function sendDeaf(port: number, requests: string, until: number, outcome: CrowdOutcome) {
  while (performance.now() < until) {
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
    socket.pause()
    const repeating = setInterval(() => {
      if (performance.now() > until) socket.destroy()
      // Writing also shows that the connection was closed.
      else if (socket.writableLength < MAX_UNSENT) socket.write(requests)
    }, DEAF_REPEATS_AFTER_MS)
    await new Promise((closed) => socket.once('close', closed))
    clearInterval(repeating)
    if (performance.now() < until) outcome.broken++
  }
}

process.on('message', (job) => {
  void runCrowd(job as CrowdJob).then((outcome) => process.send?.(outcome))
})
process.on('disconnect', () => process.exit())
