import { z } from 'zod'
import { BOOKS_PER_COLLECTION } from '../rules/collections.ts'
import { isSlug, oneLine } from './book.ts'

const { min, max } = BOOKS_PER_COLLECTION

/** An entry of the list: the address of a book, and a sentence about it. */
const entry = z
  .record(z.string(), oneLine(300), {
    error: 'must be the address of a book, a colon, and a sentence',
  })
  .transform((given, context) => {
    const [named, ...others] = Object.entries(given)
    if (!named || others.length > 0 || !isSlug(named[0])) {
      const message = 'must be the address of a book, a colon, and a sentence'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    return { slug: named[0], sentence: named[1] }
  })

export const collectionHead = z.strictObject(
  {
    title: oneLine(80),
    blurb: oneLine(300),
    position: z
      .int({ error: 'must be a whole number' })
      .min(1, { error: 'must be 1 or more' })
      .max(999, { error: 'must be 999 or less' }),
    books: z
      .array(z.unknown(), { error: 'must be a list' })
      .min(min, { error: `must have at least ${min} entries` })
      .max(max, { error: `must have at most ${max} entries` })
      .pipe(z.array(entry))
      .refine((books) => new Set(books.map(({ slug }) => slug)).size === books.length, {
        error: 'must name each book once',
      }),
    withdrawn: z.boolean({ error: 'must be true or false' }).optional(),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? 'unknown field' : undefined) },
)

/** Whether the header of a file is one of a collection. Books have no such field. */
export const isCollectionHead = (values: unknown): boolean =>
  typeof values === 'object' && values !== null && Object.hasOwn(values, 'books')
