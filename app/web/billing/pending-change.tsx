import { deadlineDay, exactMoment } from '../../billing/rules/format-money.ts'
import type { PendingPlanChange } from '../../billing/rules/subscription-view.ts'
import type { Serialized } from '../../platform/reader-json.ts'

export function PendingChangeLine({
  change,
}: {
  change: PendingPlanChange | Serialized<PendingPlanChange>
}) {
  const { kind, name, at } = change
  return (
    <p className="mt-3">
      {kind === 'scheduled'
        ? `Your subscription will change to ${name} Plan on ${deadlineDay(at)}`
        : `Pay by ${exactMoment(at)} to complete your change to the ${name} Plan.`}
    </p>
  )
}
