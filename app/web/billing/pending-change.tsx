import { longDate } from '../../billing/rules/format.ts'
import type { PendingChange } from '../../billing/rules/subscription-view.ts'
import type { Serialized } from '../ui/reader-slot.tsx'

/** A pending plan change in one sentence. */
export function PendingChangeLine({
  change,
}: {
  change: PendingChange | Serialized<PendingChange>
}) {
  const { kind, name, at } = change
  return (
    <p className="mt-3">
      {kind === 'scheduled'
        ? `Your subscription will change to ${name} Plan on ${longDate(at)}`
        : `Pay by ${longDate(at)} to complete your change to the ${name} Plan.`}
    </p>
  )
}
