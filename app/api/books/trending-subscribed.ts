import { withText } from '../../catalogue/service/list-books.server.ts'
import { listTrending } from '../../reading/service/list-trending.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { toBookJson } from '../serializers.server.ts'

const call = endpoint('full', {
  async GET({ access }) {
    const books = await withText(access, await listTrending(access))
    return { data: { books: books.map(toBookJson) } }
  },
})

export const loader = call.loader
export const action = call.action
