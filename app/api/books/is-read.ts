import { z } from 'zod'
import { bookIdInput } from '../../reading/schema/marks.ts'
import { isMarked } from '../../reading/service/get-marks.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { NO_BOOK } from '../schemas/answers.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'isRead',
    tag: 'Reading',
    summary: 'Whether a book is marked as read',
    success: 'Whether it is.',
    errors: { 404: NO_BOOK },
    method: 'GET',
    auth: 'session',
    scope: 'library:read',
    params: bookIdInput,
    output: z.strictObject({ isRead: z.boolean() }),
    handler: async ({ signedIn, params: { bookId } }) => ({
      data: { isRead: await isMarked('read', signedIn.user.id, bookId) },
    }),
  }),
)

export { loader as action }
