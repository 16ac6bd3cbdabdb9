import { publicId } from '../../catalogue/rules/public-id.ts'
import { readBooks } from '../../reading/service/get-marks.server.ts'
import { endpoint } from '../endpoint.server.ts'

const call = endpoint('session', {
  async GET({ signedIn }) {
    const records = await readBooks(signedIn.user.id)
    return {
      data: {
        books: records.map(({ bookId, readAt }) => ({
          bookId: publicId(bookId),
          readAt: readAt.toISOString(),
        })),
      },
    }
  },
})

export const loader = call.loader
export const action = call.action
