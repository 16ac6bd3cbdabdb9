import { listCallQuery } from '../../catalogue/schema/lists.ts'
import { listBooksWithText } from '../../catalogue/service/list-books.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { toBookListJson } from '../serializers.server.ts'

const call = endpoint('nothing', {
  async GET({ access, signedIn, query }) {
    const { subgenre: genre, ...asked } = listCallQuery.parse(query)
    const list = await listBooksWithText(access, { ...asked, genre }, signedIn?.user.freeBookId)
    return { data: toBookListJson(list), sameForAllVisitors: true }
  },
})

export const loader = call.loader
export const action = call.action
