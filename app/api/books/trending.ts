import { listTrending } from '../../reading/service/list-trending.server.ts'
import { defineCall, endpoint, forSubscribers } from '../endpoint.server.ts'
import { booksJson, shelfJson } from '../schemas/books.server.ts'

const trending = defineCall({
  id: 'trending',
  tag: 'Books',
  summary: 'The books that are trending, up to 30',
  success: 'The most read first, then the newest.',
  method: 'GET',
  auth: 'optional',
  scope: 'library:read',
  cachedFor: 'visitors-now',
  output: shelfJson,
  handler: async (call) => ({
    data: { books: await booksJson(call, await listTrending(call.access)) },
  }),
})

export const loader = endpoint(trending, forSubscribers(trending))

export { loader as action }
