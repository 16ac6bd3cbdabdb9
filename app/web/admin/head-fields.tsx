import { type BookForm, HEAD_LABELS, type HeadField } from '../../admin/rules/book-form.ts'
import { GENRES } from '../../catalogue/rules/genres.ts'
import { TOPICS } from '../../catalogue/rules/topics.ts'
import { InputField, type InputFieldProps } from './input-field.tsx'

interface HeadFieldsProps {
  form: BookForm
  problemsOf: (field: string) => string[]
}

/** The header of the book's file. */
export function HeadFields({ form, problemsOf }: HeadFieldsProps) {
  const field = (name: HeadField, more: Partial<InputFieldProps> = {}) => (
    <InputField
      name={name}
      label={HEAD_LABELS[name]}
      problems={problemsOf(name)}
      defaultValue={form.head[name]}
      {...more}
    />
  )
  return (
    <>
      {field('title')}
      {field('author')}
      <div className="grid gap-5 sm:grid-cols-2">
        {field('year')}
        {field('genre', { options: GENRES.map(({ label }) => [label, label]) })}
      </div>
      {field('blurb', { rows: 3 })}
      <div>
        {field('topics')}
        <details>
          <summary className="text-link inline-flex min-h-11 items-center">All topics</summary>
          <p className="text-sm text-soft">{TOPICS.map(({ slug }) => slug).join(', ')}</p>
        </details>
      </div>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          name="locked"
          value="true"
          defaultChecked={form.locked}
          className="size-5"
        />
        Locked: only subscribers can read it
      </label>
      {field('publishedAt')}
      {field('edition')}
      <div className="grid gap-5 sm:grid-cols-2">
        {field('written')}
        {field('checked')}
      </div>
      {field('sources', { rows: 3 })}
      {field('answers', { rows: 3 })}
      {field('questions', { rows: 3 })}
    </>
  )
}
