import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendResponse } from '@remix-run/node-fetch-server'
import { type MiddlewareFunction, RouterContextProvider } from 'react-router'
import { unavailableAnswer } from '../middleware/answer-unavailable.server.ts'
import { publicAddress } from '../middleware/connection.server.ts'
import { type RequestFacts, requestContext } from '../middleware/context.server.ts'
import { resumeSession, setReader } from '../middleware/identify.server.ts'
import { countCall } from '../middleware/limit-calls.server.ts'
import { pipeline } from '../middleware/pipeline.server.ts'
import { PlainRequest, PlainResponse } from '../middleware/plain-fetch-classes.ts'
import { sendCachedPage } from '../middleware/send-cached-page.server.ts'
import { lastCatalogueVersion } from '../catalogue/service/version.server.ts'
import { env } from '../platform/env.server.ts'
import { log } from '../platform/log.server.ts'
import { refusalOf } from '../platform/unavailable.server.ts'
import { withinDeadline } from '../platform/database-work.server.ts'
import type { Endpoint } from './endpoint.server.ts'
import { keptAnswer } from './kept-answers.server.ts'

/** A route of the build. */
interface BuiltRoute {
  path?: string | undefined
  module: object
}

interface CallRoute {
  endpoint: Endpoint
  /** As in app/routes.ts. */
  pattern: string
}

export interface DirectCall extends CallRoute {
  params: Record<string, string>
}

const isEndpoint = (loader: unknown): loader is Endpoint =>
  typeof loader === 'function' && 'callsAt' in loader

/** Parameters that the framework removes from the query. */
const FRAMEWORK_PARAMETERS = ['index', '_routes']

/**
 * Finds the call for a GET request, which then needs no framework. The framework answers the same:
 * requests with a body, and addresses in any other than the usual spelling.
 * @param routes of the build
 */
export function directCalls(
  routes: Record<string, BuiltRoute | undefined>,
): (request: Pick<IncomingMessage, 'method' | 'url'>) => DirectCall | null {
  const fixed = new Map<string, CallRoute>()
  const variable: (CallRoute & { expression: RegExp })[] = []
  for (const route of Object.values(routes)) {
    const { loader: endpoint } = route!.module as { loader?: unknown }
    const pattern = route!.path
    if (pattern === undefined || !isEndpoint(endpoint)) continue
    const expression = new RegExp(`^/${pattern.replaceAll(/:(\w+)/g, '(?<$1>[\\w-]+)')}$`)
    if (pattern.includes(':')) variable.push({ endpoint, pattern, expression })
    else fixed.set(`/${pattern}`, { endpoint, pattern })
  }
  return ({ method, url = '' }) => {
    if (method !== 'GET') return null
    const [path = '', query] = url.split('?', 2)
    if (query && hasFrameworkParameter(query)) return null
    const known = fixed.get(path)
    if (known) return { ...known, params: {} }
    for (const { expression, ...route } of variable) {
      const match = expression.exec(path)
      if (match) return { ...route, params: { ...match.groups } }
    }
    return null
  }
}

function hasFrameworkParameter(query: string): boolean {
  const given = new URLSearchParams(query)
  return FRAMEWORK_PARAMETERS.some((name) => given.has(name))
}

/** Answers a call with the same middleware as the framework, but without its router and fetch's streams. */
export async function answerDirectly(
  { endpoint, pattern, params }: DirectCall,
  request: IncomingMessage,
  response: ServerResponse,
  facts: RequestFacts,
): Promise<void> {
  const { protocol, host } = publicAddress(request)
  const plain = new PlainRequest(`${protocol}//${host}${request.url}`, request)
  const context = new RouterContextProvider()
  context.set(requestContext, facts)
  const args = {
    request: plain as unknown as Request,
    url: new URL(plain.url),
    params,
    pattern,
    context,
  }
  const answer = await withinDeadline(
    env().database.requestDeadlineMs,
    async () =>
      (await findKept(args, endpoint, facts).catch((error: unknown) => {
        // The pipeline meets a refusal again, and answers it.
        if (!refusalOf(error)) log.error({ err: error, id: facts.id }, 'a kept answer was not sent')
        return null
      })) ?? run(pipeline, args, () => endpoint(args)),
    () => unavailableAnswer(plain.url),
  )
  if (response.destroyed) return
  if ('page' in answer) {
    facts.route = answer.page.route
    await sendCachedPage(request, response, answer)
  } else if (answer instanceof PlainResponse) answer.send(response)
  else await sendResponse(response, answer)
}

/** The answer that was kept for all readers with this reader's access. */
async function findKept(
  { request, url, pattern }: Parameters<Endpoint>[0],
  endpoint: Endpoint,
  facts: RequestFacts,
): Promise<ReturnType<typeof keptAnswer>> {
  const call = endpoint
    .callsAt(pattern)
    .find(({ method, sameForAccess }) => method === 'GET' && sameForAccess)
  if (!call) return null
  const hasCredentials = request.headers.has('Authorization') || request.headers.has('Cookie')
  if (!hasCredentials) return null
  // As in the pipeline: the limit first, because a made-up session costs a statement.
  await countCall(facts)
  await resumeSession(request, url.pathname, facts)
  if (!facts.signedIn || facts.cookies.length > 0) return null
  setReader(facts, facts.signedIn, request.headers.get('Cookie'))
  const version = await lastCatalogueVersion()
  return version === null ? null : keptAnswer(call, url, facts.signedIn, version)
}

/** Runs middleware from outside to inside, and then the call. A thrown response is an answer. */
async function run(
  [outer, ...inner]: MiddlewareFunction<Response>[],
  args: Parameters<MiddlewareFunction<Response>>[0],
  call: () => Promise<Response>,
): Promise<Response> {
  try {
    if (!outer) return await call()
    return (await outer(args, () => run(inner, args, call))) as Response
  } catch (error) {
    if (error instanceof Response) return error
    throw error
  }
}
