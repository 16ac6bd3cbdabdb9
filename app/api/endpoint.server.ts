import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { z } from 'zod'
import { type Scope, scopeProblem } from '../accounts/rules/app-keys.ts'
import type { SignedIn } from '../accounts/service/resume-session.server.ts'
import type { Access } from '../catalogue/rules/access.ts'
import { readJson, readPairs, readBodyText } from '../middleware/body.server.ts'
import type { Asker, CachesByPath, Caching } from '../middleware/cache/caching.server.ts'
import { accessOf, requestContextOf } from '../middleware/request/context.server.ts'
import { mayCall } from '../middleware/request/cross-origin.server.ts'
import {
  jsonAnswer,
  refusal,
  refusalFor,
  streamedAnswer,
} from '../middleware/json-answers.server.ts'
import { DomainError } from '../platform/errors.ts'
import { env } from '../platform/env.server.ts'
import { log } from '../platform/log.server.ts'
import { isHttpsSite } from '../platform/site-address.server.ts'
import { refusalOf } from '../platform/unavailable.server.ts'

/**
 * Who may make a call. `ignored`: anyone, and a token is not looked at. `optional`: visitors and
 * readers; a token that is sent must be valid, or an app would take the visitors' answer for its
 * reader's. `session`: readers. `full`: readers with full access.
 */
export type Auth = 'ignored' | 'optional' | 'session' | 'full'

export const TAGS = ['Auth', 'Books', 'Reading', 'Notes', 'Billing', 'Webhooks'] as const

/** What a handler knows about its request. Query, params, and body are checked by the schemas. */
export interface CallContext<
  S extends SignedIn | null = SignedIn | null,
  Params = Record<string, string | undefined>,
  Query = Record<string, string>,
  Body = unknown,
> {
  access: Access
  freeBookId: number | null
  /** Null also if others get the same answer. */
  signedIn: S
  clientAddress: string
  /** Whether a page of another, allowed origin makes the call over HTTPS. */
  crossSite: boolean
  /** Protocol and host as the client addressed them. */
  origin: string
  headers: Headers
  request: Request
  /** Sets or clears cookies with the answer. */
  setCookies(cookies: string[]): void
  params: Params
  /** The query string; the last of equal names wins. */
  query: Query
  /**
   * The JSON body.
   * @throws DomainError invalid-input, too-large; ZodError
   */
  body(): Promise<Body>
  /**
   * The raw body.
   * @throws DomainError too-large
   */
  text(): Promise<string>
  /**
   * The body of a posted form.
   * @throws DomainError too-large, invalid-input
   */
  form(): Promise<FormData>
}

export interface Redirect {
  location: string
}

/** An answer that is too long to hold in memory: the JSON of its data. */
type Streamed = { pieces: AsyncIterable<string> }

type Answer<Data> = { data: Data; message?: string | undefined } | Redirect | Streamed

interface Docs {
  /** The operationId, also the method's name in packages/client. Calls without one are not documented. */
  id?: string
  tag?: (typeof TAGS)[number]
  summary?: string
  description?: string
  /** About the answer when all is well. */
  success?: string
  /** About each error status. 401 and 403 of `session` and `full` need no mention. */
  errors?: Record<number, string>
  parameters?: { path?: z.ZodObject; query?: z.ZodObject; header?: z.ZodObject }
}

interface Definition<A extends Auth, Params, Query, Body, Data> extends Docs {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  auth: A
  /** What a personal access token must be allowed to do; without it, the call refuses tokens. */
  scope?: Scope
  params?: z.ZodType<Params>
  query?: z.ZodType<Query>
  body?: z.ZodType<Body>
  /** The shape of the answer's data; default: an empty object. */
  output?: z.ZodType<Data>
  /**
   * Who gets the same answer until the catalogue changes: all visitors, or also readers with the same
   * access and the same free summary. `visitors-now`: visitors, but it may change at any time.
   */
  cachedFor?: 'visitors' | 'visitors-now' | 'access'
  /** `bare`: the data is the whole body, without the envelope. */
  answerAs?: 'envelope' | 'bare' | 'redirect'
  /** Default: 200, or 302 for redirects. */
  status?: number
  handler: (
    call: CallContext<
      A extends 'session' | 'full' ? SignedIn : SignedIn | null,
      Params,
      Query,
      Body
    >,
  ) => Promise<Answer<NoInfer<Data>>>
}

export interface Call extends Omit<
  Definition<Auth, unknown, unknown, unknown, unknown>,
  'handler'
> {
  output: z.ZodType
  answerAs: 'envelope' | 'bare' | 'redirect'
  status: number
  forSubscribers: boolean
  /** Takes what its own schemas return, which this type does not know. */
  handler: (call: CallContext<never, never, never, never>) => Promise<Answer<unknown>>
}

/** Defines a JSON call: what it takes, what it answers, who may make it, and its documentation. */
export function defineCall<
  A extends Auth,
  Params = Record<string, string | undefined>,
  Query = Record<string, string>,
  Body = unknown,
  Data = Record<never, never>,
>(definition: Definition<A, Params, Query, Body, Data>): Call {
  const { output = z.strictObject({}), answerAs = 'envelope' } = definition
  const status = answerAs === 'redirect' ? 302 : 200
  return { status, ...definition, output, answerAs, forSubscribers: false }
}

/** The same call for readers with full access, at a separate route that ends in /subscribed. */
export function forSubscribers(call: Call, docs: Docs = {}): Call {
  return {
    ...call,
    id: `${call.id}Subscribed`,
    summary: `${call.summary}, with full texts`,
    ...docs,
    auth: 'full',
    forSubscribers: true,
  }
}

type Args = LoaderFunctionArgs | ActionFunctionArgs

/** Both the loader and the action of a route. The OpenAPI document is made from its calls. */
export interface Endpoint extends CachesByPath {
  (args: Args): Promise<Response>
  callsAt(path: string): Call[]
}

/** Answers the calls of a route. Any other method is a 405, and every error is JSON. */
export function endpoint(...calls: Call[]): Endpoint {
  const callsAt = (path: string) =>
    calls.filter((call) => call.forSubscribers === path.endsWith('/subscribed'))
  const respond = async (args: Args) => {
    const { request, url, context, pattern } = args
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const candidates = callsAt(pattern)
    const call = candidates.find((one) => one.method === method)
    if (!call) {
      const allowed = candidates.flatMap((one) =>
        one.method === 'GET' ? ['GET', 'HEAD'] : one.method,
      )
      const headers = { Allow: allowed.join(', ') }
      return refusal(
        405,
        `${request.method} requests are not supported at this address.`,
        undefined,
        headers,
      )
    }
    try {
      return await answer(call, args)
    } catch (error) {
      if (!refusalOf(error) && !(error instanceof z.ZodError)) {
        log.error(
          { err: error, id: requestContextOf(context).id, path: url.pathname },
          'call failed',
        )
      }
      return refusalFor(error)
    }
  }
  const cachingAt = (path: string) =>
    callsAt(path)
      .filter(({ method, cachedFor }) => method === 'GET' && cachedFor)
      .map(cachingOf)[0] ?? null
  return Object.assign(respond, { callsAt, cachingAt })
}

function cachingOf({ query, cachedFor, scope, forSubscribers: needsPlan }: Call): Partial<Caching> {
  return {
    parameters: query instanceof z.ZodObject ? Object.keys(query.shape) : [],
    serverKeeps: cachedFor !== 'visitors-now',
    readersOnly: needsPlan,
    variant: ({ signedIn, access }: Asker) => {
      if (!signedIn) return ''
      if (cachedFor !== 'access' || scopeProblem(signedIn.session, scope)) return null
      return access === 'free' ? String(signedIn.user.freeBookId) : ''
    },
  }
}

async function answer(call: Call, { request, url, params, context }: Args): Promise<Response> {
  const requestContext = requestContextOf(context)
  const access = accessOf(context)
  const { auth, body } = call
  const needsReader =
    auth !== 'ignored' && (auth !== 'optional' || requestContext.tokenProblem !== null)
  if (needsReader && !requestContext.signedIn) {
    throw new DomainError(
      'unauthenticated',
      requestContext.tokenProblem ?? 'Authentication required',
    )
  }
  if (auth !== 'ignored' && requestContext.signedIn) {
    const problem = scopeProblem(requestContext.signedIn.session, call.scope)
    if (problem) throw new DomainError('forbidden', problem)
  }
  if (auth === 'full' && access !== 'full') {
    throw new DomainError('forbidden', 'Subscription required')
  }
  const query = Object.fromEntries(url.searchParams)
  const callContext: CallContext<SignedIn | null, unknown, unknown> = {
    access,
    freeBookId: requestContext.signedIn?.user.freeBookId ?? null,
    signedIn: call.cachedFor === 'access' ? null : requestContext.signedIn,
    clientAddress: requestContext.clientAddress,
    crossSite: isHttpsSite() && mayCall(url.pathname, request.headers.get('Origin')),
    origin: url.origin,
    headers: request.headers,
    request,
    setCookies: (cookies) => void requestContext.cookies.push(...cookies),
    params: call.params ? call.params.parse(params) : params,
    query: call.query ? call.query.parse(query) : query,
    body: async () => (body ? body.parse(await readJson(request)) : readJson(request)),
    text: () => readBodyText(request),
    form: () => readPairs(request),
  }
  const result = await call.handler(callContext as CallContext<never, never, never, never>)
  if ('location' in result) {
    const headers = { Location: result.location, 'Cache-Control': 'private, no-store' }
    return new Response(null, { status: call.status, headers })
  }
  if ('pieces' in result) {
    requestContext.streams = true
    return streamedAnswer(result.pieces)
  }
  const { data, message } = result
  // Not again for each request in production.
  if (env().mode !== 'production') call.output.parse(JSON.parse(JSON.stringify(data)))
  const whole = call.answerAs === 'bare' ? data : { success: true, data, message }
  return jsonAnswer(whole, { status: call.status })
}
