import { withText } from '../../catalogue/service/list-books.server.ts'
import { trendingBooks } from '../../reading/service/trending.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { toBookJson } from '../serializers.server.ts'

const call = endpoint('nothing', {
  // Never remembered: it changes with every mark, and with time.
  async GET({ access, signedIn }) {
    const books = await trendingBooks(access)
    const readable = await withText(access, books, signedIn?.user.freeBookId)
    return { data: { books: readable.map(toBookJson) } }
  },
})

export const loader = call.loader
export const action = call.action
