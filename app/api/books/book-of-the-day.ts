import { z } from 'zod'
import { withText } from '../../catalogue/service/list-books.server.ts'
import { bookOfTheDay } from '../../catalogue/service/book-of-the-day.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { bookJson, toBookJson } from '../schemas/books.server.ts'

const NOTHING_TODAY = 'No book is open today.'

const today = defineCall({
  id: 'today',
  tag: 'Books',
  summary: 'Today’s read: one book a day, in full for everyone',
  description: 'The day begins and ends at midnight UTC.',
  success: 'The day, and the book with its whole text.',
  errors: { 404: NOTHING_TODAY },
  method: 'GET',
  auth: 'optional',
  scope: 'library:read',
  query: z.object({}),
  output: z.strictObject({ date: z.iso.date(), book: bookJson }),
  cachedFor: 'access',
  async handler() {
    const read = await bookOfTheDay()
    if (!read) throw new DomainError('not-found', NOTHING_TODAY)
    const exception = { kind: 'today', bookId: read.book.id } as const
    const [book] = await withText('visitor', [read.book], null, exception)
    return { data: { date: read.date, book: toBookJson(book!) } }
  },
})

export const loader = endpoint(today)

export { loader as action }
