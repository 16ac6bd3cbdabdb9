import { longDate } from '../../billing/rules/format.ts'
import { type Refund, refundText } from '../../billing/rules/refund.ts'

/** The three things that matter about a cancellation: access, charges, refund. */
export function CancelFacts({ lastDay, refund }: { lastDay: Date; refund: Refund | null }) {
  const facts = [
    ['Last day of access', longDate(lastDay)],
    ['Next charge', 'None'],
    ['Refund', refundText(refund)],
  ] as const
  return (
    <dl className="grid max-w-sm gap-y-1 [&_dd]:ml-auto">
      {facts.map(([what, word]) => (
        <div key={what} className="flex flex-wrap justify-between gap-x-6">
          <dt className="text-soft">{what}</dt>
          <dd className="font-semibold">{word}</dd>
        </div>
      ))}
    </dl>
  )
}
