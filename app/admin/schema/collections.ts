import { z } from 'zod'
import { BOOKS_PER_COLLECTION } from '../../catalogue/rules/collections.ts'
import { rowId } from './list-query.ts'

const text = z.string().trim().max(1000).default('')

/** The numbers of the rows for books. */
export const BOOK_ROWS = Array.from({ length: BOOKS_PER_COLLECTION.max }, (_, i) => i + 1)

const rows = Object.fromEntries(
  BOOK_ROWS.flatMap((row) => [
    [`book${row}`, text],
    [`sentence${row}`, text],
  ]),
) as Record<`book${number}` | `sentence${number}`, typeof text>

/** The form of a collection. The catalogue checks its values. */
export const collectionInput = z.object({
  slug: text,
  since: text,
  title: text,
  blurb: text,
  position: z.coerce.number({ error: 'Please enter a number.' }).catch(0),
  ...rows,
})

/** The books of a form in their order, without empty rows. */
export const booksOf = (form: Record<string, unknown>) =>
  BOOK_ROWS.map((row) => ({
    slug: String(form[`book${row}`] ?? '').trim(),
    sentence: String(form[`sentence${row}`] ?? '').trim(),
  })).filter(({ slug, sentence }) => slug !== '' || sentence !== '')

export const restoreCollectionInput = z.object({ revision: rowId })
