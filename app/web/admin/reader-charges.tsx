import { money } from '../../billing/rules/format-money.ts'
import { longDate } from '../../platform/long-date.ts'
import type { refundableCharges } from '../../billing/service/refund-charge.server.ts'
import { AdminTable } from './admin-page.tsx'
import { TextLink } from '../ui/controls.tsx'

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
      {charges.length === 0 ? (
        <p className="mt-6 text-soft">No charges yet.</p>
      ) : (
        <AdminTable caption="Charges" head={['Date', 'Amount', 'Returned', 'Refund']}>
          {charges.map((charge) => {
            const at = longDate(charge.paidAt ?? charge.createdAt)
            return (
              <tr key={charge.invoiceId}>
                <td>{at}</td>
                <td>
                  {money(charge.amountCents)} · {STATUS[charge.status] ?? 'Not paid'}
                </td>
                <td>{returnedTexts(charge).join(', ') || 'Nothing returned'}</td>
                <td>
                  {charge.leftCents > 0 ? (
                    <TextLink href={`/admin/readers/${readerId}/refund/${charge.invoiceId}`}>
                      Refund<span className="sr-only"> the charge of {at}</span>
                    </TextLink>
                  ) : (
                    'Not possible'
                  )}
                </td>
              </tr>
            )
          })}
        </AdminTable>
      )}
    </>
  )
}
