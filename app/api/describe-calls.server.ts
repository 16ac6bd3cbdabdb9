import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi'
import { SESSION_COOKIE, siteCookieName } from '../middleware/cookies.server.ts'
import { env } from '../platform/env.server.ts'
import { type Call, type Endpoint, TAGS } from './endpoint.server.ts'
import { envelope, errorJson, NEEDS_FULL_ACCESS, SIGN_IN_FIRST } from './schemas/answers.server.ts'

/** An entry of the route table. */
export interface ApiRoute {
  path?: string | undefined
  module: { loader?: unknown }
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
    ...(needsSession && { 401: SIGN_IN_FIRST }),
    ...(call.auth === 'full' && { 403: NEEDS_FULL_ACCESS }),
    ...errors,
  }).map(([status, text]) => [status, { description: text, content: json(errorJson) }] as const)
  return {
    operationId: id!,
    tags: [call.tag!],
    summary: summary!,
    ...(description && { description }),
    ...(needsSession && { security: [{ bearer: [] }, { session: [] }] }),
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
      .map((call) => ({ call, path: call.describedAt ?? own }))
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
      description:
        'The JSON API of Readr, for its mobile apps. A success is `{"success": true, "data": …}`; an error is `{"success": false, "message": …, "errors": …}` with the matching HTTP status.',
    },
    servers: [{ url: env().appUrl }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: siteCookieName(SESSION_COOKIE) },
      },
    },
  })
}
