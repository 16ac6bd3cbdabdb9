import { hash } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import { maxEntries } from '../platform/cache-size.ts'
import { networkOf } from '../platform/client-network.server.ts'
import { log } from '../platform/log.server.ts'
import { measure } from '../platform/metrics.server.ts'
import { Admission, ConnectionsFirst } from './admission.ts'
import { refuse } from './connection.server.ts'
import type { RequestFacts } from './context.server.ts'

/** Requests served at the same time. */
export const MAX_RUNNING_REQUESTS = 64

/**
 * A page takes 5 to 15 ms of the one thread that renders: 64 are done within a second, and so is a
 * request that waited 400 ms first (docs/performance.md, Overload). A burst of up to 256 is served
 * completely, because a database with few connections needs that time.
 */
const admission = new Admission({
  maxRunning: MAX_RUNNING_REQUESTS,
  refuseAbove: 256,
  reserve: 64,
  maxInFlight: 1024,
  maxWaitMs: 400,
  maxRefusedTogether: 8,
})

/** The route of refused requests in the metrics. */
export const REFUSED_ROUTE = 'refused'
const RETRY_AFTER_S = 2
const BUSY = 'Readr is very busy right now. Nothing was changed. Please try again in a few seconds.'

/** One log line covers all refusals of this time, so that a flood does not fill the log. */
const LOG_REFUSALS_EVERY_MS = 5000
let refusalsToLog = 0

function noteRefusal(): void {
  if (refusalsToLog++ > 0) return
  setTimeout(() => {
    log.warn(
      { refused: refusalsToLog, inFlight: admission.inFlight },
      'too many requests: some were refused',
    )
    refusalsToLog = 0
  }, LOG_REFUSALS_EVERY_MS).unref()
}

/**
 * Reader ids by a hash of their credentials. Only credentials of an earlier, authenticated request
 * are here: with made-up cookies, one client would pass for many.
 */
const knownReaders = new LRUCache<string, number>(maxEntries(10_000))

function credentialsHash({ headers: { cookie, authorization } }: IncomingMessage): string | null {
  if (!cookie && !authorization) return null
  return hash('sha256', `${authorization ?? ''}\n${cookie ?? ''}`, 'base64')
}

/** About 20 ms on an idle machine. */
const connectionsFirst = new ConnectionsFirst(100)

let isScheduled = false
let hasNewConnection = false

/** Gives new connections of a server precedence over rendering pages. */
export function watchConnections(server: Server): void {
  server.on('connection', () => {
    hasNewConnection = true
  })
}

/** In a turn of the event loop, further requests start until this time has passed, in ms … */
const TURN_MS = 1
/** … up to this number: calls take 0.15 ms and more. */
const MAX_MORE_PER_TURN = 7

/**
 * Starts requests in turns of the event loop, which are so short that health checks and cached pages
 * wait for no more than a page or two. With one request per turn, the turns took a tenth of the time.
 */
function scheduleNext(): void {
  if (isScheduled) return
  isScheduled = true
  // Never right away: by the next turn, Node knows which clients have disconnected.
  setImmediate(startInTurn)
}

function startInTurn(): void {
  isScheduled = false
  const now = performance.now()
  const mayServe = connectionsFirst.mayServe(now, hasNewConnection)
  hasNewConnection = false
  if (!mayServe) return scheduleNext()
  if (!admission.startNext(now)) return
  const startMore = () => {
    const later = performance.now()
    // New connections come first: only one of them is accepted in a turn.
    if (later < now + TURN_MS && !hasNewConnection) admission.startNext(later)
  }
  // In separate callbacks: before each, Node runs the promises of the previous one.
  for (let i = Math.min(admission.waiting, MAX_MORE_PER_TURN); i > 0; i--) setImmediate(startMore)
  scheduleNext()
}

/**
 * Waits until a request may be served, or answers it with 503.
 * @param facts where the request comes from and, once it was served, who sent it
 * @returns false if it was refused or its client disconnected
 */
export function admit(
  request: IncomingMessage,
  response: ServerResponse,
  facts: RequestFacts,
): Promise<boolean> {
  // The client already disconnected: no close event would free its slot.
  if (response.closed) return Promise.resolve(false)
  const credentials = credentialsHash(request)
  const reader = credentials === null ? undefined : knownReaders.get(credentials)
  const client = reader === undefined ? networkOf(facts.clientAddress).network : `reader ${reader}`
  return new Promise((resolve) => {
    const queued = admission.enter(client, performance.now(), {
      start: () => resolve(true),
      refuse(isRunning) {
        noteRefusal()
        facts.route = REFUSED_ROUTE
        if (isRunning) response.destroy()
        else refuse(request, response, 503, BUSY, { 'Retry-After': String(RETRY_AFTER_S) })
        resolve(false)
      },
    })
    response.once('close', () => {
      if (credentials !== null && facts.signedIn) {
        knownReaders.set(credentials, facts.signedIn.user.id)
      }
      admission.leave(queued)
      resolve(false)
      scheduleNext()
    })
    scheduleNext()
  })
}

/** Adds the requests in flight to the metrics. */
export function measureRequests(): void {
  measure(
    'readr_http_requests_in_flight',
    'Requests being served or waiting; without files and cached pages.',
    'state',
    async () => ({ running: admission.running, waiting: admission.waiting }),
  )
}
