import { bookIdInput } from '../../reading/schema/marks.ts'
import { setMark } from '../../reading/service/set-mark.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('session', {
  async POST({ signedIn, params }) {
    const { bookId } = bookIdInput.parse(params)
    await setMark('read', false, signedIn.user.id, bookId)
    return { data: {}, message: 'The book is marked as unread.' }
  },
})

export const loader = call.loader
export const action = call.action
