import { z } from 'zod'
import { bookIdInput } from '../../reading/schema/marks.ts'
import { isMarked } from '../../reading/service/get-marks.server.ts'
import { setMark } from '../../reading/service/set-mark.server.ts'
import { type Call, defineCall } from '../endpoint.server.ts'
import { NO_BOOK } from '../schemas/answers.server.ts'

/** A call that sets or removes a mark of the book in its path, and answers with a message. */
export function markCall(
  docs: { id: string; summary: string; description: string; success: string },
  method: 'POST' | 'DELETE',
  mark: 'saved' | 'read',
  on: boolean,
  message: string,
): Call {
  return defineCall({
    ...docs,
    tag: 'Reading',
    errors: { 404: NO_BOOK },
    method,
    auth: 'session',
    scope: 'library:write',
    params: bookIdInput,
    async handler({ signedIn, params: { bookId } }) {
      await setMark(mark, on, signedIn.user.id, bookId)
      return { data: {}, message }
    },
  })
}

/** A call that says whether the book in its path has a mark, in a field named like the call. */
export function isMarkedCall(id: string, summary: string, mark: 'saved' | 'read'): Call {
  return defineCall({
    id,
    tag: 'Reading',
    summary,
    success: 'Whether it is.',
    errors: { 404: NO_BOOK },
    method: 'GET',
    auth: 'session',
    scope: 'library:read',
    params: bookIdInput,
    output: z.strictObject({ [id]: z.boolean() }),
    handler: async ({ signedIn, params: { bookId } }) => ({
      data: { [id]: await isMarked(mark, signedIn.user.id, bookId) },
    }),
  })
}
