import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestContext } from './context.server.ts'

/** Answers a request, or leaves it to the next link. Resolves with whether it was answered. */
export type Link = (
  request: IncomingMessage,
  response: ServerResponse,
  requestContext: RequestContext,
) => Promise<boolean>
