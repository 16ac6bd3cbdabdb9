import type { Refused } from '../../middleware/form-action.server.ts'
import { SubmitButton } from '../ui/controls.tsx'
import { FormBanner } from '../ui/field.tsx'
import { PostForm } from '../ui/post-form.tsx'
import { InputField, type InputFieldProps } from './input-field.tsx'

interface Group {
  legend: string
  fields: InputFieldProps[]
}

interface AdminFormProps {
  id: string
  fields: (InputFieldProps | Group)[]
  values?: Record<string, string | undefined>
  hidden?: Record<string, string>
  buttons: React.ComponentProps<typeof SubmitButton>[]
  refused: Refused | undefined
  /** What the message above the form says, unless it is about the whole form. */
  message?: string | undefined
  className?: string
  children?: React.ReactNode
}

/**
 * A form of the administration: a message, fields, and buttons. A refused form shows its input, and
 * the problems at their fields.
 */
export function AdminForm({
  id,
  fields,
  values = {},
  hidden = {},
  buttons,
  refused,
  message,
  className = 'mt-6 max-w-3xl',
  children,
}: AdminFormProps) {
  const { error = {}, initialValue } = refused?.result ?? {}
  const names = [
    ...Object.keys(hidden),
    ...fields.flatMap((one) => ('name' in one ? one.name : [])),
  ]
  // Another form of the page may have been refused.
  const typed = initialValue && names.some((name) => name in initialValue) ? initialValue : null
  const valueOf = (name: string) => (typed ? String(typed[name] ?? '') : values[name])
  const field = (one: InputFieldProps) => (
    <InputField
      key={one.name}
      problems={error?.[one.name]}
      defaultValue={one.type === 'file' ? undefined : valueOf(one.name)}
      {...one}
    />
  )
  const hasFiles = fields.some((one) => 'type' in one && one.type === 'file')
  return (
    <PostForm
      noValidate
      encType={hasFiles ? 'multipart/form-data' : undefined}
      className={`grid grid-cols-1 gap-5 ${className}`}
    >
      <FormBanner id={`${id}-message`} message={error?.['']?.[0] ?? message} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={valueOf(name) ?? value} />
      ))}
      {fields.map((one) =>
        'legend' in one ? (
          <fieldset key={one.legend} className="grid grid-cols-1 gap-3 rounded-xl bg-sunk p-5">
            <legend className="sr-only">{one.legend}</legend>
            {one.fields.map(field)}
          </fieldset>
        ) : (
          field(one)
        ),
      )}
      {children}
      <div className={buttons.length > 1 ? 'flex flex-wrap gap-3' : 'grid sm:flex'}>
        {buttons.map((button, i) => (
          <SubmitButton key={i} {...button} />
        ))}
      </div>
    </PostForm>
  )
}

export function SuggestedBooks({ books }: { books: { slug: string; title: string }[] }) {
  return (
    <datalist id="suggested-books">
      {books.map(({ slug, title }) => (
        <option key={slug} value={slug}>
          {title}
        </option>
      ))}
    </datalist>
  )
}
