import { z } from 'zod'
import { idFrom } from '../../catalogue/rules/public-id.ts'
import { listCallQuery, pageNumber } from '../../catalogue/schema/lists.ts'
import {
  PUBLIC_BOOK_REQUEST_STATUSES,
  SETTABLE_STATUSES,
  BOOK_REQUEST_STATUSES,
  BOOK_REQUEST_VIEWS,
} from '../rules/book-requests/status.ts'
import { oneLine, optionalLine, optionalLines } from './texts.ts'

const SEARCH_CHARS = 100

const fields = {
  title: oneLine('Please enter the title.', 200),
  author: oneLine('Please enter the author.', 120),
  reason: optionalLines(500),
}

export const bookRequestInput = z.object(fields)
export type BookRequestInput = z.output<typeof bookRequestInput>

export const bookRequestForm = z.object({ ...fields, isNew: z.literal('yes').optional() })

const search = z
  .string()
  .transform((typed) => typed.replaceAll('\0', '').trim().slice(0, SEARCH_CHARS))

/** The query string of the form: what the reader searched for. */
export const newBookRequestQuery = z.object({ title: search.catch('') })

/** The query string of the page. Invalid values become the default. */
export const bookRequestsPageQuery = z.object({
  show: z.enum(BOOK_REQUEST_VIEWS).catch('wanted'),
  search: search.catch(''),
  page: pageNumber.catch(1),
})

export const bookRequestsCallQuery = z.object({
  status: z
    .enum(PUBLIC_BOOK_REQUEST_STATUSES, {
      error: `status must be one of ${PUBLIC_BOOK_REQUEST_STATUSES.join(', ')}.`,
    })
    .optional()
    .meta({ description: 'Default: requests that readers can vote for.' }),
  search: z
    .string()
    .max(SEARCH_CHARS, { error: `search takes at most ${SEARCH_CHARS} characters.` })
    .default('')
    .meta({ description: 'Beginnings of words in the title or the author’s name.' }),
  page: listCallQuery.shape.page,
})

const requestId = z
  .string()
  .transform((id) => idFrom(id) ?? 0)
  .meta({ description: 'The `id` of a request.', example: '00000000000000000000000a' })

export const bookRequestIdParams = z.object({ id: requestId })

export const voteInput = z.object({ vote: z.boolean().default(true) })
export const voteForm = z.object({ request: requestId, vote: z.enum(['add', 'remove']) })

export const adminBookRequestsQuery = z.object({
  status: z.enum(BOOK_REQUEST_STATUSES).catch('pending'),
  search: search.catch(''),
  page: pageNumber.catch(1),
})

/** What administrators change. Their texts are shown to readers. */
export const editBookRequestForm = z.object({
  intent: z.literal('save'),
  ...fields,
  status: z.enum(SETTABLE_STATUSES, { error: 'Please choose a status.' }),
  answer: optionalLines(500),
  book: optionalLine(120),
  /** The state that was edited. */
  since: z.string().max(40).default(''),
})
export type EditBookRequestInput = Omit<z.output<typeof editBookRequestForm>, 'intent'>

export const mergeBookRequestsForm = z.object({
  intent: z.literal('merge'),
  into: z.coerce
    .number({ error: 'Please enter the number of a request.' })
    .int({ error: 'Please enter the number of a request.' })
    .positive({ error: 'Please enter the number of a request.' })
    .max(0x7f_ff_ff_ff),
})
