import { type FieldMetadata, useForm } from '@conform-to/react'
import { COMMON_PASSWORD_WARNING } from '../../accounts/rules/password-advice.ts'
import type { Refused } from '../../middleware/form-action.server.ts'
import { Field, FormBanner } from '../ui/field.tsx'
import type { Unreachable } from './unreachable-messages.ts'
import type { Carried } from '../../middleware/typed-input.server.ts'
import { CarriedField, carryingForm } from './carried-field.tsx'
import { LineLink } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

interface FormField {
  name: string
  label: string
  type?: 'text' | 'email' | 'password' | 'date' | 'datetime-local'
  autoComplete?: string
  inputMode?: 'numeric'
  describedBy?: string
  /** Warns of the most common passwords. */
  isNewPassword?: boolean
}

/** Finds the refusal of one form of a page in what the page's action returned. */
export const refusedIn =
  (answer: object | undefined) =>
  (intent: string): Refused | undefined =>
    answer && 'intent' in answer && answer.intent === intent ? (answer as Refused) : undefined

/** The current password, where it is required. */
export const PASSWORD_FIELD: FormField = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autoComplete: 'current-password',
}

/** A six-digit code from an email or an authenticator app. */
export const CODE_FIELD: FormField = {
  name: 'code',
  label: 'Code',
  autoComplete: 'one-time-code',
  inputMode: 'numeric',
}

/** The field of a code from an authenticator app, or of a recovery code. */
export const CODE_OR_RECOVERY_FIELD: FormField = {
  name: 'code',
  label: 'Code or recovery code',
  autoComplete: 'one-time-code',
}

export const newPasswordFields = (confirmLabel: string): FormField[] => [
  {
    name: 'newPassword',
    label: 'New password',
    type: 'password',
    autoComplete: 'new-password',
    isNewPassword: true,
  },
  {
    name: 'confirmNewPassword',
    label: confirmLabel,
    type: 'password',
    autoComplete: 'new-password',
  },
]

interface AccountFormProps {
  /** By default, the intent. */
  id?: string | undefined
  fields: FormField[]
  submit: string
  isFinal?: boolean
  refused: Refused | undefined
  message?: string | undefined
  intent?: string
  /** Sends the form in the background, and says this if the server cannot be reached. */
  unreachable?: Unreachable
  carried?: Carried | null
  values?: Record<string, string>
  before?: React.ReactNode
  children?: React.ReactNode
}

/**
 * A form of the account pages: a message, fields that keep their input, and one button. It always
 * loads a new document, so that focus and screen readers start at the message.
 */
export function AccountForm({
  intent,
  id = intent,
  fields,
  submit,
  isFinal = false,
  refused,
  message,
  unreachable,
  carried = null,
  values = {},
  before,
  children,
}: AccountFormProps) {
  const [form, metadata] = useForm<Record<string, string>>({
    id,
    lastResult: refused?.result ?? null,
    defaultValue: values,
  })
  const errors = fields.flatMap(({ name }) => metadata[name]?.errors ?? [])
  // A message that several fields share appears once, above them.
  const repeated = errors.find((error, i) => errors.indexOf(error) !== i)
  const text = form.errors?.[0] ?? repeated ?? (refused ? undefined : message)
  const firstInvalid = fields.find(({ name }) => metadata[name]?.errors)?.name
  const banner = text ? { id: `${id}-message`, message: text } : null
  return (
    <PostForm
      id={form.id}
      noValidate
      {...carryingForm(carried)}
      data-failed={unreachable?.failed}
      data-wrong={unreachable?.wrong}
      data-missing={unreachable?.missing}
      data-late={unreachable?.late}
      className={`grid grid-cols-1 gap-5 ${intent ? 'max-w-lg' : ''}`}
    >
      <FormBanner id={`${id}-message`} message={text} isReserved={unreachable !== undefined} />
      {intent && <input type="hidden" name="intent" value={intent} />}
      <CarriedField carried={carried} />
      {before}
      {fields.map(({ name, isNewPassword, ...field }) => (
        <Field
          key={name}
          field={metadata[name] as FieldMetadata<string>}
          banner={banner}
          takesFocus={!banner && name === firstInvalid}
          ifCommon={isNewPassword ? COMMON_PASSWORD_WARNING : undefined}
          isEmptied={refused !== undefined && !banner && field.type === 'password'}
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
    </PostForm>
  )
}

export function BackToLogin() {
  return (
    <p className="mt-6">
      <LineLink href="/login">Back to Login</LineLink>
    </p>
  )
}

export function AccountPage({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="wrap max-w-lg pt-10 pb-24">
      <h1 className="section-title mb-6">{title}</h1>
      {children}
    </div>
  )
}
