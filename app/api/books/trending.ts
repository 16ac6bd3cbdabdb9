import { withText } from '../../catalogue/service/list-books.server.ts'
import { listTrending } from '../../reading/service/list-trending.server.ts'
import { defineCall, endpoint, forSubscribers } from '../endpoint.server.ts'
import { SERVER_ERROR } from '../schemas/answers.server.ts'
import { shelfJson, toBookJson } from '../schemas/books.server.ts'

const trending = defineCall({
  id: 'trending',
  tag: 'Books',
  summary: 'The books that are trending, up to 30',
  success: 'The most read first, then the newest.',
  errors: { 500: SERVER_ERROR },
  method: 'GET',
  auth: 'optional',
  sameForVisitorsNow: true,
  output: shelfJson,
  async handler({ access, signedIn }) {
    const books = await withText(access, await listTrending(access), signedIn?.user.freeBookId)
    return { data: { books: books.map(toBookJson) } }
  },
})

export const loader = endpoint(trending, forSubscribers(trending))

export { loader as action }
