import { endpoint } from '../endpoint.server.ts'
import { markCall } from './mark-call.server.ts'

const docs = {
  id: 'unsaveBook',
  summary: 'Remove a book from My List',
  description: 'Repeating it changes nothing.',
  success: 'The book is not in My List.',
}

export const loader = endpoint(
  markCall(docs, 'DELETE', 'saved', false, 'The book is no longer in My List.'),
)

export { loader as action }
