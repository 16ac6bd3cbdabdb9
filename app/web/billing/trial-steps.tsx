import { deadlineDay, money } from '../../billing/rules/format-money.ts'
import { TRIAL_REMINDER_DAYS } from '../../billing/rules/plans.ts'
import { Dial } from '../ui/icons.tsx'
import './plans.css'
import { DAY_MS } from '../../platform/durations.ts'

export function TrialSteps({ trialEnd }: { trialEnd: Date }) {
  const reminder = new Date(trialEnd.getTime() - TRIAL_REMINDER_DAYS[0] * DAY_MS)
  const steps = [
    ['Today', `You can read every summary. You pay ${money(0)}.`, 1],
    [deadlineDay(reminder), 'We email you a reminder that your trial is about to end.', 3],
    [
      deadlineDay(trialEnd),
      'Your plan starts and your card is charged. Cancel before then and you pay nothing.',
      4,
    ],
  ] as const
  return (
    <ol className="trial-steps grid gap-x-8" aria-label="Your free trial">
      {steps.map(([day, text, quarters]) => (
        <li key={day} className="flex gap-3">
          <Dial quarters={quarters} className="size-6" />
          <p>
            <strong className="block">{day}</strong>
            <span className="text-soft">{text}</span>
          </p>
        </li>
      ))}
    </ol>
  )
}
