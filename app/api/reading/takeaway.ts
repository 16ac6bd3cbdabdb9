import { z } from 'zod'
import { publicId } from '../../catalogue/rules/public-id.ts'
import { loadHomeDay } from '../../reading/service/load-home-day.server.ts'
import { defineCall, endpoint } from '../endpoint.server.ts'
import { idJson } from '../schemas/answers.server.ts'

export const loader = endpoint(
  defineCall({
    id: 'dailyTakeaway',
    tag: 'Reading',
    summary: 'The takeaway of the reader’s day',
    description:
      'From a book that the reader marked as read before today and may read now; otherwise from today’s read. It stays the same until the reader’s day ends.',
    success: 'The takeaway with its source; null: there is none.',
    method: 'GET',
    auth: 'session',
    scope: 'library:read',
    output: z.strictObject({
      takeaway: z
        .strictObject({
          label: z.string().nullable().meta({ description: 'Its name, if it has one.' }),
          text: z.string(),
          path: z.string().meta({ description: 'The address of its place in the summary.' }),
          bookId: idJson,
          title: z.string(),
          author: z.string(),
          slug: z.string(),
        })
        .nullable(),
    }),
    async handler({ signedIn: { user }, access }) {
      const { takeaway } = await loadHomeDay({ ...user, access })
      if (!takeaway) return { data: { takeaway } }
      const { line, path, book } = takeaway
      const { title, author, slug } = book
      return {
        data: { takeaway: { ...line, path, bookId: publicId(book.id), title, author, slug } },
      }
    },
  }),
)

export { loader as action }
