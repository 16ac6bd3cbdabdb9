import { z } from 'zod'
import { withText } from '../../catalogue/service/list-books.server.ts'
import { recommendBooks } from '../../reading/service/recommend-books.server.ts'
import { defineCall, endpoint, forSubscribers } from '../endpoint.server.ts'
import { SERVER_ERROR } from '../schemas/answers.server.ts'
import { bookJson, toBookJson } from '../schemas/books.server.ts'

const recommendedJson = z.strictObject({
  books: z.array(
    bookJson
      .extend({ reason: z.string().meta({ example: 'Because you read Walden' }) })
      .meta({ id: 'RecommendedBook' }),
  ),
})

const recommendations = defineCall({
  id: 'recommendations',
  tag: 'Books',
  summary: 'Books that the reader may like, up to 30',
  description:
    'First, what readers of the same books also read and saved; then, popular books of all genres. Without full access, unlocked books come first.',
  success:
    'Each book with the reason for it. Books that the reader has read or saved are left out.',
  errors: { 500: SERVER_ERROR },
  method: 'GET',
  auth: 'session',
  output: recommendedJson,
  async handler({ access, signedIn: { user } }) {
    const recommended = await recommendBooks(user.id, access)
    const books = await withText(access, recommended, user.freeBookId)
    return { data: { books: books.map((book) => ({ ...toBookJson(book), reason: book.reason })) } }
  },
})

export const loader = endpoint(
  recommendations,
  forSubscribers(recommendations, { description: undefined }),
)

export { loader as action }
