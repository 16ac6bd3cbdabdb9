import { longDate } from '../../billing/rules/format.ts'
import type { PendingChange } from '../../billing/rules/subscription-view.ts'

/** What a plan change waits for. */
export function PendingChangeLine({ change }: { change: PendingChange }) {
  const { kind, name, at } = change
  return (
    <p className="mt-3">
      {kind === 'scheduled'
        ? `Your subscription will change to ${name} Plan on ${longDate(at)}`
        : `The change to the ${name} Plan waits for your payment until ${longDate(at)}.`}
    </p>
  )
}
