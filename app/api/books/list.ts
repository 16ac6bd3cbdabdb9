import { LIMITS } from '../../accounts/rules/rate-limits.ts'
import { consumeBatchedAttempt } from '../../accounts/service/batched-attempts.server.ts'
import { listCallQuery } from '../../catalogue/schema/lists.ts'
import { listBooks as findBooks } from '../../catalogue/service/list-books.server.ts'
import { defineCall, endpoint, forSubscribers } from '../endpoint.server.ts'
import { BAD_LIST_QUERY, TOO_MANY_ATTEMPTS } from '../schemas/answers.server.ts'
import { bookListJson, booksJson } from '../schemas/books.server.ts'

const listBooks = defineCall({
  id: 'listBooks',
  tag: 'Books',
  summary: 'List and search the catalogue',
  description:
    'Returns twenty books per page. Without full access, unlocked books come first, and texts end at the cut. Titles are sorted without leading articles and without regard to case or accents.',
  success: 'One page of books.',
  errors: { 400: BAD_LIST_QUERY, 429: TOO_MANY_ATTEMPTS },
  method: 'GET',
  auth: 'optional',
  scope: 'library:read',
  query: listCallQuery,
  output: bookListJson,
  cachedFor: 'access',
  async handler(call) {
    const { subgenre: genre, ...query } = call.query
    if (query.search) {
      await consumeBatchedAttempt({ limit: LIMITS.searches, by: call.clientAddress })
    }
    const { books, hasMore, total } = await findBooks(call.access, { ...query, genre })
    return { data: { books: await booksJson(call, books), hasMore, total } }
  },
})

export const loader = endpoint(listBooks, forSubscribers(listBooks, { description: undefined }))

export { loader as action }
