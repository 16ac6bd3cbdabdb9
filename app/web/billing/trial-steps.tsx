import { Dial } from '../ui/icons.tsx'
import { longDate, money } from '../../billing/rules/format.ts'
import { TRIAL_REMINDERS_MS } from '../../billing/rules/next-check.ts'

/** What happens on which day of a trial, before anybody gives a card. */
export function TrialSteps({ trialEnd }: { trialEnd: Date }) {
  const reminder = new Date(trialEnd.getTime() - TRIAL_REMINDERS_MS[0])
  const steps = [
    ['Today', `Every summary opens. You pay ${money(0)}.`, 1],
    [longDate(reminder), 'We remind you by mail that the trial is about to end.', 3],
    [
      longDate(trialEnd),
      'Your plan begins and your card is charged. Cancel before then and you pay nothing.',
      4,
    ],
  ] as const
  return (
    <ol
      className="grid gap-x-8 gap-y-5 max-sm:order-last sm:grid-cols-3"
      aria-label="Your free trial"
    >
      {steps.map(([day, what, quarters]) => (
        <li key={day} className="flex gap-3 sm:flex-col sm:border-t-2 sm:border-line sm:pt-4">
          <Dial quarters={quarters} className="size-6" />
          <p>
            <strong className="block">{day}</strong>
            <span className="text-soft">{what}</span>
          </p>
        </li>
      ))}
    </ol>
  )
}
