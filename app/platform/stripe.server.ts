import { Stripe } from 'stripe'
import { DomainError } from './errors.ts'
import { env } from './env.server.ts'
import { log } from './log.server.ts'
import { isLiveKey } from './stripe-variables.server.ts'
import { withoutDeadline } from './work.server.ts'

/** How Stripe, or what stands in its place, is reached. */
export interface StripeConnection {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Another server in Stripe's place: http://127.0.0.1:4242. */
  apiUrl?: string | undefined
  /** How long one try may take, in milliseconds. */
  timeoutMs?: number
}

/** The SDK's own default of 80 s is longer than any reader waits. */
const TIMEOUT_MS = 15_000

let connection: StripeConnection | undefined
let client: Stripe | undefined

/** Says where Stripe is; demo mode and tests put an emulated one in its place. */
export function connectStripe(to: StripeConnection): void {
  connection = to
  client = undefined
}

/**
 * How Stripe is reached.
 * @throws DomainError provider-unavailable when nothing says so
 */
export function stripeConnection(): StripeConnection {
  const known = connection ?? env().stripe
  if (!known) throw new DomainError('provider-unavailable', 'Payments are not set up here.')
  return known
}

/** Whether cards are real here; false also where payments are not set up. */
export function hasLiveKeys(): boolean {
  const key = (connection ?? env().stripe)?.secretKey
  return key !== undefined && isLiveKey(key)
}

/** The client of Stripe's API; retries what is safe to retry. */
export function stripe(): Stripe {
  if (client) return client
  const { secretKey, apiUrl, timeoutMs = TIMEOUT_MS } = stripeConnection()
  const url = apiUrl === undefined ? null : new URL(apiUrl)
  const http = Stripe.createNodeHttpClient()
  const ask = http.makeRequest.bind(http)
  // What was begun at Stripe is to be seen through, however slow it is.
  http.makeRequest = (...request) => withoutDeadline(() => ask(...request))
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
 * The answer, if it is what was asked for: JSON of something between us and Stripe passes for
 * success whatever it says.
 */
export function expectObject<T extends { object: string }>(answer: T, object: T['object']): T {
  if (answer?.object !== object) {
    throw new Stripe.errors.StripeAPIError({
      type: 'api_error',
      message: `Stripe answered no ${object}.`,
    })
  }
  return answer
}

/** Whether Stripe says that it has no such thing; with a name, that parameter's thing. */
export function isMissing(error: unknown, parameter?: string): boolean {
  return (
    error instanceof Stripe.errors.StripeError &&
    error.code === 'resource_missing' &&
    (parameter === undefined || error.param === parameter)
  )
}

/** Whether Stripe understood a request and refused it, so that nothing was done. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeCardError
  )
}

/**
 * What a failure of Stripe's means for the reader: a declined card in the bank's words, everything
 * else in the product's.
 * @param message what could not be done
 */
export function stripeFailure(error: unknown, message: string): unknown {
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
 * Runs something that looks at how things stand and then changes them; when Stripe refuses, once
 * more from the start: another window has changed something in between, and the second look says
 * what.
 */
export async function againIfRefused<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    log.info({ code: error.code, problem: error.message }, 'refused by Stripe; looking again')
    return run()
  }
}

/** Runs something that asks Stripe; what fails there is said in the product's words. */
export async function askStripe<T>(message: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw stripeFailure(error, message)
  }
}
