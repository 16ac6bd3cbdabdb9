import { publicId } from '../../catalogue/rules/public-id.ts'
import { savedBookIds } from '../../reading/service/get-marks.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('session', {
  async GET({ signedIn }) {
    const ids = await savedBookIds(signedIn.user.id)
    return { data: { books: ids.map((id) => ({ bookId: publicId(id) })) } }
  },
})

export const loader = call.loader
export const action = call.action
