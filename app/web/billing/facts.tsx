import { longDate } from '../../billing/rules/format-money.ts'
import { type Refund, refundText } from '../../billing/rules/refund-text.ts'
import './billing.css'

/** A short table of facts. */
export function Facts({ facts }: { facts: (readonly [label: string, value: string])[] }) {
  return (
    <dl className="facts grid max-w-sm gap-y-1">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-soft">{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What a cancellation means: access, charges, refund. */
export function CancelFacts({ lastDay, refund }: { lastDay: Date; refund: Refund | null }) {
  return (
    <Facts
      facts={[
        ['Last day of access', longDate(lastDay)],
        ['Next charge', 'None'],
        ['Refund', refundText(refund)],
      ]}
    />
  )
}
