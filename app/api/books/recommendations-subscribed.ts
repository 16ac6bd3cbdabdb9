import { withText } from '../../catalogue/service/list-books.server.ts'
import { recommendBooks } from '../../reading/service/recommend-books.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { toRecommendedJson } from '../serializers.server.ts'

const call = endpoint('full', {
  async GET({ access, signedIn: { user } }) {
    const books = await recommendBooks(user.id, access)
    const readable = await withText(access, books, user.freeBookId)
    return { data: { books: readable.map(toRecommendedJson) } }
  },
})

export const loader = call.loader
export const action = call.action
