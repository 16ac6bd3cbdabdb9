import { bookIdInput } from '../../reading/schema/marks.ts'
import { setMark } from '../../reading/service/set-mark.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { NO_BOOK, SERVER_ERROR } from '../schemas/answers.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'markUnread',
    tag: 'Reading',
    summary: 'Mark a book as unread',
    description: 'Repeating it changes nothing.',
    success: 'The book is not marked as read.',
    errors: { 404: NO_BOOK, 500: SERVER_ERROR },
    method: 'POST',
    auth: 'session',
    params: bookIdInput,
    async handler({ signedIn, params: { bookId } }) {
      await setMark('read', false, signedIn.user.id, bookId)
      return { data: {}, message: 'The book is marked as unread.' }
    },
  }),
)

export { loader as action }
