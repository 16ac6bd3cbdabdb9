import { withText } from '../../catalogue/service/list-books.server.ts'
import { listTrending } from '../../reading/service/list-trending.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { toBookJson } from '../serializers.server.ts'

const call = endpoint('nothing', {
  // Never remembered: it changes with every mark, and with time.
  async GET({ access, signedIn }) {
    const books = await listTrending(access)
    const readable = await withText(access, books, signedIn?.user.freeBookId)
    return { data: { books: readable.map(toBookJson) } }
  },
})

export const loader = call.loader
export const action = call.action
