import { BOOK_ROWS, booksOf } from '../../admin/schema/collections.ts'
import type { NamedBook } from '../../catalogue/rules/collections.ts'
import type { Refused } from '../../middleware/form-action.server.ts'
import { AdminForm, SuggestedBooks } from './admin-form.tsx'

interface CollectionFormProps {
  /** Null: a new collection. */
  collection: {
    title: string
    blurb: string
    position: number
    books: NamedBook[]
    since: string
  } | null
  suggested: { slug: string; title: string }[]
  refused: Refused | undefined
}

/** The form of a collection. Empty rows are left out. */
export function CollectionForm({ collection, suggested, refused }: CollectionFormProps) {
  const { title, blurb, position, books = [], since = '' } = collection ?? {}
  const problem = refused?.result.error?.['books']?.[0]
  const typed = refused?.result.initialValue
  // Rows move up as when they are saved, so that a problem is at the row of its book.
  const shown = typed && !('revision' in typed || 'withdrawn' in typed) ? booksOf(typed) : books
  return (
    <AdminForm
      id="collection"
      refused={refused}
      message={problem && `Books: ${problem}`}
      hidden={{ since }}
      values={{ title, blurb, position: position?.toString() }}
      fields={[
        { name: 'title', label: 'Title' },
        ...(collection ? [] : [{ name: 'slug', label: 'Address: /browse/collections/…' }]),
        { name: 'blurb', label: 'In one or two sentences', rows: 2 },
        { name: 'position', label: 'Position: 1 comes first', inputMode: 'numeric' },
        ...BOOK_ROWS.map((row) => ({
          legend: `Book ${row}`,
          fields: [
            {
              name: `book${row}`,
              label: `Book ${row}: the end of its address, such as walden`,
              list: 'suggested-books',
              defaultValue: shown[row - 1]?.slug,
            },
            {
              name: `sentence${row}`,
              label: 'Why it belongs here, in one sentence',
              rows: 2,
              defaultValue: shown[row - 1]?.sentence,
            },
          ],
        })),
      ]}
      buttons={[{ intent: 'save', children: 'Save' }]}
    >
      <SuggestedBooks books={suggested} />
    </AdminForm>
  )
}
