import { z } from 'zod'
import { recommendBooks } from '../../reading/service/recommend-books.server.ts'
import { defineCall, endpoint, forSubscribers } from '../endpoint.server.ts'
import { bookJson, booksJson } from '../schemas/books.server.ts'

const recommendedJson = z.strictObject({
  books: z.array(
    bookJson
      .extend({ reason: z.string().meta({ example: 'Because you read Walden' }) })
      .meta({ id: 'RecommendedBook' }),
  ),
})

const withReason = ({ reason }: { reason: string }) => ({ reason })

const recommendations = defineCall({
  id: 'recommendations',
  tag: 'Books',
  summary: 'Books that the reader may like, up to 30',
  description:
    'First, what readers of the same books also read and saved; then, popular books of all genres. Without full access, unlocked books come first.',
  success:
    'Each book with the reason for it. Books that the reader has read or saved are left out.',
  method: 'GET',
  auth: 'session',
  scope: 'library:read',
  output: recommendedJson,
  async handler(call) {
    const books = await recommendBooks(call.signedIn.user.id, call.access)
    return { data: { books: await booksJson(call, books, withReason) } }
  },
})

export const loader = endpoint(
  recommendations,
  forSubscribers(recommendations, { description: undefined }),
)

export { loader as action }
