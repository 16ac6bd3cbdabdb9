import { deadlineDay } from '../../billing/rules/format-money.ts'
import { type Refund, refundText } from '../../billing/rules/refund-text.ts'
import './billing.css'

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

/**
 * What a cancellation means: access, charges, refund.
 * @param props.endsAt when access ends; null: right away, or it has ended
 */
export function CancelFacts({ endsAt, refund }: { endsAt: Date | null; refund: Refund | null }) {
  return (
    <Facts
      facts={[
        ['Access ends', endsAt ? deadlineDay(endsAt) : 'Right away'],
        ['Next charge', 'None'],
        ['Refund', refundText(refund)],
      ]}
    />
  )
}
