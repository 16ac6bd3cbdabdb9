import { createDocument } from 'zod-openapi'
import { SESSION_COOKIE, siteCookieName } from '../middleware/cookies.server.ts'
import { env } from '../platform/env.server.ts'
import { authCalls } from './description/auth.server.ts'
import { billingCalls } from './description/billing.server.ts'
import { bookCalls } from './description/books.server.ts'
import type { Calls } from './description/parts.server.ts'
import { readingCalls } from './description/reading.server.ts'
import { suggestionCalls } from './description/suggestions.server.ts'

/** Every call of the API: the same schemas check requests and describe them. */
export const calls: Calls = {
  ...authCalls,
  ...bookCalls,
  ...suggestionCalls,
  ...billingCalls,
  ...readingCalls,
}

type OpenApiDocument = ReturnType<typeof createDocument>
let document: OpenApiDocument | undefined

/** The OpenAPI 3.1 description of this installation. */
export function openApiDocument(): OpenApiDocument {
  return (document ??= createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Readr API',
      version: '1.0.0',
      description:
        'The JSON API of Readr for its mobile apps. Answers are `{"success": true, "data": …}`; errors are `{"success": false, "message": …, "errors": …}` with the true HTTP status.',
    },
    servers: [{ url: env().appUrl }],
    paths: calls,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: siteCookieName(SESSION_COOKIE) },
      },
    },
  }))
}
