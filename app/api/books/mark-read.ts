import { endpoint } from '../endpoint.server.ts'
import { markCall } from './mark-call.server.ts'

const docs = {
  id: 'markRead',
  summary: 'Mark a book as read',
  description: 'Repeating it changes nothing; the first time is kept.',
  success: 'The book is marked as read.',
}

export const loader = endpoint(markCall(docs, 'POST', 'read', true, 'The book is marked as read.'))

export { loader as action }
