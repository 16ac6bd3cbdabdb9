import { z } from 'zod'
import { justArrived } from '../../catalogue/service/list-books.server.ts'
import { defineCall, endpoint, forSubscribers } from '../endpoint.server.ts'
import { booksJson, shelfJson } from '../schemas/books.server.ts'

const newestBooks = defineCall({
  id: 'justArrived',
  tag: 'Books',
  summary: 'The newest books, up to 30',
  success: 'Newest first.',
  method: 'GET',
  auth: 'optional',
  scope: 'library:read',
  query: z.object({}),
  output: shelfJson,
  cachedFor: 'access',
  handler: async (call) => ({
    data: { books: await booksJson(call, await justArrived(call.access)) },
  }),
})

export const loader = endpoint(newestBooks, forSubscribers(newestBooks))

export { loader as action }
