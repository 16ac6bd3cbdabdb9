import { z } from 'zod'
import { statusesOf } from '../../reading/rules/requests/status.ts'
import { requestInput, requestsCallQuery } from '../../reading/schema/requests.ts'
import { askForBook } from '../../reading/service/requests/ask-for-book.server.ts'
import { listRequests } from '../../reading/service/requests/list-requests.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { INVALID_INPUT, SERVER_ERROR, TOO_MANY_ATTEMPTS } from '../schemas/answers.server.ts'
import { requestJson, toRequestJson } from '../schemas/requests.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'listRequests',
    tag: 'Reading',
    summary: 'Books that readers have requested',
    description: 'Those with the most votes first. Readers write the texts, which are plain text.',
    success: 'One page of requests.',
    errors: { 400: INVALID_INPUT, 500: SERVER_ERROR },
    method: 'GET',
    auth: 'optional',
    scope: 'library:read',
    sameForVisitorsNow: true,
    query: requestsCallQuery,
    output: z.strictObject({
      requests: z.array(requestJson),
      total: z.int().min(0),
      hasMore: z.boolean(),
    }),
    async handler({ signedIn, query: { status, ...query } }) {
      const statuses = statusesOf(status ?? 'wanted')
      const list = await listRequests(signedIn?.user.id ?? null, { ...query, statuses })
      return { data: { ...list, requests: list.requests.map(toRequestJson) } }
    },
  }),
  defineCall({
    id: 'requestBook',
    tag: 'Reading',
    summary: 'Request a book',
    description:
      'Includes a vote. An editor reads the request before other readers see it. Requesting the same book again changes nothing.',
    success: 'The request.',
    errors: {
      400: INVALID_INPUT,
      403: 'The email address is not confirmed.',
      429: TOO_MANY_ATTEMPTS,
      500: SERVER_ERROR,
    },
    method: 'POST',
    auth: 'session',
    scope: 'library:write',
    status: 201,
    body: requestInput,
    output: z.strictObject({ request: requestJson }),
    async handler({ signedIn: { user }, body }) {
      return { data: { request: toRequestJson(await askForBook(user, await body())) } }
    },
  }),
)

export { loader as action }
