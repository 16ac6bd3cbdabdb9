import { Form } from 'react-router'
import type { Refused } from '../../middleware/form-action.server.ts'
import { FormBanner } from '../ui/field.tsx'
import { CancelFacts } from './cancel-facts.tsx'

interface CancelFormProps {
  isTrial: boolean
  /** End of what is paid for, or of the trial. */
  periodEnd: Date | null
  today: Date
  /** What the action said when it refused the form. */
  refused: Refused | undefined
}

/** Two ways to end a subscription, each with what it means, and one button. */
export function CancelForm({ isTrial, periodEnd, today, refused }: CancelFormProps) {
  const choices = [
    ...(periodEnd
      ? [
          {
            value: 'atPeriodEnd',
            label: isTrial ? 'When the trial ends' : 'At the end of the billing period',
            lastDay: periodEnd,
          },
        ]
      : []),
    { value: 'immediately', label: 'At once', lastDay: today },
  ]
  const chosen = refused?.result.initialValue?.['when'] ?? choices[0]?.value
  const problem = Object.values(refused?.result.error ?? {})
    .flatMap((messages) => messages ?? [])
    .join(' ')
  return (
    <Form method="post" reloadDocument className="grid grid-cols-1 gap-5">
      <FormBanner id="cancel-problem" message={problem || undefined} />
      <fieldset
        className="grid min-w-0 grid-cols-1 gap-4"
        aria-describedby={problem ? 'cancel-problem' : undefined}
      >
        <legend className="mb-4">When should your subscription end?</legend>
        {choices.map(({ value, label, lastDay }) => (
          <div
            key={value}
            className="rounded-control border border-line bg-raised p-5 has-checked:border-accent"
          >
            <label className="flex min-h-8 items-center gap-4 font-semibold">
              <input
                type="radio"
                name="when"
                value={value}
                defaultChecked={value === chosen}
                aria-describedby={`${value}-facts`}
                className="size-5 accent-accent"
              />
              {label}
            </label>
            <div id={`${value}-facts`} className="mt-2 pl-9 text-sm">
              <CancelFacts lastDay={lastDay} refund={null} />
            </div>
          </div>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="button">
          Cancel subscription
        </button>
        <a href="/settings" className="button button-quiet">
          Keep it
        </a>
      </div>
    </Form>
  )
}
