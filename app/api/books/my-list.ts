import { listCallQuery } from '../../catalogue/schema/lists.ts'
import { bookIdInput } from '../../reading/schema/marks.ts'
import { setMark } from '../../reading/service/set-mark.server.ts'
import { searchMyList } from '../../reading/service/load-my-list.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { toBookListJson } from '../serializers.server.ts'

const call = endpoint('session', {
  async GET({ access, signedIn, query }) {
    const { subgenre: genre, ...asked } = listCallQuery.parse(query)
    const list = await searchMyList(signedIn.user, access, { ...asked, genre })
    return { data: toBookListJson(list) }
  },
  async POST({ signedIn, body }) {
    const { bookId } = bookIdInput.parse(await body())
    await setMark('saved', true, signedIn.user.id, bookId)
    return { data: {}, message: 'The book is on your list.' }
  },
})

export const loader = call.loader
export const action = call.action
