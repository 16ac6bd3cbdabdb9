import { z } from 'zod'
import { publicId } from '../../catalogue/rules/public-id.ts'
import { BOOK_REQUEST_STATUSES } from '../../reading/rules/book-requests/status.ts'
import type { SeenBookRequest } from '../../reading/service/book-requests/list-book-requests.server.ts'
import { idJson } from './answers.server.ts'

export const bookRequestJson = z
  .strictObject({
    id: idJson,
    title: z.string(),
    author: z.string(),
    reason: z.string().meta({ description: 'Why the reader wants it; may be empty.' }),
    status: z.enum(BOOK_REQUEST_STATUSES).meta({
      description: '`pending`: only its reader sees it, until an editor has read it.',
    }),
    answer: z.string().meta({ description: 'What an editor answered; may be empty.' }),
    votes: z.int().min(0),
    hasVoted: z.boolean().meta({ description: 'The caller has voted for it.' }),
    isOwn: z.boolean().meta({ description: 'The caller made the request.' }),
    requestedAt: z.iso.datetime(),
    book: z
      .strictObject({ _id: idJson, slug: z.string(), title: z.string() })
      .nullable()
      .meta({ description: 'The book, once its summary is published.' }),
  })
  .meta({ id: 'BookRequest' })

export const toBookRequestJson = ({ id, requestedAt, book, ...request }: SeenBookRequest) => ({
  ...request,
  id: publicId(id),
  requestedAt: requestedAt.toISOString(),
  book: book && { _id: publicId(book.id), slug: book.slug, title: book.title },
})
