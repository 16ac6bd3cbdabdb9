import { withText } from '../../catalogue/service/list-books.server.ts'
import { pickRandomBook } from '../../reading/service/pick-random-book.server.ts'
import { endpoint } from '../endpoint.server.ts'
import { toBookJson } from '../serializers.server.ts'

const call = endpoint('nothing', {
  async GET({ access, signedIn }) {
    const book = await pickRandomBook(signedIn?.user.id ?? null, access)
    const [readable] = await withText(access, [book], signedIn?.user.freeBookId)
    return { bare: toBookJson(readable!) }
  },
})

export const loader = call.loader
export const action = call.action
