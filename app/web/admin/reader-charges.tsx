import { money } from '../../billing/rules/format-money.ts'
import { longDate } from '../../platform/long-date.ts'
import type { refundableCharges } from '../../billing/service/refund-charge.server.ts'
import { AdminList } from './admin-page.tsx'

export type RefundableCharge = Awaited<ReturnType<typeof refundableCharges>>[number]

const STATUS: Record<string, string> = { paid: 'Paid', void: 'Void', uncollectible: 'Given up' }

/** Everything that was returned of a charge, or is about to be; empty: nothing. */
export function returnedTexts(charge: RefundableCharge): string[] {
  const { refundedCents, failedRefundCents, isDisputed, refunds } = charge
  const open = refunds.filter(({ status }) => status === 'requested')
  return [
    ...(refundedCents > 0 ? [`${money(refundedCents)} refunded`] : []),
    ...(failedRefundCents > 0 ? [`${money(failedRefundCents)} sent back by the bank`] : []),
    ...(isDisputed ? ['Reversed by the bank'] : []),
    ...open.map(({ amountCents }) => `${money(amountCents)} waits for Stripe`),
  ]
}

/** A reader's charges, with a link to refund each one that can be. */
export function ReaderCharges({
  readerId,
  charges,
}: {
  readerId: number
  charges: RefundableCharge[]
}) {
  return (
    <>
      <h2 id="charges" className="mt-12 text-2xl">
        Charges
      </h2>
      <AdminList
        caption="Charges"
        rows={charges.map((charge) => {
          const at = longDate(charge.paidAt ?? charge.createdAt)
          return {
            Date: at,
            Amount: `${money(charge.amountCents)} · ${STATUS[charge.status] ?? 'Not paid'}`,
            Returned: returnedTexts(charge).join(', ') || 'Nothing returned',
            Refund:
              charge.leftCents > 0
                ? {
                    href: `/admin/readers/${readerId}/refund/${charge.invoiceId}`,
                    text: 'Refund',
                    about: `the charge of ${at}`,
                  }
                : 'Not possible',
          }
        })}
        empty="No charges yet."
      />
    </>
  )
}
