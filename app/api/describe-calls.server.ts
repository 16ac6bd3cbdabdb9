import { z } from 'zod'
import { createDocument, type ZodOpenApiObject, type ZodOpenApiOperationObject } from 'zod-openapi'
import { SESSION_COOKIE, siteCookieName } from '../middleware/request/cookies.server.ts'
import { env } from '../platform/env.server.ts'
import { SCOPE_NAMES, SCOPES } from '../accounts/rules/app-keys.ts'
import { type Auth, type Call, type Endpoint, TAGS } from './endpoint.server.ts'
import {
  ANY_OTHER_ERROR,
  envelope,
  errorJson,
  NEEDS_FULL_ACCESS,
  SERVER_ERROR,
  SIGN_IN_FIRST,
  TOO_MANY_ATTEMPTS,
} from './schemas/answers.server.ts'

const TOKENS = `A personal access token, which readers create in their settings under Apps. Its scopes: ${SCOPE_NAMES.map((scope) => `\`${scope}\` (${SCOPES[scope].toLowerCase()})`).join(', ')}. Calls that list no scope do not accept one.`

export interface ApiRoute {
  path?: string | undefined
  module: { loader?: unknown }
}

type Requirements = NonNullable<ZodOpenApiObject['security']>

const SIGNED_IN: Requirements = [{ bearer: [] }, { session: [] }]
/** An empty requirement means that nobody needs to be signed in. */
const SECURITY: Record<Auth, Requirements> = {
  ignored: [],
  optional: [{}, ...SIGNED_IN],
  session: SIGNED_IN,
  full: SIGNED_IN,
}

const json = (schema: z.ZodType) => ({ 'application/json': { schema } })

function operationOf(call: Call): ZodOpenApiOperationObject {
  const { id, summary, description, success = '', errors, parameters, params, query, body } = call
  const needsSession = call.auth === 'session' || call.auth === 'full'
  const requestParams = {
    ...(params && { path: params as z.ZodObject }),
    ...(query && { query: query as z.ZodObject }),
    ...parameters,
  }
  const refusals = Object.entries({
    500: SERVER_ERROR,
    ...(needsSession && { 401: SIGN_IN_FIRST }),
    ...(call.auth === 'full' && { 403: NEEDS_FULL_ACCESS }),
    ...(call.tag !== 'Webhooks' && { 429: TOO_MANY_ATTEMPTS }),
    default: ANY_OTHER_ERROR,
    ...errors,
  }).map(([status, text]) => [status, { description: text, content: json(errorJson) }] as const)
  return {
    operationId: id!,
    tags: [call.tag!],
    summary: summary!,
    ...(description && { description }),
    security: [
      ...SECURITY[call.auth],
      ...(call.scope === undefined ? [] : [{ personalToken: [call.scope] }]),
    ],
    ...(Object.keys(requestParams).length > 0 && { requestParams }),
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      [`${call.status}` as '200']: {
        description: success,
        ...(call.answerAs === 'redirect'
          ? { headers: z.object({ Location: z.string() }) }
          : { content: json(call.answerAs === 'bare' ? call.output : envelope(call.output)) }),
      },
      ...Object.fromEntries(refusals),
    },
  }
}

/** The OpenAPI 3.1 document of the calls in the route table. */
export function describeCalls(routes: ApiRoute[]): ReturnType<typeof createDocument> {
  const calls = routes.flatMap(({ path = '', module }) => {
    const { callsAt } = (module.loader ?? {}) as Partial<Endpoint>
    const own = `/${path.replace(/:(\w+)/g, '{$1}')}`
    return (callsAt?.(path) ?? [])
      .filter(({ id }) => id !== undefined)
      .map((call) => ({ call, path: own }))
  })
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const tag of TAGS) {
    for (const { call, path } of calls.filter((one) => one.call.tag === tag)) {
      ;(paths[path] ??= {})[call.method.toLowerCase()] = operationOf(call)
    }
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Readr API',
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'The JSON API of Readr, for its mobile apps. A success is `{"success": true, "data": …}`; an error is `{"success": false, "message": …, "errors": …}` with the matching HTTP status.',
    },
    servers: [{ url: env().appUrl }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        personalToken: { type: 'http', scheme: 'bearer', description: TOKENS },
        session: { type: 'apiKey', in: 'cookie', name: siteCookieName(SESSION_COOKIE) },
      },
    },
  })
}
