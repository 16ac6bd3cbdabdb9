import { withText } from '../../catalogue/service/list-books.server.ts'
import { pickRandomBook } from '../../reading/service/pick-random-book.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { toBookJson } from '../serializers.server.ts'

const call = endpoint('full', {
  async GET({ access, signedIn }) {
    const [book] = await withText(access, [await pickRandomBook(signedIn.user.id, access)])
    return { bare: toBookJson(book!) }
  },
})

export const loader = call.loader
export const action = call.action
