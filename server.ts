/**
 * The HTTP server that hosts the build. Built to build/server/index.js and started by
 * `npm start` or the container.
 */
import './app/platform/require-env.server.ts'
import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Server as SocketServer } from 'node:net'
import { join } from 'node:path'
import { createRequestListener } from '@remix-run/node-fetch-server'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { startDeletingExpired } from './app/accounts/service/delete-expired.server.ts'
import { measureBilling } from './app/billing/service/metrics.server.ts'
import { checkOffers } from './app/billing/service/plans.server.ts'
import { startCatchingUp, stopCatchingUp } from './app/billing/service/timer.server.ts'
import { waitForDeferredWork } from './app/accounts/service/run-deferred.server.ts'
import {
  followHome,
  startDemoStripe,
  stopDemoStripe,
} from './app/demo/run-stripe-emulator.server.ts'
import { BODY_MAX_BYTES } from './app/middleware/body.server.ts'
import {
  callerOf,
  clientAddress,
  decodable,
  hostName,
  publicAddress,
  refuse,
} from './app/middleware/connection.server.ts'
import {
  newRequestFacts,
  type RequestFacts,
  requestContext,
} from './app/middleware/context.server.ts'
import {
  crossOriginHeaders,
  isCallPath,
  mayCall,
  PREFLIGHT_HEADERS,
} from './app/middleware/cross-origin.server.ts'
import { demoAccessLink } from './app/middleware/guard-demo-tools.server.ts'
import { unavailableAnswer, unlessUnavailable } from './app/middleware/answer-unavailable.server.ts'
import { proxyTo } from './app/middleware/proxy-to.server.ts'
import { deliverRemembered } from './app/middleware/deliver.server.ts'
import { isCrossSiteWrite } from './app/middleware/guard-origin.server.ts'
import {
  admit,
  measureRequests,
  REFUSED_ROUTE,
  watchConnections,
} from './app/middleware/load-shedding.server.ts'
import {
  answerOperation,
  hasMetricsToken,
  operationOf,
} from './app/middleware/operations.server.ts'
import { commonHeaders, fileHeaders } from './app/middleware/security-headers.server.ts'
import { isBuiltFile, serveFilesOf } from './app/middleware/static-files.server.ts'
import { measureDatabase } from './app/platform/database-metrics.server.ts'
import { closeDatabase } from './app/platform/database.server.ts'
import { env, misspelledVariables } from './app/platform/env.server.ts'
import { explainFailure } from './app/platform/failures.server.ts'
import { log } from './app/platform/log.server.ts'
import { measureOutbox, startOutbox, stopOutbox } from './app/platform/email/outbox.server.ts'
import { startProcessBus, stopProcessBus } from './app/platform/process-bus.server.ts'
import { countRequest, measureProcess } from './app/platform/metrics.server.ts'
import { migrate } from './app/platform/migrate.server.ts'
import { settleMode } from './app/platform/production-mark.server.ts'
import { leaveService } from './app/platform/readiness.server.ts'
import { startTracing, stopTracing, traceRequest } from './app/platform/tracing.server.ts'
import { withinDeadline } from './app/platform/work.server.ts'
import { startCounting, stopCounting } from './app/reading/service/counting.server.ts'

/** Longest path and query that is looked at; longer ones are answered with 414. */
const URL_MAX_CHARS = 8192
/** To these, files are sent: their pages limit what they read, and answer with the form. */
const TAKES_FILES = /^\/admin\/(?:import|books\/[^/?]+)(?:\?|$)/
/** Time to send a whole request. */
const REQUEST_TIMEOUT_MS = 30_000
/** Longer than the idle time-out of common load balancers (60 s), so that they close first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000
/** A connection on which nothing moves for this long is closed, an unread answer with it. */
const IDLE_TIMEOUT_MS = 120_000
/** Connections at once, each some 15 kB; more are closed as they come. */
const MOST_CONNECTIONS = 4096
/** Connections that the system holds until they are taken; the system may hold fewer. */
const BACKLOG = 4096
/** Time for requests in flight to finish once the process is asked to stop. */
const DRAIN_TIMEOUT_MS = 20_000

/** Calls say for each path what they answer to; what is not here, none of them does. */
const CALL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']
const PAGE_METHODS = ['GET', 'HEAD', 'POST']

/** By which the framework's side finds the facts; overwritten, whatever a client sends under it. */
const ID_HEADER = 'x-request-id'

/** What is known of the requests in flight, by their ids. */
const inFlight = new Map<string, RequestFacts>()

const config = env()

/**
 * Connections that are kept alive stay open for this long after the process was asked to stop: a
 * request that is on its way is answered, and told to close. Longer where another process takes over.
 */
const IDLE_GRACE_MS = config.processes > 0 ? 2000 : 250
const clientFolder = join(import.meta.dirname, '..', 'client')

const staticFiles = serveFilesOf(clientFolder)

const handle = createRequestHandler(build, config.mode)
const dynamicPages = createRequestListener(
  async (request) => {
    const context = new RouterContextProvider()
    const facts = inFlight.get(request.headers.get(ID_HEADER)!)!
    context.set(requestContext, facts)
    const response = await withinDeadline(
      config.database.requestDeadlineMs,
      async () => unlessUnavailable(request.url, facts, await handle(request, context)),
      () => unavailableAnswer(request.url),
    )
    // Calls say what they take; the router does not, of a page to which something is sent.
    if (response.status === 405 && !response.headers.has('Allow')) {
      response.headers.set('Allow', 'GET, HEAD')
    }
    return response
  },
  { trustProxy: config.trustProxy > 0 },
)

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  facts: RequestFacts,
): Promise<void> {
  const { url = '/', headers } = request
  const { protocol, host } = publicAddress(request)
  // The framework's side would believe it rather than the headers that were just read.
  if (config.trustProxy > 0) delete headers.forwarded
  const guards = isBuiltFile(url) ? fileHeaders : commonHeaders
  for (const [name, value] of Object.entries(guards(protocol === 'https:'))) {
    response.setHeader(name, value)
  }
  if (!url.startsWith('/')) return refuse(request, response, 400, 'The address is malformed.')
  if (host !== '' && hostName(host) === null) {
    return refuse(request, response, 400, 'The Host header is malformed.')
  }
  if (url.length > URL_MAX_CHARS) {
    return refuse(request, response, 414, 'The address is too long.')
  }
  const operation = operationOf(url)
  if (operation) {
    facts.route = `/${operation}`
    const showsMetrics = hasMetricsToken(request)
    return answerOperation(operation, request, response, { showsMetrics })
  }
  for (const [name, value] of Object.entries(crossOriginHeaders(url, headers.origin))) {
    response.setHeader(name, value)
  }
  const method = request.method ?? ''
  if (method === 'OPTIONS' && mayCall(url, headers.origin)) {
    response.writeHead(204, PREFLIGHT_HEADERS).end()
    return
  }
  const methods = isCallPath(url) ? CALL_METHODS : PAGE_METHODS
  if (!methods.includes(method)) {
    return refuse(request, response, 405, `This address does not answer ${method}.`, {
      Allow: methods.filter((name) => name !== 'OPTIONS' && name !== 'PATCH').join(', '),
    })
  }
  if (headers['transfer-encoding'] !== undefined && headers['content-length'] === undefined) {
    return refuse(request, response, 411, 'The request must say how long its body is.')
  }
  if (Number(headers['content-length'] ?? 0) > BODY_MAX_BYTES && !TAKES_FILES.test(url)) {
    return refuse(request, response, 413, 'The request is larger than 64 KB.')
  }
  // Here and not in the framework's pipeline: its own check of page forms would come first, and
  // answer 400.
  const asked = { method: request.method ?? 'GET', pathname: url.split('?', 1)[0]! }
  if (isCrossSiteWrite(asked, headers, `${protocol}//${host}`)) {
    return refuse(request, response, 403, 'Requests from other sites are not accepted here.')
  }
  if (config.demoHome !== undefined) {
    if (url.startsWith('/dev/')) return proxyTo(request, response, config.demoHome)
    await followHome()
  }
  request.url = decodable(url)
  // Node leaves the body of the answer out; the headers are those of GET.
  if (request.method === 'HEAD') request.method = 'GET'
  const remembered = await deliverRemembered(request, response, protocol)
  if (remembered) {
    facts.route = remembered.route
    return
  }
  facts.route = 'static files'
  staticFiles(request, response, () => {
    facts.route = null
    void serveInTurn(request, response, facts)
  })
}

/** Where the other processes of a demo ask for the emulated Stripe's clock, once a request. */
const DEMO_CONNECTION = '/dev/stripe/connection'

/** Files and remembered pages cost next to nothing; everything else waits until it is its turn. */
async function serveInTurn(
  request: IncomingMessage,
  response: ServerResponse,
  facts: RequestFacts,
): Promise<void> {
  const isFromOwnProcess = config.isDemo && request.url === DEMO_CONNECTION
  if (isFromOwnProcess || (await admit(request, response, facts))) dynamicPages(request, response)
}

let stopping = false
/** The time for requests that were on their way is over. */
let closesIdle = false

/** Counts a request and puts its line into the log, once the answer is out. */
function report(
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  { id, route }: RequestFacts,
  started: number,
): void {
  const ms = performance.now() - started
  countRequest(method, route ?? 'none', response.statusCode, ms)
  const line = {
    id,
    method,
    path: url.split('?', 1)[0]!.slice(0, 200),
    route,
    status: response.statusCode,
    ms: Math.round(ms * 10) / 10,
    ...(response.writableFinished ? {} : { aborted: true }),
  }
  if (operationOf(url) || route === REFUSED_ROUTE) log.debug(line)
  else log.info(line)
}

const server = createServer(
  { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: 10_000, maxHeaderSize: 16 * 1024 },
  (request, response) => {
    const started = performance.now()
    const facts = newRequestFacts(randomUUID(), clientAddress(request), callerOf(request))
    const { id } = facts
    inFlight.set(id, facts)
    request.headers[ID_HEADER] = id
    response.setHeader('X-Request-Id', id)
    if (stopping) response.setHeader('Connection', 'close')
    const trace = traceRequest(request.method ?? '', request.headers)
    response.once('close', () => {
      inFlight.delete(id)
      // A connection that has become idle while stopping would keep the process alive.
      if (closesIdle) setImmediate(() => server.closeIdleConnections())
      report(request, response, facts, started)
      trace?.end(facts.route ?? 'none', response.statusCode)
    })
    respond(request, response, facts).catch((error: unknown) => {
      log.error({ err: error, id }, 'request failed')
      if (response.headersSent) response.destroy()
      else refuse(request, response, 500, 'Something went wrong on our end.')
    })
  },
)
server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS
server.timeout = IDLE_TIMEOUT_MS
server.maxConnections = MOST_CONNECTIONS
watchConnections(server)

/** Says why the server cannot start, and leaves. */
function giveUp(error: unknown): never {
  process.stderr.write(`Readr cannot start. ${explainFailure(error)}\n`)
  process.exit(1)
}

/**
 * Takes no new requests, finishes those in flight, and leaves. A second signal leaves at once; but
 * where another process stands over this one, a service manager sends it to both of them, and that
 * process hands it on: what is one wish arrives here twice.
 */
function stop(signal: string): void {
  if (stopping && cluster.isWorker) return
  if (stopping) process.exit(1)
  stopping = true
  leaveService()
  log.info({ signal }, 'stopping')
  // Not the HTTP server's own close: it would hang up on clients that are just sending a request.
  SocketServer.prototype.close.call(server, () => {
    void waitForDeferredWork()
      .then(stopCatchingUp)
      .then(stopDemoStripe)
      .then(stopOutbox)
      .then(stopCounting)
      .then(stopProcessBus)
      .then(stopTracing)
      .then(closeDatabase)
      .finally(() => process.exit(0))
  })
  setTimeout(() => {
    closesIdle = true
    server.closeIdleConnections()
  }, IDLE_GRACE_MS).unref()
  setTimeout(() => process.exit(1), DRAIN_TIMEOUT_MS).unref()
}

/** Answers for operators alone on a port of their own, where one is configured. */
function serveMetrics(): void {
  if (config.metricsPort === 0) return
  const operations = createServer((request, response) => {
    const operation = operationOf(request.url ?? '')
    if (operation) void answerOperation(operation, request, response, { showsMetrics: true })
    else response.writeHead(404).end()
  })
  operations.once('error', giveUp)
  operations.listen(config.metricsPort, config.host, () => operations.unref())
}

/** Says what this installation is, and what in its configuration nobody reads. */
function sayMode(): void {
  if (config.isDemo) log.info({ mode: 'demo', mailbox: demoAccessLink() }, 'running as the demo')
  else log.info({ mode: 'production' }, 'running in production')
  for (const { name, meant } of misspelledVariables()) {
    log.warn({ variable: name }, `${name} is not a variable of Readr. Did you mean ${meant}?`)
  }
}

try {
  await startTracing()
  await migrate(config.databaseUrl)
  await settleMode()
  await startDemoStripe()
  await checkOffers()
} catch (error) {
  giveUp(error)
}
server.once('error', giveUp)
process.on('SIGTERM', () => stop('SIGTERM'))
// A terminal sends these to all of its processes: the one over this one says what they mean.
process.on('SIGINT', () => cluster.isWorker || stop('SIGINT'))
if (cluster.isWorker) process.on('SIGHUP', () => {})
server.listen({ port: config.port, host: config.host, backlog: BACKLOG }, () => {
  measureProcess()
  measureRequests()
  measureDatabase()
  measureOutbox()
  measureBilling()
  startOutbox()
  startDeletingExpired()
  startCatchingUp()
  serveMetrics()
  startCounting()
  void startProcessBus()
  sayMode()
  log.info({ address: `http://${config.host}:${config.port}` }, 'listening')
  // Not what cluster says of listening: the emulated Stripe listens too, and earlier.
  if (cluster.isWorker) process.send!('listening')
})
