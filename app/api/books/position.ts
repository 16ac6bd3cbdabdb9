import { bookIdInput, positionInput } from '../../reading/schema/marks.ts'
import { savePosition } from '../../reading/service/save-position.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { INVALID_INPUT, NO_BOOK } from '../schemas/answers.server.ts'
import { positionJson, toPositionJson } from '../schemas/position.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'keepPlace',
    tag: 'Reading',
    summary: 'Save the reading position in a book',
    description:
      'Each device sends its newest position. The later one wins, and the answer says which one that is; the furthest only grows until the book is read again. A position is never later than the server’s clock. Opening a book or reaching its end does not mark it as read.',
    success: 'The position that is stored now.',
    errors: { 400: INVALID_INPUT, 404: NO_BOOK },
    method: 'PUT',
    auth: 'session',
    scope: 'library:write',
    params: bookIdInput,
    body: positionInput,
    output: positionJson,
    async handler({ signedIn, params: { bookId }, body }) {
      const progress = await savePosition(signedIn.user.id, bookId, await body())
      return { data: toPositionJson(bookId, progress) }
    },
  }),
)

export { loader as action }
