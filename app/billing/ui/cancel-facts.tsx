import { longDate } from '../rules.ts'
import { type Refund, refundInWords } from '../rules/refund.ts'

/** The three things that matter about a cancellation: access, charges, refund. */
export function CancelFacts({ lastDay, refund }: { lastDay: Date; refund: Refund | null }) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
      <dt className="text-soft">Last day of access</dt>
      <dd className="font-semibold">{longDate(lastDay)}</dd>
      <dt className="text-soft">Next charge</dt>
      <dd className="font-semibold">None</dd>
      <dt className="text-soft">Refund</dt>
      <dd className="font-semibold">{refundInWords(refund)}</dd>
    </dl>
  )
}
