import { hash } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'
import { maxEntries } from '../platform/cache-size.ts'
import { networkOf } from '../platform/client-network.server.ts'
import { log } from '../platform/log.server.ts'
import { measure } from '../platform/metrics.server.ts'
import { env } from '../platform/env.server.ts'
import { ConcurrencyLimit, ConnectionsFirst } from './concurrency-limit.ts'
import type { Link } from './request/link.ts'
import { refuse } from './request/connection.server.ts'
import type { RequestContext } from './request/context.server.ts'

/** Longer than the idle timeout of common load balancers (60 s), so that they close first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000
/** Connections without any traffic for this long are closed. */
const IDLE_TIMEOUT_MS = 120_000
/** Simultaneous connections, about 15 kB each; further ones are closed immediately. */
const MAX_CONNECTIONS = 4096
/**
 * Requests of one connection without an answer. Browsers and proxies send the next one after the
 * answer; Node reads all that arrive together, and answers each.
 */
const MAX_PER_CONNECTION = 8

/** Requests served at the same time. */
export const MAX_RUNNING_REQUESTS = 64

/**
 * A page takes 5 to 15 ms of the one thread that renders: 64 are done within a second, and so is a
 * request that waited 400 ms first (docs/performance.md, Overload). A burst of up to 256 is served
 * completely, because a database with few connections needs that time.
 */
const concurrency = new ConcurrencyLimit({
  maxRunning: MAX_RUNNING_REQUESTS,
  refuseAbove: 256,
  reserve: 64,
  maxInFlight: 1024,
  maxWaitMs: 400,
  maxRefusedTogether: 8,
})

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
      { refused: refusalsToLog, inFlight: concurrency.inFlight },
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

/** Limits the connections of a server, and gives new ones precedence over rendering pages. */
export function limitConnections(server: Server): void {
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS
  server.timeout = IDLE_TIMEOUT_MS
  server.maxConnections = MAX_CONNECTIONS
  server.on('connection', () => {
    hasNewConnection = true
  })
}

/** Closes a connection, for which Node makes an error for each of its requests: without stack traces. */
function close(socket: Socket): void {
  const { stackTraceLimit } = Error
  socket.prependOnceListener('close', () => (Error.stackTraceLimit = 0))
  socket.once('close', () => (Error.stackTraceLimit = stackTraceLimit))
  socket.destroy()
}

/** The requests of each connection without an answer. */
const perConnection = new WeakMap<Socket, number>()

/**
 * Counts a request until it is answered. Closes the connection if it has too many: a client that sends
 * more before it reads the answers would fill the memory. Nothing else may look at requests before
 * those that arrived together are counted.
 * @returns false if the connection is closed
 */
export function isWithinConnection(request: IncomingMessage, response: ServerResponse): boolean {
  const { socket } = request
  // What arrived together is parsed to its end.
  if (socket.destroyed) return false
  const unanswered = (perConnection.get(socket) ?? 0) + 1
  if (unanswered > MAX_PER_CONNECTION) {
    noteRefusal()
    close(socket)
    return false
  }
  perConnection.set(socket, unanswered)
  response.once('close', () => perConnection.set(socket, perConnection.get(socket)! - 1))
  return true
}

/** The requests of each network without an answer. */
const perNetwork = new Map<string, number>()

/** Counts a request of a network until it is answered. */
export function countInNetwork(response: ServerResponse, { clientAddress }: RequestContext): void {
  const { network } = networkOf(clientAddress)
  perNetwork.set(network, (perNetwork.get(network) ?? 0) + 1)
  response.once('close', () => {
    const left = perNetwork.get(network)! - 1
    if (left > 0) perNetwork.set(network, left)
    else perNetwork.delete(network)
  })
}

/** How many requests of this network have no answer yet. */
export const unansweredOf = ({ clientAddress }: RequestContext): number =>
  perNetwork.get(networkOf(clientAddress).network) ?? 0

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
  if (!concurrency.startNext(now)) return
  const startMore = () => {
    const later = performance.now()
    // New connections come first: only one of them is accepted in a turn.
    if (later < now + TURN_MS && !hasNewConnection) concurrency.startNext(later)
  }
  // In separate callbacks: before each, Node runs the promises of the previous one.
  for (let i = Math.min(concurrency.waiting, MAX_MORE_PER_TURN); i > 0; i--) setImmediate(startMore)
  scheduleNext()
}

/**
 * Makes a network with more requests without an answer than are served at the same time wait with
 * everything, files and cached responses included.
 */
export const waitInCrowd: Link = async (request, response, requestContext) =>
  unansweredOf(requestContext) > MAX_RUNNING_REQUESTS &&
  !(await admit(request, response, requestContext))

/** Where the other processes of a demo ask for the emulated Stripe's clock, once per request. */
const DEMO_CONNECTION = '/dev/stripe/connection'

/** Lets only so many requests run at the same time, and refuses those that would wait too long. */
export const limitConcurrency: Link = async (request, response, requestContext) => {
  const isFromOwnProcess = env().isDemo && request.url === DEMO_CONNECTION
  return !isFromOwnProcess && !(await admit(request, response, requestContext))
}

/**
 * Waits until a request may be served, or answers it with 503. A request waits once.
 * @param requestContext where the request comes from and, once it was served, who sent it
 * @returns false if it was refused or its client disconnected
 */
export function admit(
  request: IncomingMessage,
  response: ServerResponse,
  requestContext: RequestContext,
): Promise<boolean> {
  return (requestContext.mayRun ??= waitForTurn(request, response, requestContext))
}

function waitForTurn(
  request: IncomingMessage,
  response: ServerResponse,
  requestContext: RequestContext,
): Promise<boolean> {
  // The client already disconnected: no close event would free its slot.
  if (response.closed) return Promise.resolve(false)
  const credentials = credentialsHash(request)
  const reader = credentials === null ? undefined : knownReaders.get(credentials)
  const client =
    reader === undefined ? networkOf(requestContext.clientAddress).network : `reader ${reader}`
  return new Promise((resolve) => {
    const queued = concurrency.enter(client, performance.now(), {
      start: () => resolve(true),
      refuse(isRunning) {
        noteRefusal()
        requestContext.route = REFUSED_ROUTE
        if (isRunning) response.destroy()
        else refuse(request, response, 503, BUSY, { 'Retry-After': String(RETRY_AFTER_S) })
        resolve(false)
      },
    })
    response.once('close', () => {
      if (credentials !== null && requestContext.signedIn) {
        knownReaders.set(credentials, requestContext.signedIn.user.id)
      }
      concurrency.leave(queued)
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
    async () => ({ running: concurrency.running, waiting: concurrency.waiting }),
  )
}
