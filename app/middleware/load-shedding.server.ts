import { createHash } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { networkOf } from '../platform/client-network.server.ts'
import { log } from '../platform/log.server.ts'
import { measure } from '../platform/metrics.server.ts'
import { Admission } from './admission.ts'
import { refuse } from './connection.server.ts'
import type { RequestFacts } from './context.server.ts'

/** Requests that are served at the same time. */
export const MOST_RUNNING = 64

/**
 * A page takes 5 to 15 ms of the one thread that serves: 64 at once are through within a second,
 * and so is what has waited for 400 ms (docs/performance.md, overload). Bursts of up to 256 are all
 * served, if later: a database with few connections needs that time.
 */
const admission = new Admission({
  mostRunning: MOST_RUNNING,
  mostUnrefused: 256,
  reserve: 64,
  mostInFlight: 1024,
  mostWaitMs: 400,
})

/** In the metrics, the route of requests that were refused. */
export const REFUSED_ROUTE = 'refused'
const RETRY_AFTER_S = 2
const BUSY = 'Readr is very busy right now. Nothing was changed. Please try again in a few seconds.'

/** Refusals reach the log together, so that a flood of requests is no flood of lines. */
const LOG_REFUSALS_EVERY_MS = 5000
let refusalsToLog = 0

function noteRefusal(): void {
  if (refusalsToLog++ > 0) return
  setTimeout(() => {
    log.warn({ refused: refusalsToLog, inFlight: admission.inFlight }, 'too many requests at once')
    refusalsToLog = 0
  }, LOG_REFUSALS_EVERY_MS).unref()
}

/**
 * Readers by what their requests prove them with. Only what was believed before counts: with
 * made-up cookies one client would pass for many.
 */
const knownReaders = new LRUCache<string, number>({ max: 10_000 })

function credentialsHash({ headers: { cookie, authorization } }: IncomingMessage): string | null {
  if (!cookie && !authorization) return null
  return createHash('sha256')
    .update(`${authorization ?? ''}\n${cookie ?? ''}`)
    .digest('base64')
}

/**
 * Node accepts one connection per turn of the event loop. While connections keep coming, this many
 * turns pass between two pages: about 20 ms on a machine with nothing else to do.
 */
const ACCEPTING_TURNS = 100

let beginsSoon = false
let hasNewConnection = false
let turnsPutOff = 0

/** Watches the connections of a server, so that those that arrive are accepted before pages are made. */
export function watchConnections(server: Server): void {
  server.on('connection', () => {
    hasNewConnection = true
  })
}

/**
 * Starts one request per turn of the event loop, so that whatever else arrives, health checks above
 * all, never waits for more than a page or two.
 */
function beginSoon(): void {
  if (beginsSoon) return
  beginsSoon = true
  setImmediate(() => {
    beginsSoon = false
    const mayBeMore = hasNewConnection
    hasNewConnection = false
    if (mayBeMore && turnsPutOff++ < ACCEPTING_TURNS) return beginSoon()
    turnsPutOff = 0
    if (admission.beginNext(performance.now())) beginSoon()
  })
}

/**
 * Waits until a request may be served; one that may not is answered with 503.
 * @param facts where the request comes from; and, once it was served, who sent it
 * @returns false when it was refused, or its client is gone
 */
export function admit(
  request: IncomingMessage,
  response: ServerResponse,
  facts: RequestFacts,
): Promise<boolean> {
  // Its client has left already: nothing would ever say again that its place is free.
  if (response.closed) return Promise.resolve(false)
  const credentials = credentialsHash(request)
  const reader = credentials === null ? undefined : knownReaders.get(credentials)
  const client = reader === undefined ? networkOf(facts.clientAddress).network : `reader ${reader}`
  return new Promise((resolve) => {
    const ticket = admission.enter(client, performance.now(), {
      begin: () => resolve(true),
      refuse(hasBegun) {
        noteRefusal()
        facts.route = REFUSED_ROUTE
        if (hasBegun) response.destroy()
        else refuse(request, response, 503, BUSY, { 'Retry-After': String(RETRY_AFTER_S) })
        resolve(false)
      },
    })
    response.once('close', () => {
      if (credentials !== null && facts.signedIn) {
        knownReaders.set(credentials, facts.signedIn.user.id)
      }
      admission.leave(ticket)
      resolve(false)
      beginSoon()
    })
    beginSoon()
  })
}

/** Has the requests in flight measured. */
export function measureRequests(): void {
  measure(
    'readr_http_requests_in_flight',
    'Requests that are being served, and that wait for it; not files and remembered pages.',
    'state',
    async () => ({ running: admission.running, waiting: admission.waiting }),
  )
}
