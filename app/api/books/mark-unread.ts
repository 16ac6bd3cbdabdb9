import { endpoint } from '../endpoint.server.ts'
import { markCall } from './mark-call.server.ts'

const docs = {
  id: 'markUnread',
  summary: 'Mark a book as unread',
  description: 'Repeating it changes nothing.',
  success: 'The book is not marked as read.',
}

export const loader = endpoint(
  markCall(docs, 'POST', 'read', false, 'The book is marked as unread.'),
)

export { loader as action }
