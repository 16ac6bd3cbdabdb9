import { money } from '../rules/format-money.ts'
import { chargesByReader, billingEmailsByReader } from '../store/charges.server.ts'
import { type Reader, subscriptionOf } from './find-subscription.server.ts'

export interface ChargeView {
  at: Date
  cents: number
  /** The amount as text, such as $4.50. */
  amount: string
  description: string
  /** `coming`: not due yet. `failed`: Stripe will retry it, or has given up. */
  status: 'paid' | 'failed' | 'void' | 'coming'
  /** Cents that we refunded. */
  refundedCents: number
  /** Cents of our refunds that the reader's bank sent back. */
  failedRefundCents: number
  /** The reader's bank reversed the payment. */
  isDisputed: boolean
  /** Stripe's page with the invoice and its receipt; null for an upcoming charge. */
  url: string | null
}

/** All past and upcoming charges, newest first, from the database alone. */
export async function listCharges(
  reader: Pick<Reader, 'id' | 'role' | 'email'>,
): Promise<{ past: ChargeView[]; coming: ChargeView[] }> {
  const [rows, { nextCharge, planName, pendingChange }] = await Promise.all([
    chargesByReader(reader.id),
    subscriptionOf(reader),
  ])
  const nextPlan = pendingChange?.kind === 'scheduled' ? pendingChange.name : planName
  return {
    past: rows.map((row) => ({
      at: row.paidAt ?? row.createdAt,
      cents: row.amountCents,
      amount: money(row.amountCents),
      description: row.description,
      status: row.status === 'paid' || row.status === 'void' ? row.status : 'failed',
      refundedCents: row.refundedCents,
      failedRefundCents: row.failedRefundCents,
      isDisputed: row.isDisputed,
      url: row.url,
    })),
    coming: nextCharge
      ? [
          {
            ...nextCharge,
            amount: money(nextCharge.cents),
            description: `Readr ${nextPlan ?? ''}`.trim(),
            status: 'coming',
            refundedCents: 0,
            failedRefundCents: 0,
            isDisputed: false,
            url: null,
          },
        ]
      : [],
  }
}

/** The billing emails that were sent to a reader, newest first. */
export async function listBillingEmails(
  reader: Pick<Reader, 'id'>,
): Promise<{ title: string; at: Date }[]> {
  const rows = await billingEmailsByReader(reader.id)
  return rows.map(({ title, createdAt }) => ({ title, at: createdAt }))
}
