import { bookIdInput } from '../../reading/schema/marks.ts'
import { setMark } from '../../reading/service/set-mark.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { NO_BOOK, SERVER_ERROR } from '../schemas/answers.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'unsaveBook',
    tag: 'Reading',
    summary: 'Remove a book from My List',
    description: 'Repeating it changes nothing.',
    success: 'The book is not on the list.',
    errors: { 404: NO_BOOK, 500: SERVER_ERROR },
    method: 'DELETE',
    auth: 'session',
    params: bookIdInput,
    async handler({ signedIn, params: { bookId } }) {
      await setMark('saved', false, signedIn.user.id, bookId)
      return { data: {}, message: 'The book is no longer on your list.' }
    },
  }),
)

export { loader as action }
