import { longDate, money } from '../rules.ts'

/** The three things that matter about a cancellation: access, charges, refund. */
export function CancelFacts({
  lastDay,
  refundCents,
}: {
  lastDay: Date
  refundCents: number | null
}) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
      <dt className="text-soft">Last day of access</dt>
      <dd className="font-semibold">{longDate(lastDay)}</dd>
      <dt className="text-soft">Next charge</dt>
      <dd className="font-semibold">None</dd>
      <dt className="text-soft">Refund</dt>
      <dd className="font-semibold">{refundCents === null ? 'None' : money(refundCents)}</dd>
    </dl>
  )
}
