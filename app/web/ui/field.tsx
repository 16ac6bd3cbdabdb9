import type { FieldMetadata } from '@conform-to/react'
import { useEffect } from 'react'
import { enhanceForms } from '../behaviors/enhance-forms.ts'
import { Notice } from './notice.tsx'

interface FieldProps {
  field: FieldMetadata<string>
  label: string
  type?: 'text' | 'email' | 'password' | 'date' | 'datetime-local' | 'textarea'
  autoComplete?: string
  inputMode?: 'numeric'
  /** The message that stands above the form, and its id: not said twice. */
  banner?: { id: string; message: string } | null
  /** What else describes the field. */
  describedBy?: string
  /** Said by a script while a password is typed that is among the most common ones. */
  ifCommon?: string | undefined
}

/**
 * A labelled field with its error, tied together for screen readers. A password can be looked at;
 * the button comes to life with a script.
 */
export function Field({
  field,
  label,
  type = 'text',
  autoComplete,
  inputMode,
  banner,
  describedBy,
  ifCommon,
}: FieldProps) {
  useEffect(enhanceForms)
  const error = field.errors?.join(' ')
  const saidAbove = error !== undefined && error === banner?.message
  const described = [error && (saidAbove ? banner.id : field.errorId), describedBy]
    .filter(Boolean)
    .join(' ')
  const common = {
    id: field.id,
    name: field.name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described || undefined,
    autoComplete,
    autoCapitalize: autoComplete === 'name' ? 'words' : undefined,
    className: 'field',
    // The first of a page has it: what stands above all, else the first field that was refused.
    autoFocus: error !== undefined,
  }
  return (
    <div>
      <label htmlFor={field.id} className="mb-1 block font-semibold">
        {label}
      </label>
      {type === 'textarea' ? (
        <textarea {...common} rows={6} defaultValue={field.initialValue} />
      ) : (
        <div className="relative">
          <input
            {...common}
            type={type}
            inputMode={inputMode}
            defaultValue={type === 'password' ? undefined : field.initialValue}
            className={`field ${type === 'password' ? 'pr-20' : ''}`}
          />
          {type === 'password' && (
            <button
              type="button"
              hidden
              data-shows={field.id}
              aria-label={`Show ${label.toLowerCase()}`}
              className="absolute inset-y-0 right-1 rounded-md px-3 text-sm font-semibold text-accent"
            >
              Show
            </button>
          )}
        </div>
      )}
      {ifCommon && (
        <p
          // Not hidden while it is empty: what was hidden is not read out when it is filled.
          aria-live="polite"
          data-common-for={field.id}
          data-says={ifCommon}
          className="text-sm text-soft"
        />
      )}
      {error && !saidAbove && (
        <p id={field.errorId} className="field-error mt-1.5">
          {error}
        </p>
      )}
    </div>
  )
}

/** What is wrong with a form as a whole, or with more than one field alike. */
export function FormBanner({ id, message }: { id: string; message: string | undefined }) {
  if (!message) return null
  return (
    <Notice id={id} isProblem>
      {message}
    </Notice>
  )
}
