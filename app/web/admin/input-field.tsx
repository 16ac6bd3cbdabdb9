import { TextArea } from '../ui/text-area.tsx'

export interface InputFieldProps extends Omit<React.ComponentProps<'input'>, 'children'> {
  name: string
  label: string
  problems?: string[] | null | undefined
  rows?: number | undefined
  options?: (readonly [value: string | number, label: string])[] | undefined
}

/** What the change of a book corrects: readers see it at the end of the summary. */
export const CORRECTION_FIELD = {
  name: 'correction',
  label: 'Does this correct an error? Tell readers in one sentence.',
}

export function InputField({
  id,
  label,
  problems,
  rows,
  options,
  defaultValue,
  ...input
}: InputFieldProps) {
  const fieldId = id ?? input.name
  const isRefused = Boolean(problems?.length)
  const errorId = `${fieldId}-error`
  const common = {
    id: fieldId,
    name: input.name,
    className: `field ${input.className ?? ''}`.trim(),
    autoFocus: input.autoFocus ?? isRefused,
    'aria-invalid': isRefused || undefined,
    'aria-describedby': isRefused ? errorId : undefined,
    defaultValue,
  }
  return (
    <div className="min-w-0">
      <label htmlFor={fieldId} className="mb-1 block font-semibold">
        {label}
      </label>
      {isRefused && (
        <ul id={errorId} className="field-error mb-1.5 grid gap-1 wrap-anywhere">
          {problems?.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {options ? (
        <select {...common}>
          {options.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      ) : rows ? (
        <TextArea {...common} rows={rows} />
      ) : (
        <input {...input} {...common} />
      )}
    </div>
  )
}
