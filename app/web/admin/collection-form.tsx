import { BOOK_ROWS } from '../../admin/schema/collections.ts'
import type { NamedBook } from '../../catalogue/rules/collections.ts'
import type { Refused } from '../../middleware/form-action.server.ts'
import { FormBanner } from '../ui/field.tsx'
import { InputField } from './input-field.tsx'
import { SubmitButton } from '../ui/controls.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { PostForm } from '../ui/post-form.tsx'

/** A collection as the fields of its form. */
export interface CollectionValues {
  title: string
  blurb: string
  position: string
  books: NamedBook[]
  /** The version that is being edited. */
  since: string
}

interface CollectionFormProps {
  /** The address of a new collection; null: it has one already. */
  slug: string | null
  values: CollectionValues
  /** Books that the fields suggest. */
  suggested: { slug: string; title: string }[]
  refused: Refused | undefined
}

/** The form of a collection. Empty rows are left out. */
export function CollectionForm({ slug, values, suggested, refused }: CollectionFormProps) {
  const errors = refused?.result.error
  const problemsOf = (name: string) => errors?.[name] ?? []
  const field = (name: 'title' | 'blurb' | 'position', label: string) => (
    <InputField name={name} label={label} problems={problemsOf(name)}>
      {(attributes) =>
        name === 'blurb' ? (
          <TextArea {...attributes} rows={2} defaultValue={values[name]} />
        ) : (
          <input
            {...attributes}
            inputMode={name === 'position' ? 'numeric' : undefined}
            defaultValue={values[name]}
          />
        )
      }
    </InputField>
  )
  return (
    <PostForm noValidate className="mt-6 grid max-w-3xl grid-cols-1 gap-5">
      <FormBanner
        id="collection-message"
        message={
          errors?.['']?.[0] ?? (problemsOf('books')[0] && `Books: ${problemsOf('books')[0]}`)
        }
      />
      <input type="hidden" name="since" value={values.since} />
      {field('title', 'Title')}
      {slug !== null && (
        <InputField
          name="slug"
          label="Address: /browse/collections/…"
          problems={problemsOf('slug')}
          defaultValue={slug}
        />
      )}
      {field('blurb', 'In one or two sentences')}
      {field('position', 'Position: 1 comes first')}
      <datalist id="suggested-books">
        {suggested.map((book) => (
          <option key={book.slug} value={book.slug}>
            {book.title}
          </option>
        ))}
      </datalist>
      {BOOK_ROWS.map((row) => {
        const { slug: book = '', sentence = '' } = values.books[row - 1] ?? {}
        return (
          <fieldset key={row} className="grid grid-cols-1 gap-3 rounded-xl bg-sunk p-5">
            <legend className="sr-only">Book {row}</legend>
            <InputField
              name={`book${row}`}
              label={`Book ${row}: the end of its address, such as walden`}
              problems={problemsOf(`book${row}`)}
              list="suggested-books"
              defaultValue={book}
            />
            <InputField
              name={`sentence${row}`}
              label="Why it belongs here, in one sentence"
              problems={problemsOf(`sentence${row}`)}
            >
              {(attributes) => <TextArea {...attributes} rows={2} defaultValue={sentence} />}
            </InputField>
          </fieldset>
        )
      })}
      <SubmitButton intent="save" className="sm:justify-self-start">
        Save
      </SubmitButton>
    </PostForm>
  )
}
