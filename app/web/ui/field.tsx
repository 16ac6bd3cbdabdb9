import type { FieldMetadata } from '@conform-to/react'
import { useEffect } from 'react'
import { enhanceForms } from '../behaviors/enhance-forms.ts'
import { Callout } from './callout.tsx'
import { TextArea } from './text-area.tsx'

interface FieldProps {
  field: FieldMetadata<string>
  label: string
  type?: 'text' | 'email' | 'password' | 'date' | 'datetime-local' | 'textarea'
  autoComplete?: string
  inputMode?: 'numeric'
  /** The message above the form, and its id. The field does not repeat it. */
  banner?: { id: string; message: string } | null
  describedBy?: string
  takesFocus?: boolean
  suggestFrom?: string
  ifCommon?: string | undefined
  /** The form was refused, and a password is never sent back. */
  isEmptied?: boolean
}

const EMPTIED = 'Type it again: Readr never sends passwords back.'

/** A labeled field with its error, and a button that shows a password (behaviors/enhance-forms.ts). */
export function Field({
  field,
  label,
  type = 'text',
  autoComplete,
  inputMode,
  banner,
  describedBy,
  takesFocus = false,
  suggestFrom,
  ifCommon,
  isEmptied = false,
}: FieldProps) {
  useEffect(enhanceForms)
  const error = field.errors?.join(' ')
  const shown = error ?? (isEmptied ? EMPTIED : undefined)
  const isInBanner = error !== undefined && error === banner?.message
  const described = [shown && (isInBanner ? banner.id : field.errorId), describedBy]
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
    autoFocus: takesFocus,
  }
  return (
    <div className="min-w-0">
      <label htmlFor={field.id} className="mb-1 block font-semibold">
        {label}
      </label>
      {type === 'textarea' ? (
        <TextArea {...common} rows={6} defaultValue={field.initialValue} />
      ) : (
        <div className="relative">
          <input
            {...common}
            type={type}
            inputMode={inputMode}
            data-suggest={suggestFrom}
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
          // Not hidden while empty: screen readers do not announce a region that appears with its text.
          aria-live="polite"
          data-common-for={field.id}
          data-says={ifCommon}
          className="text-sm text-soft"
        />
      )}
      {shown && !isInBanner && (
        <p id={field.errorId} className="field-error mt-1.5">
          {shown}
        </p>
      )}
    </div>
  )
}

/** An error about the whole form, or about several fields. */
export function FormBanner({
  id,
  message,
  isReserved = false,
}: {
  id: string
  message: string | undefined
  isReserved?: boolean
}) {
  if (!message && !isReserved) return null
  return (
    <Callout id={id} isProblem hidden={!message}>
      {message}
    </Callout>
  )
}
