import { bookIdInput } from '../../reading/schema/marks.ts'
import { setMark } from '../../reading/service/set-mark.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { NO_BOOK, SERVER_ERROR } from '../schemas/answers.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'markRead',
    tag: 'Reading',
    summary: 'Mark a book as read',
    description: 'Repeating it changes nothing; the first time is kept.',
    success: 'The book is marked as read.',
    errors: { 404: NO_BOOK, 500: SERVER_ERROR },
    method: 'POST',
    auth: 'session',
    params: bookIdInput,
    async handler({ signedIn, params: { bookId } }) {
      await setMark('read', true, signedIn.user.id, bookId)
      return { data: {}, message: 'The book is marked as read.' }
    },
  }),
)

export { loader as action }
