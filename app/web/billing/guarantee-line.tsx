import { deadlineDay, money } from '../../billing/rules/format-money.ts'
import { longDate } from '../../platform/long-date.ts'
import { REFUND_DAYS } from '../../billing/rules/plans.ts'
import type { guaranteeOf } from '../../billing/service/find-guarantee.server.ts'
import type { Serialized } from '../../platform/reader-json.ts'
import { TextLink } from '../ui/controls.tsx'

export type Guarantee = Awaited<ReturnType<typeof guaranteeOf>>

/** What the money-back guarantee offers a reader now, or how far their refund is. */
export function GuaranteeLine({
  guarantee: { offer, refund },
}: {
  guarantee: Guarantee | Serialized<Guarantee>
}) {
  if (offer) {
    return (
      <p className="mt-5">
        Use your {REFUND_DAYS}-day money-back guarantee before {deadlineDay(offer.until)}.{' '}
        <TextLink href="/settings/refund">Get {money(offer.cents)} back</TextLink>
      </p>
    )
  }
  if (!refund || refund.status === 'returned') return null
  return (
    <p className="mt-5">
      {refund.status === 'failed'
        ? `Your refund of ${money(refund.amountCents)} did not go through.`
        : `You asked for your money back on ${longDate(refund.requestedAt)}.`}{' '}
      <TextLink href="/settings/refund">See your refund</TextLink>
    </p>
  )
}
