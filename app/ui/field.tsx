import type { FieldMetadata } from '@conform-to/react'
import { getInputProps, getTextareaProps } from '@conform-to/react'

interface FieldProps {
  field: FieldMetadata<string>
  label: string
  type?: 'text' | 'email' | 'textarea'
  autoComplete?: string
}

/** A labelled field with its error, tied together for screen readers. */
export function Field({ field, label, type = 'text', autoComplete }: FieldProps) {
  // The message below says what is wrong; the browser's own bubble would hide it.
  const { key: _key, ...props } =
    type === 'textarea' ? getTextareaProps(field) : getInputProps(field, { type })
  return (
    <div>
      <label htmlFor={field.id} className="mb-1 block font-semibold">
        {label}
      </label>
      {type === 'textarea' ? (
        <textarea {...(props as ReturnType<typeof getTextareaProps>)} rows={6} className="field" />
      ) : (
        <input
          {...(props as ReturnType<typeof getInputProps>)}
          autoComplete={autoComplete}
          className="field"
        />
      )}
      {field.errors && (
        <p id={field.errorId} className="mt-1.5 font-medium text-accent">
          {field.errors.join(' ')}
        </p>
      )}
    </div>
  )
}
