import { listCallQuery } from '../../catalogue/schema/lists.ts'
import { listBooksWithText } from '../../catalogue/service/list-books.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { toBookListJson } from '../serializers.server.ts'

const call = endpoint('full', {
  async GET({ access, query }) {
    const { subgenre: genre, ...asked } = listCallQuery.parse(query)
    return { data: toBookListJson(await listBooksWithText(access, { ...asked, genre })) }
  },
})

export const loader = call.loader
export const action = call.action
