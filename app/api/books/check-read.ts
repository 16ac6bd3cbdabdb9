import { bookIdInput } from '../../reading/schema/marks.ts'
import { isMarked } from '../../reading/service/get-marks.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('session', {
  async GET({ signedIn, params }) {
    const { bookId } = bookIdInput.parse(params)
    return { data: { isRead: await isMarked('read', signedIn.user.id, bookId) } }
  },
})

export const loader = call.loader
export const action = call.action
