import { z } from 'zod'
import { publicId } from '../../catalogue/rules/public-id.ts'
import { savedBookIds } from '../../reading/service/get-marks.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { idJson } from '../schemas/answers.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'favorites',
    tag: 'Reading',
    summary: 'The ids of all books in My List',
    success: 'The last saved first.',
    method: 'GET',
    auth: 'session',
    scope: 'library:read',
    output: z.strictObject({ books: z.array(z.strictObject({ bookId: idJson })) }),
    async handler({ signedIn }) {
      const ids = await savedBookIds(signedIn.user.id)
      return { data: { books: ids.map((id) => ({ bookId: publicId(id) })) } }
    },
  }),
)

export { loader as action }
