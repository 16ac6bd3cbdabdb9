import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequest, sendResponse } from '@remix-run/node-fetch-server'
import { Account } from './engine/account.ts'
import { type ApiRequest, Core } from './engine/core.ts'
import {
  type Attempt,
  Deliveries,
  type Endpoint,
  NO_WEBHOOK_FAULTS,
  type WebhookFaults,
} from './engine/deliveries.ts'
import { ConnectionLost } from './engine/errors.ts'
import type { CallFault } from './engine/faults.ts'
import { Timeline } from './engine/timeline.ts'
import { readState, StateFile } from './engine/state-file.ts'
import { addEndpoint } from './resources/events.ts'
import { closeDispute, dispute, escalateInquiry } from './resources/charges.ts'
import { failRefund, refund } from './resources/refunds.ts'
import { answerPage } from './pages/router.ts'
import { seed } from './seed.ts'
import { includable, operations, wire } from './wiring.ts'

export interface EmulatorOptions {
  /** Where browsers reach the hosted pages; by default the emulator's own address. */
  pagesOrigin?: string
  /** Where events are sent. */
  webhooks?: { url: string; events?: string[] }
  stateFile?: string
  /** Freezes the emulator's clock at this time (seconds since 1970) until it is advanced. */
  frozenAt?: number
  /** Emulates live mode, with live-looking keys. The cards are still the test cards. */
  livemode?: boolean
}

/** The longest delay that setTimeout takes. */
const LONGEST_WAIT_MS = 2 ** 31 - 1

const TEST_KEYS = { secretKey: 'sk_test_readr_demo', publishableKey: 'pk_test_readr_demo' }
const LIVE_KEYS = { secretKey: 'sk_live_readr_tests', publishableKey: 'pk_live_readr_tests' }

export type StripeEmulator = Awaited<ReturnType<typeof startStripeEmulator>>

/** Starts an emulated Stripe account with an HTTP API for the real SDK. */
export async function startStripeEmulator(options: EmulatorOptions = {}) {
  const saved = options.stateFile === undefined ? null : await readState(options.stateFile)
  const { frozenAt } = options
  const mainClock = new Timeline(() => frozenAt ?? Math.floor(Date.now() / 1000))
  const account = new Account(mainClock)
  const deliveries = new Deliveries(account)
  wire(account)
  const { livemode = false } = options
  const keys = livemode ? LIVE_KEYS : TEST_KEYS
  account.store.livemode = livemode
  const settle = async () => {
    await deliveries.release()
    await deliveries.settled()
  }
  const file =
    options.stateFile === undefined
      ? null
      : new StateFile(options.stateFile, () => ({
          world: mainClock,
          store: account.store,
          keyed: core.answersToPersist(),
        }))
  const changed = () => {
    file?.touch()
    startTimer()
  }
  const core = new Core({
    account,
    deliveries,
    operations: operations(settle),
    includable,
    keys,
    changed,
  })
  if (saved) {
    account.store.restore(saved.store)
    mainClock.restore(saved.world)
    for (const [key, value] of saved.keyed) core.keyed.set(key, value)
  } else seed(account)

  const handle = async (request: Request): Promise<Response> => {
    if (!new URL(request.url).pathname.startsWith('/dev/')) {
      const { body, ...init } = await core.handle(request)
      return new Response(body, init)
    }
    const answer = await answerPage(controls, request)
    await deliveries.release()
    if (request.method === 'POST') changed()
    return answer
  }
  // With pagesOrigin, the product serves the pages and decides who sees them.
  const servesPages = options.pagesOrigin === undefined
  const server = await listen(async (request, response) => {
    if (servesPages && request.url!.startsWith('/dev/')) {
      return sendResponse(response, await handle(createRequest(request, response)))
    }
    const { status, headers, body } = await core.handle(callOf(request))
    response.writeHead(status, headers).end(body)
  })
  const { port } = server.address() as AddressInfo
  account.pagesOrigin = options.pagesOrigin ?? `http://127.0.0.1:${port}`

  const webhookSecret = 'whsec_readr_demo_signs_events'
  if (options.webhooks) {
    const { url, events = ['*'] } = options.webhooks
    const given = { url, enabled_events: events, secret: webhookSecret }
    // Events that were not delivered before a restart belong to the endpoint of that time.
    const [known] = account.store.newest<Endpoint>('webhook_endpoint')
    if (known) Object.assign(known, given)
    else addEndpoint(account, given)
  }

  let advancing = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Advances one call at a time; a failed one does not block the next. */
  const advanceTo = (to: number): Promise<void> => {
    const done = advancing.then(() => mainClock.advanceTo(to, (job) => account.runJob(job), settle))
    advancing = done.catch(() => {})
    return done.then(changed)
  }
  function startTimer() {
    clearTimeout(timer)
    const next = mainClock.next()
    if (frozenAt !== undefined || next === undefined) return
    const wait = Math.min(LONGEST_WAIT_MS, Math.max(1000, (next - mainClock.now()) * 1000))
    timer = setTimeout(() => advanceTo(mainClock.now()).catch(process.emitWarning), wait)
    timer.unref()
  }
  startTimer()
  const setFaults = (faults: Partial<WebhookFaults>) => {
    deliveries.faults = { ...NO_WEBHOOK_FAULTS, ...faults }
  }
  const controls = {
    account,
    advanceTo,
    attempts: () => deliveries.attempts,
    faults: () => deliveries.faults,
    setFaults,
  }

  return {
    port,
    apiUrl: `http://127.0.0.1:${port}`,
    secretKey: keys.secretKey,
    publishableKey: keys.publishableKey,
    webhookSecret,
    /**
     * Answers an API call or a hosted page, for a product that serves them on its own address.
     * @throws ConnectionLost to drop the connection without a response
     */
    handle,
    account,
    clock: {
      /** Seconds since 1970. */
      now: () => mainClock.now(),
      /** Milliseconds since 1970. */
      nowMs: () => mainClock.now() * 1000 + (frozenAt === undefined ? Date.now() % 1000 : 0),
      /** Advances the clock (seconds since 1970) and runs every job that falls due, in order. */
      advanceTo,
      advance: (seconds: number) => advanceTo(mainClock.now() + seconds),
      /** Forgets what is scheduled: nothing that exists now is ever renewed, retried, or ended. */
      clear: () => mainClock.clear(),
    },
    webhooks: {
      /** Replaces the faults for later events; {} removes them. */
      setFaults,
      attempts: (): readonly Attempt[] => deliveries.attempts,
      /** Resolves when the product has answered every event in flight. */
      settled: settle,
    },
    calls: {
      addFault: (fault: CallFault) => {
        core.faults.push(fault)
      },
      clearFaults: () => {
        core.faults.length = 0
      },
      /** Every call so far, as `METHOD /v1/path`. */
      made: (): readonly string[] => core.calls,
      /** Forgets the idempotency keys, as Stripe does after a day. */
      forgetKeys: () => core.keyed.clear(),
    },
    dashboard: {
      dispute: (charge: string) => act(() => dispute(account, charge)),
      /** Opens an inquiry: the bank asks about a charge and takes no money yet. */
      inquire: (charge: string) =>
        act(() => dispute(account, charge, 'fraudulent', 'warning_needs_response')),
      escalateInquiry: (id: string) => act(() => escalateInquiry(account, id)),
      closeDispute: (id: string, status: 'won' | 'lost') =>
        act(() => closeDispute(account, id, status)),
      refund: (charge: string, amount?: number) => act(() => refund(account, { charge, amount })),
      failRefund: (id: string) => act(() => failRefund(account, id)),
    },
    async close() {
      clearTimeout(timer)
      server.close()
      server.closeAllConnections()
      await deliveries.close()
      await file?.write()
    },
  }

  function act<T>(run: () => T): T {
    const result = run()
    void deliveries.release()
    changed()
    return result
  }
}

type Listener = (...exchange: Parameters<RequestListener>) => Promise<void>

function callOf(request: IncomingMessage): ApiRequest {
  const { method = 'GET', url = '/', headers } = request
  return {
    method,
    url: `http://127.0.0.1${url}`,
    headers: { get: (name) => headers[name.toLowerCase()]?.toString() ?? null },
    // A call that is too large is refused with an answer.
    body: request.iterator({ destroyOnReturn: false }),
  }
}

async function listen(listener: Listener): Promise<Server> {
  const server = createServer((request, response) => {
    // A lost connection and a bug in the emulator both end without a response.
    listener(request, response).catch((error: unknown) => {
      if (!(error instanceof ConnectionLost)) process.emitWarning(error as Error)
      response.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
