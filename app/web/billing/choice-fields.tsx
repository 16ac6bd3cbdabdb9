import { Callout } from '../ui/callout.tsx'
import { Paragraphs } from '../ui/paragraphs.tsx'
import type { Refused } from '../../middleware/form-action.server.ts'
import './billing.css'

interface ChoiceFieldsProps {
  id: string
  legend: string
  refused: Refused | undefined
  children: React.ReactNode
}

/** A question with several choices, and why the last answer was refused. */
export function ChoiceFields({ id, legend, refused, children }: ChoiceFieldsProps) {
  const problem = Object.values(refused?.result.error ?? {})
    .flatMap((messages) => messages ?? [])
    .join(' ')
  return (
    <>
      {problem && (
        <Callout id={id} isProblem>
          <Paragraphs text={problem} />
        </Callout>
      )}
      <fieldset
        className="grid min-w-0 grid-cols-1 gap-4"
        aria-describedby={problem ? id : undefined}
      >
        <legend className="mb-4">{legend}</legend>
        {children}
      </fieldset>
    </>
  )
}

interface ChoiceProps {
  name: string
  value: string
  isChosen: boolean
  label: React.ReactNode
  children: React.ReactNode
}

/** One choice with its explanation. */
export function Choice({ name, value, isChosen, label, children }: ChoiceProps) {
  return (
    <div className="choice rounded-control border bg-raised p-5">
      <label className="flex flex-wrap items-center gap-x-4">
        <input
          type="radio"
          name={name}
          value={value}
          defaultChecked={isChosen}
          aria-describedby={`${value}-facts`}
          className="size-5 accent-accent"
        />
        {label}
      </label>
      <div id={`${value}-facts`} className="choice-facts mt-2">
        {children}
      </div>
    </div>
  )
}
