import { z } from 'zod'
import { statusesOf } from '../../reading/rules/book-requests/status.ts'
import { bookRequestInput, bookRequestsCallQuery } from '../../reading/schema/book-requests.ts'
import { askForBook } from '../../reading/service/book-requests/ask-for-book.server.ts'
import { listBookRequests } from '../../reading/service/book-requests/list-book-requests.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { INVALID_INPUT, TOO_MANY_ATTEMPTS } from '../schemas/answers.server.ts'
import { bookRequestJson, toBookRequestJson } from '../schemas/book-requests.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'listRequests',
    tag: 'Reading',
    summary: 'Books that readers have requested',
    description: 'Those with the most votes first. Readers write the texts, which are plain text.',
    success: 'One page of requests.',
    errors: { 400: INVALID_INPUT },
    method: 'GET',
    auth: 'optional',
    scope: 'library:read',
    cachedFor: 'visitors-now',
    query: bookRequestsCallQuery,
    output: z.strictObject({
      requests: z.array(bookRequestJson),
      total: z.int().min(0),
      hasMore: z.boolean(),
    }),
    async handler({ signedIn, query: { status, ...query } }) {
      const statuses = statusesOf(status ?? 'wanted')
      const list = await listBookRequests(signedIn?.user.id ?? null, { ...query, statuses })
      return { data: { ...list, requests: list.requests.map(toBookRequestJson) } }
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
    },
    method: 'POST',
    auth: 'session',
    scope: 'library:write',
    status: 201,
    body: bookRequestInput,
    output: z.strictObject({ request: bookRequestJson }),
    async handler({ signedIn: { user }, body }) {
      return { data: { request: toBookRequestJson(await askForBook(user, await body())) } }
    },
  }),
)

export { loader as action }
