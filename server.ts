/**
 * The HTTP server that hosts the build. Built to build/server/index.js and started by
 * `npm start` or the container.
 */
import './app/platform/require-env.server.ts'
import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Server as SocketServer } from 'node:net'
import { createRequestListener } from '@remix-run/node-fetch-server'
import { RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { startBackgroundWork } from './app/background-work.server.ts'
import { measureBilling } from './app/billing/service/metrics.server.ts'
import { checkOffers } from './app/billing/service/list-plans.server.ts'
import { waitForDeferredWork } from './app/accounts/service/run-deferred.server.ts'
import {
  connectToOtherProcess,
  startDemoStripe,
  stopDemoStripe,
} from './app/demo/run-stripe-emulator.server.ts'
import { readCaching } from './app/middleware/cache/caching.server.ts'
import { beforeTheRouter } from './app/middleware/chain.server.ts'
import { handleByPath } from './app/middleware/handle-by-path.server.ts'
import { callerOf, clientAddress, refuse } from './app/middleware/request/connection.server.ts'
import {
  newRequestContext,
  type RequestContext,
  requestContextKey,
} from './app/middleware/request/context.server.ts'
import { demoAccessLink } from './app/middleware/guard-demo-tools.server.ts'
import { unavailableAnswer, unlessUnavailable } from './app/middleware/answer-unavailable.server.ts'
import {
  countInNetwork,
  isWithinConnection,
  limitConnections,
  measureRequests,
} from './app/middleware/connection-limits.server.ts'
import {
  startOperationsListener,
  stopOperationsListener,
} from './app/middleware/operations-listener.server.ts'
import { measurePlatform } from './app/middleware/measure-platform.server.ts'
import { reportRequest } from './app/middleware/report-request.server.ts'
import { stopListening } from './app/middleware/send-audio.server.ts'
import { showingTypedInput } from './app/middleware/typed-input.server.ts'
import { closeDatabase } from './app/platform/database.server.ts'
import { env, misspelledVariables } from './app/platform/env.server.ts'
import { explainFailure } from './app/platform/explain-failure.server.ts'
import { log } from './app/platform/log.server.ts'
import { jobs } from './app/platform/jobs/jobs.server.ts'
import { migrate } from './app/platform/migrate-database.server.ts'
import { checkMode } from './app/platform/production-start.server.ts'
import { keepBuild } from './app/platform/processes/keep-build.server.ts'
import { markAsStopping } from './app/platform/readiness.server.ts'
import { inTrace, startTracing, stopTracing, traceRequest } from './app/platform/tracing.server.ts'
import { withinDeadline } from './app/platform/database-work.server.ts'
import { provideKindleFiles } from './app/reading/service/attach-epub.server.ts'

/** How long a client may take to send a whole request. */
const REQUEST_TIMEOUT_MS = 30_000
/** Connections that the kernel queues until they are accepted; it may queue fewer. */
const BACKLOG = 4096
/** How long requests in flight may take to finish while the process stops. */
const DRAIN_TIMEOUT_MS = 20_000

/** The framework finds the request's context by this header, which replaces any that a client sends. */
const ID_HEADER = 'x-request-id'

/** The contexts of the requests that the framework answers, by request id. */
const rendering = new Map<string, RequestContext>()

const config = env()
keepBuild(import.meta.dirname)

/**
 * How long idle connections stay open while the process stops, so that a request on its way is still
 * answered. Longer if another process takes over.
 */
const IDLE_GRACE_MS = config.processes > 0 ? 2000 : 250
const routerHandle = handleByPath(build, config.mode)
const handle = showingTypedInput((request, context) =>
  routerHandle(request.method === 'POST' ? finishedAnyway(request) : request, context),
)
readCaching(build.routes)
const router = createRequestListener(
  async (request) => {
    const context = new RouterContextProvider()
    const requestContext = rendering.get(request.headers.get(ID_HEADER)!)!
    context.set(requestContextKey, requestContext)
    const response = await withinDeadline(
      config.database.requestDeadlineMs,
      async () => unlessUnavailable(request.url, requestContext, await handle(request, context)),
      () => unavailableAnswer(request.url),
    )
    // Calls set Allow themselves; the router does not.
    if (response.status === 405 && !response.headers.has('Allow')) {
      response.headers.set('Allow', 'GET, HEAD')
    }
    return response
  },
  { trustProxy: config.trustProxy > 0 },
)

/**
 * A form is finished when its browser has disconnected. The router would end it after its change and without
 * its answer, so that sending it again would change it again. The body stays the same stream: that of a copied
 * request would not be read to its end, and the next request on the connection would wait for that.
 */
const finishedAnyway = ({ url, method, headers, body }: Request) =>
  new Request(url, { method, headers, body, duplex: 'half' } as RequestInit)

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  requestContext: RequestContext,
): Promise<void> {
  for (const link of beforeTheRouter) if (await link(request, response, requestContext)) return
  if (config.demoHome !== undefined) await connectToOtherProcess()
  // If the client has disconnected by now, no close event would remove the context.
  if (response.closed) return
  rendering.set(requestContext.id, requestContext)
  response.once('close', () => rendering.delete(requestContext.id))
  router(request, response)
}

let stopping = false
/** Whether idle connections are now closed while the process stops. */
let closesIdle = false

function receive(request: IncomingMessage, response: ServerResponse): void {
  // Its connection was closed because of the requests that arrived together with it.
  if (request.socket.destroyed) return
  const started = performance.now()
  const requestContext = newRequestContext(randomUUID(), clientAddress(request), () =>
    callerOf(request),
  )
  const { id } = requestContext
  countInNetwork(response, requestContext)
  request.headers[ID_HEADER] = id
  response.setHeader('X-Request-Id', id)
  if (stopping) response.setHeader('Connection', 'close')
  const trace = traceRequest(request.method ?? '', request.headers)
  response.once('close', () => {
    // An idle connection would keep a stopping process alive.
    if (closesIdle) setImmediate(() => server.closeIdleConnections())
    inTrace(trace, () => reportRequest(request, response, requestContext, started))
    trace?.end(requestContext.route ?? 'none', response.statusCode)
  })
  const answered = () =>
    respond(request, response, requestContext).catch((error: unknown) => {
      log.error({ err: error, id }, 'request failed')
      if (response.headersSent) response.destroy()
      else refuse(request, response, 500, 'Something went wrong on our end. Please try again.')
    })
  void inTrace(trace, answered)
}

const server = createServer(
  { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: 10_000, maxHeaderSize: 16 * 1024 },
  (request, response) => {
    // Later, when all that arrived together is counted.
    if (isWithinConnection(request, response)) queueMicrotask(() => receive(request, response))
  },
)
limitConnections(server)

/** Prints why the server cannot start and exits. */
function giveUp(error: unknown): never {
  process.stderr.write(`Readr cannot start. ${explainFailure(error)}\n`)
  process.exit(1)
}

/**
 * Stops accepting requests, finishes those in flight, and exits. A second signal exits immediately,
 * except under a supervisor: a service manager signals both processes, and the supervisor forwards
 * the signal, so it arrives twice.
 */
function stop(signal: string): void {
  if (stopping && cluster.isWorker) return
  if (stopping) process.exit(1)
  stopping = true
  markAsStopping()
  if (config.processes > 0) stopOperationsListener()
  stopListening()
  log.info({ signal }, 'stopping')
  // HTTP's own close() would disconnect clients that are just sending a request.
  SocketServer.prototype.close.call(server, () => {
    void waitForDeferredWork()
      .then(() => jobs.stop())
      .then(stopDemoStripe)
      .then(stopTracing)
      .then(closeDatabase)
      // If nobody reads it any more, writing it while the process exits would never end.
      .finally(() => log.flush(() => process.exit(0)))
  })
  setTimeout(() => {
    closesIdle = true
    server.closeIdleConnections()
  }, IDLE_GRACE_MS).unref()
  setTimeout(() => process.exit(1), DRAIN_TIMEOUT_MS).unref()
}

/** Logs the mode of this installation and misspelled variables. */
function logMode(): void {
  if (config.isDemo) log.info({ mode: 'demo', mailbox: demoAccessLink() }, 'running as the demo')
  else log.info({ mode: 'production' }, 'running in production')
  for (const { name, meant } of misspelledVariables()) {
    log.warn({ variable: name }, `${name} is not a variable of Readr. Did you mean ${meant}?`)
  }
}

try {
  await startTracing()
  await migrate(config.databaseUrl, undefined, (table) =>
    log.info({ table }, 'checking the references of a table after a migration'),
  )
  await checkMode()
  await startDemoStripe()
  // The demo's were checked when its emulated Stripe was started.
  if (config.stripe !== null) await checkOffers()
} catch (error) {
  giveUp(error)
}
server.once('error', giveUp)
process.on('SIGTERM', () => stop('SIGTERM'))
// A terminal sends these to all of its processes; under a supervisor, only the supervisor acts.
process.on('SIGINT', () => cluster.isWorker || stop('SIGINT'))
if (cluster.isWorker) process.on('SIGHUP', () => {})
server.listen({ port: config.port, host: config.host, backlog: BACKLOG }, () => {
  measurePlatform()
  measureRequests()
  measureBilling()
  provideKindleFiles()
  startBackgroundWork()
  startOperationsListener().catch(giveUp)
  logMode()
  log.info({ address: `http://${config.host}:${config.port}` }, 'listening')
  log.flush()
  // The cluster's own 'listening' event also fires for the emulated Stripe, which listens earlier.
  if (cluster.isWorker) process.send!('listening')
})
