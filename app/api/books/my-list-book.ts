import { bookIdInput } from '../../reading/schema/marks.ts'
import { setMark } from '../../reading/service/set-mark.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('session', {
  async DELETE({ signedIn, params }) {
    const { bookId } = bookIdInput.parse(params)
    await setMark('saved', false, signedIn.user.id, bookId)
    return { data: {}, message: 'The book is not on your list any more.' }
  },
})

export const loader = call.loader
export const action = call.action
