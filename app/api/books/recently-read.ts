import { z } from 'zod'
import { listRecentlyRead } from '../../reading/service/list-recently-read.server.ts'
import { defineCall, endpoint, forSubscribers } from '../endpoint.server.ts'
import { bookJson, booksJson } from '../schemas/books.server.ts'

const readShelfJson = z.strictObject({
  books: z.array(
    bookJson
      .extend({ readAt: z.iso.datetime() })
      .meta({ id: 'ReadBook', description: 'A book that the reader has read, and when.' }),
  ),
})

const recentlyReadBooks = defineCall({
  id: 'recentlyRead',
  tag: 'Reading',
  summary: 'The books that the reader read last, up to 30',
  success: 'The last read first; without full access, unlocked books come before locked ones.',
  method: 'GET',
  auth: 'session',
  scope: 'library:read',
  output: readShelfJson,
  async handler(call) {
    const books = await listRecentlyRead(call.signedIn.user.id, call.access)
    return {
      data: {
        books: await booksJson(call, books, ({ readAt }) => ({ readAt: readAt.toISOString() })),
      },
    }
  },
})

export const loader = endpoint(recentlyReadBooks, forSubscribers(recentlyReadBooks))

export { loader as action }
