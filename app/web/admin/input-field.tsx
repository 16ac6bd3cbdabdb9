interface FieldAttributes {
  id: string
  name: string
  className: string
  autoFocus: boolean
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

interface InputFieldProps extends Omit<React.ComponentProps<'input'>, 'children'> {
  name: string
  /** By default, the name. */
  id?: string
  label: string
  problems: string[] | null | undefined
  /**
   * Renders something else than an input, with attributes that connect it to the label and the
   * problems.
   */
  children?: (attributes: FieldAttributes) => React.ReactNode
}

interface CorrectionFieldProps {
  value: string
  problems: InputFieldProps['problems']
}

/** What the change of a book corrects: readers see it at the end of the summary. */
export function CorrectionField({ value, problems }: CorrectionFieldProps) {
  return (
    <InputField
      name="correction"
      label="Does this correct an error? Tell readers in one sentence."
      problems={problems}
      defaultValue={value}
    />
  )
}

/** An input with its label, and the problems that it was refused for. */
export function InputField({
  name,
  id = name,
  label,
  problems,
  children,
  ...input
}: InputFieldProps) {
  const isRefused = Boolean(problems?.length)
  const errorId = `${id}-error`
  const attributes = {
    id,
    name,
    className: 'field',
    autoFocus: isRefused,
    'aria-invalid': isRefused || undefined,
    'aria-describedby': isRefused ? errorId : undefined,
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      {isRefused && (
        <ul id={errorId} className="field-error mb-1.5 grid gap-1 wrap-anywhere">
          {problems?.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {children ? children(attributes) : <input {...attributes} {...input} />}
    </div>
  )
}
