import { Stripe } from 'stripe'
import { DomainError } from './errors.ts'
import { env } from './env.server.ts'
import { log } from './log.server.ts'
import { newCounter } from './metrics.server.ts'
import { answeredWith, requestSpan } from './stripe-span.ts'
import { isLiveKey } from './stripe-variables.server.ts'
import { inSpan } from './tracing.server.ts'
import { withoutDeadline } from './database-work.server.ts'

export interface StripeConnection {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Another server in place of Stripe, such as http://127.0.0.1:4242. */
  apiUrl?: string | undefined
  /** The limit for one try. */
  timeoutMs?: number
}

/** The default of the SDK, 80 s, is longer than readers wait. */
const TIMEOUT_MS = 15_000

let connection: StripeConnection | undefined
let client: Stripe | undefined

/** Sets the connection to Stripe, for demo mode and tests. */
export function connectStripe(to: StripeConnection): void {
  connection = to
  client = undefined
}

/**
 * The connection to Stripe.
 * @throws DomainError provider-unavailable if it is not configured
 */
export function stripeConnection(): StripeConnection {
  const known = connection ?? env().stripe
  if (!known) throw new DomainError('provider-unavailable', 'Payments are unavailable right now.')
  return known
}

/** Whether cards are real here; false if payments are not configured. */
export function hasLiveKeys(): boolean {
  const key = (connection ?? env().stripe)?.secretKey
  return key !== undefined && isLiveKey(key)
}

/** Counts an answer of Stripe that is an error. Each try counts. */
const countError = newCounter(
  'readr_stripe_errors_total',
  'Requests to Stripe that failed, by reason.',
  'reason',
  ['unreachable', 'limited', 'declined', 'refused', 'failed'],
)

async function counted<T extends { getStatusCode(): number }>(request: Promise<T>): Promise<T> {
  request.catch(() => countError('unreachable'))
  const answer = await request
  const status = answer.getStatusCode()
  if (status >= 500) countError('failed')
  else if (status === 429) countError('limited')
  else if (status === 402) countError('declined')
  else if (status >= 400) countError('refused')
  return answer
}

/** The client of Stripe's API. It retries requests that are safe to repeat. */
export function stripe(): Stripe {
  if (client) return client
  const { secretKey, apiUrl, timeoutMs = TIMEOUT_MS } = stripeConnection()
  const url = apiUrl === undefined ? null : new URL(apiUrl)
  const http = Stripe.createNodeHttpClient()
  const send = http.makeRequest.bind(http)
  // A call to Stripe must be completed, even if it is slow.
  http.makeRequest = (...request) => {
    const [host, port, path, method] = request
    return withoutDeadline(() =>
      inSpan(
        () => requestSpan(method, path, host, Number(port)),
        () => counted(send(...request)),
        (answer) => answeredWith(answer.getStatusCode()),
      ),
    )
  }
  client = new Stripe(secretKey, {
    httpClient: http,
    maxNetworkRetries: 2,
    timeout: timeoutMs,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      protocol: url.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  })
  return client
}

/**
 * Checks that a response is the expected object. The SDK accepts any JSON, also from a proxy.
 * @throws StripeAPIError otherwise
 */
export function expectObject<T extends { object: string }>(answer: T, object: T['object']): T {
  if (answer?.object !== object) {
    throw new Stripe.errors.StripeAPIError({
      type: 'api_error',
      message: `The response is not a ${object} of Stripe.`,
    })
  }
  return answer
}

export async function everyPage<T extends { id?: string }>(
  list: (page: { limit: number; starting_after?: string }) => Promise<Stripe.ApiList<T>>,
): Promise<T[]> {
  const items: T[] = []
  for (let last: string | undefined; ;) {
    const page = await list({ limit: 100, ...(last && { starting_after: last }) })
    items.push(...expectObject(page, 'list').data)
    last = page.data.at(-1)?.id
    if (!page.has_more || !last) return items
  }
}

/** Whether Stripe says that an object does not exist, or that of one `parameter`. */
export function isMissing(error: unknown, parameter?: string): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    error.code === 'resource_missing' &&
    (parameter === undefined || error.param === parameter)
  )
}

/** Whether Stripe refused a request, so that nothing was changed. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeCardError
  )
}

/**
 * The error to show for a failure at Stripe: a declined card in Stripe's words, anything else as
 * `message`. Logs what went wrong.
 */
function stripeFailure(error: unknown, message: string): unknown {
  if (error instanceof DomainError) {
    return error.code === 'provider-unavailable'
      ? new DomainError('provider-unavailable', message)
      : error
  }
  if (error instanceof Stripe.errors.StripeCardError) {
    return new DomainError('invalid-input', error.message)
  }
  if (!(error instanceof Stripe.errors.StripeError)) return error
  const { type, code, requestId, statusCode } = error
  const facts = { type, code, requestId, statusCode, problem: error.message }
  const isOurs =
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeIdempotencyError ||
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError
  log[isOurs ? 'error' : 'warn'](facts, message)
  return new DomainError('provider-unavailable', message)
}

/**
 * Runs something that reads state from Stripe and changes it. If Stripe refuses, runs it again,
 * because another window may have changed the state in between.
 */
export async function retryIfRefused<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    log.info({ code: error.code, problem: error.message }, 'refused by Stripe; trying again')
    return run()
  }
}

/** Runs something at Stripe. A failure becomes an error with this message. */
export async function askStripe<T>(message: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw stripeFailure(error, message)
  }
}
