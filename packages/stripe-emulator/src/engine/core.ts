import { setTimeout as wait } from 'node:timers/promises'
import { readBody } from './body.ts'
import type { Account } from './account.ts'
import type { Deliveries } from './deliveries.ts'
import { ApiError, ConnectionLost, refused } from './errors.ts'
import { API_VERSION } from './events.ts'
import { expand, type Includable } from './expand.ts'
import { type CallFault, takeFault } from './faults.ts'
import { readParameters } from './fields.ts'
import { decodeForm, MAX_FIELDS, type Form } from './form.ts'
import { type Operation, Router } from './operations.ts'
import { randomWord } from './store.ts'

const KEY_LIFE_MS = 86_400_000
const MAX_KEYS = 50_000
/** The log of calls, which tests count, is cut to half when it reaches this length. */
const MAX_CALLS = 100_000

export interface IdempotentCall {
  /** Method, path, and parameters; a retry must have the same ones. */
  call: string
  answer: { status: number; body: string }
  at: number
}

export interface Keys {
  secretKey: string
  publishableKey: string
}

/** A call of the API. Requests of fetch have this shape. */
export interface ApiRequest {
  method: string
  url: string
  headers: { get(name: string): string | null }
  body: AsyncIterable<Uint8Array> | null
}

/**
 * The answer to a call. It is no Response of fetch, because loading fetch takes 9 MB of memory, and an
 * idle demo needs it for nothing else.
 */
export interface ApiAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

interface ParsedRequest {
  method: string
  path: string
  body: string
  form: { [name: string]: Form }
  key: string | null
  requestId: string
  isBrowser: boolean
}

interface Parts {
  account: Account
  deliveries: Deliveries
  operations: Operation[]
  includable: Record<string, Includable>
  keys: Keys
  changed: () => void
}

/** The API server: `(request) => answer` over an account. */
export class Core {
  readonly faults: CallFault[] = []
  /** All calls so far as `METHOD /v1/path`, including failed ones and those from browsers. */
  readonly calls: string[] = []
  readonly keyed = new Map<string, IdempotentCall>()
  private readonly account: Account
  private readonly parts: Parts
  private readonly router: Router

  constructor(parts: Parts) {
    this.parts = parts
    this.account = parts.account
    this.router = new Router(parts.operations)
  }

  /** Responses that must survive a restart. */
  answersToPersist(): [string, IdempotentCall][] {
    return [...this.keyed].filter(([, { at }]) => at > Date.now() - KEY_LIFE_MS)
  }

  /** @throws ConnectionLost to drop the connection without a response */
  async handle(request: ApiRequest): Promise<ApiAnswer> {
    const { pathname } = new URL(request.url)
    const { method } = request
    this.calls.push(`${method} ${pathname}`)
    if (this.calls.length > MAX_CALLS) this.calls.splice(0, MAX_CALLS / 2)
    const fault = takeFault(this.faults, method, pathname)
    if (fault?.kind === 'down') throw new ConnectionLost()
    if (fault?.kind === 'slow') await wait(fault.ms ?? 1000)
    const requestId = `req_${randomWord(14)}`
    const { status, body, replayed } = await this.answer(request, requestId, fault)
    await this.parts.deliveries.release()
    if (method !== 'GET') this.parts.changed()
    if (fault?.kind === 'answer_lost') throw new ConnectionLost()
    const headers = {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-cache, no-store',
      'Request-Id': requestId,
      'Stripe-Version': API_VERSION,
      ...(replayed && { 'Idempotent-Replayed': 'true' }),
    }
    return { status, headers, body }
  }

  private async answer(
    request: ApiRequest,
    requestId: string,
    fault: CallFault | undefined,
  ): Promise<{ status: number; body: string; replayed?: boolean }> {
    try {
      if (fault?.kind === 'rate_limit') {
        throw new ApiError(429, {
          type: 'invalid_request_error',
          code: 'rate_limit',
          message: 'Request rate limit exceeded.',
        })
      }
      if (fault?.kind === 'server_error') {
        throw new ApiError(500, { type: 'api_error', message: 'An unknown error occurred.' })
      }
      return this.once(await this.read(request, requestId), fault)
    } catch (error) {
      return answerOf(error)
    }
  }

  private async read(request: ApiRequest, requestId: string): Promise<ParsedRequest> {
    const url = new URL(request.url)
    const body = request.method === 'GET' ? '' : await readBody(request.body)
    const { keys } = this.parts
    const fields = new URLSearchParams(body)
    for (const [name, value] of url.searchParams) fields.append(name, value)
    if (fields.size > MAX_FIELDS) throw refused(`A call takes at most ${MAX_FIELDS} parameters.`)
    const key = /^Bearer (\S+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1]
    const given = key ?? fields.get('key')
    fields.delete('key')
    if (given !== keys.secretKey && given !== keys.publishableKey) {
      throw new ApiError(401, {
        type: 'invalid_request_error',
        message: given
          ? `Invalid API Key provided: ${given.slice(0, 8)}****`
          : 'You did not provide an API key.',
      })
    }
    const version = request.headers.get('Stripe-Version')
    if (version !== null && version !== API_VERSION) {
      throw refused(`This account uses version ${API_VERSION}, not ${version}.`)
    }
    try {
      return {
        method: request.method,
        path: url.pathname,
        body: fields.toString(),
        form: decodeForm(fields),
        key: request.method === 'POST' ? request.headers.get('Idempotency-Key') : null,
        requestId,
        isBrowser: given === keys.publishableKey,
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      throw refused(`Invalid parameter name: ${error.message}`)
    }
  }

  /**
   * Executes a call with a key once; a retry gets the same response, also if it was refused. Calls
   * that never began, because of their parameters or their key, may be corrected and sent again.
   */
  private once(
    parsed: ParsedRequest,
    fault: CallFault | undefined,
  ): { status: number; body: string; replayed?: boolean } {
    if (parsed.key === null) return this.execute(parsed, fault)
    const call = `${parsed.method} ${parsed.path}\n${parsed.body}`
    const known = this.keyed.get(parsed.key)
    if (known && known.at > Date.now() - KEY_LIFE_MS) {
      if (known.call !== call) {
        throw new ApiError(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${parsed.key}' if you meant to execute a different request.`,
        })
      }
      return { ...known.answer, replayed: true }
    }
    const { hasBegun, ...answer } = this.execute(parsed, fault)
    if (hasBegun) {
      this.keyed.set(parsed.key, { call, answer, at: Date.now() })
      if (this.keyed.size > MAX_KEYS) this.keyed.delete(this.keyed.keys().next().value!)
    }
    return answer
  }

  private execute(
    parsed: ParsedRequest,
    fault: CallFault | undefined,
  ): { status: number; body: string; hasBegun: boolean } {
    const { account } = this
    let hasBegun = false
    account.events.request = { id: parsed.requestId, idempotency_key: parsed.key }
    try {
      const found = this.router.find(parsed.method, parsed.path)
      if (!found) {
        throw new ApiError(404, {
          type: 'invalid_request_error',
          message: `Unrecognized request URL (${parsed.method}: ${parsed.path}).`,
        })
      }
      const { operation, id } = found
      if (parsed.isBrowser && !operation.fromBrowser) {
        throw new ApiError(403, {
          type: 'invalid_request_error',
          code: 'secret_key_required',
          message:
            'This API call cannot be made with a publishable API key. Please use a secret API key.',
        })
      }
      const input = readParameters(operation.parameters, parsed.form) as never
      if (parsed.isBrowser) this.requireSecret(id, parsed.form['client_secret'])
      hasBegun = true
      if (fault?.kind === 'refused') throw refused('This request cannot be completed right now.')
      const object = operation.run(account, input, id)
      const { expand: paths } = input as { expand?: string[] }
      const answer = expand(account, this.parts.includable, object, paths ?? [])
      const body = JSON.stringify(parsed.isBrowser ? forBrowsers(answer) : answer)
      return { status: 200, body, hasBegun }
    } catch (error) {
      return { ...answerOf(error), hasBegun }
    } finally {
      account.events.request = { id: null, idempotency_key: null }
    }
  }

  /** A browser may see an intent only if it has the intent's secret. */
  private requireSecret(id: string, secret: Form | undefined): void {
    if (id === '') return
    const known = this.account.store.any(id) as { client_secret?: string } | undefined
    if (!known || known.client_secret !== secret) {
      throw refused(
        'The client_secret provided does not match any associated intent on this account.',
        { param: 'client_secret' },
      )
    }
  }
}

function answerOf(error: unknown): { status: number; body: string } {
  if (!(error instanceof ApiError)) throw error
  return { status: error.status, body: JSON.stringify({ error: error.fields }) }
}

/** Removes the fields that a browser may not see. */
function forBrowsers(answer: unknown): unknown {
  const { customer: _customer, metadata: _metadata, ...rest } = answer as Record<string, unknown>
  return rest
}
