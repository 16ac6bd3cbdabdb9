import { pickRandomBook } from '../../reading/service/pick-random-book.server.ts'
import { defineCall, endpoint, forSubscribers } from '../endpoint.server.ts'
import { NO_BOOK } from '../schemas/answers.server.ts'
import { bookJson, booksJson } from '../schemas/books.server.ts'

const shuffle = defineCall({
  id: 'shuffle',
  tag: 'Books',
  summary: 'A random book that the caller may open',
  description: 'Readers get one that they have not read, as long as there is one.',
  success: 'The book itself, without an envelope.',
  errors: { 404: NO_BOOK },
  method: 'GET',
  auth: 'optional',
  scope: 'library:read',
  answerAs: 'bare',
  output: bookJson,
  async handler(call) {
    const lucky = await pickRandomBook(call.signedIn?.user.id ?? null, call.access)
    const [book] = await booksJson(call, [lucky])
    return { data: book! }
  },
})

export const loader = endpoint(
  shuffle,
  forSubscribers(shuffle, {
    summary: 'A random book, locked or not',
    errors: { 404: 'The catalogue is empty.' },
  }),
)

export { loader as action }
