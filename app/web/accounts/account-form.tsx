import { type FieldMetadata, useForm } from '@conform-to/react'
import { Form } from 'react-router'
import { COMMON_PASSWORD_WARNING } from '../../accounts/rules/password-advice.ts'
import type { Refused } from '../../middleware/form-action.server.ts'
import { Field, FormBanner } from '../ui/field.tsx'

interface FormField {
  name: string
  label: string
  type?: 'text' | 'email' | 'password' | 'date' | 'datetime-local'
  autoComplete?: string
  inputMode?: 'numeric'
  describedBy?: string
  /** The reader chooses a password here, and is warned of the most common ones. */
  isNewPassword?: boolean
}

interface AccountFormProps {
  id: string
  fields: FormField[]
  submit: string
  /** What it does cannot be undone. */
  isFinal?: boolean
  /** What the action said when it refused this form. */
  refused: Refused | undefined
  /** Another message that the page has for the form, before it is sent. */
  message?: string | undefined
  /** Tells several forms of one page apart. */
  intent?: string
  /** What stands in the fields before anybody types. */
  values?: Record<string, string>
  children?: React.ReactNode
}

/**
 * A form of the account pages: a message above, fields that keep what was typed, one button. Its
 * answer is a page of its own, also where the framework runs: one that begins with the news.
 */
export function AccountForm({
  id,
  fields,
  submit,
  isFinal = false,
  refused,
  message,
  intent,
  values = {},
  children,
}: AccountFormProps) {
  const [form, metadata] = useForm<Record<string, string>>({
    id,
    lastResult: refused?.result ?? null,
    defaultValue: values,
  })
  const errors = fields.flatMap(({ name }) => metadata[name]?.errors ?? [])
  // A message that several fields share is said once, above them.
  const repeated = errors.find((error, i) => errors.indexOf(error) !== i)
  const text = form.errors?.[0] ?? repeated ?? (refused ? undefined : message)
  const banner = text ? { id: `${id}-message`, message: text } : null
  return (
    <Form
      method="post"
      reloadDocument
      id={form.id}
      noValidate
      className={`grid grid-cols-1 gap-5 ${intent ? 'max-w-lg' : ''}`}
    >
      <FormBanner id={`${id}-message`} message={text} />
      {intent && <input type="hidden" name="intent" value={intent} />}
      {fields.map(({ name, isNewPassword, ...field }) => (
        <Field
          key={name}
          field={metadata[name] as FieldMetadata<string>}
          banner={banner}
          ifCommon={isNewPassword ? COMMON_PASSWORD_WARNING : undefined}
          {...field}
        />
      ))}
      {children}
      <button
        type="submit"
        className={`button ${isFinal ? 'button-danger' : ''} ${intent ? 'sm:justify-self-start' : ''}`}
      >
        {submit}
      </button>
    </Form>
  )
}

/** The narrow page on which such a form stands. */
export function AccountPage({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="wrap max-w-lg pt-10 pb-24">
      <h1 className="section-title mb-6">{title}</h1>
      {children}
    </div>
  )
}
