import { trending } from '../../catalogue/service.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { toBookJson } from '../serializers.server.ts'

const call = endpoint('nothing', {
  async GET({ access }) {
    const books = await trending(access)
    return { data: { books: books.map(toBookJson) }, sameForAllVisitors: true }
  },
})

export const loader = call.loader
export const action = call.action
