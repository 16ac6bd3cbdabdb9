import { z } from 'zod'
import { publicId } from '../../catalogue/rules/public-id.ts'
import { readBooks } from '../../reading/service/get-marks.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { idJson } from '../schemas/answers.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'readBooks',
    tag: 'Reading',
    summary: 'The ids of all books that the reader has read, and when',
    success: 'The last read first.',
    method: 'GET',
    auth: 'session',
    scope: 'library:read',
    output: z.strictObject({
      books: z.array(z.strictObject({ bookId: idJson, readAt: z.iso.datetime() })),
    }),
    async handler({ signedIn }) {
      const books = await readBooks(signedIn.user.id)
      return {
        data: {
          books: books.map(({ bookId, readAt }) => ({
            bookId: publicId(bookId),
            readAt: readAt.toISOString(),
          })),
        },
      }
    },
  }),
)

export { loader as action }
