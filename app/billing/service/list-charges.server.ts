import { money } from '../rules/format.ts'
import { chargesByReader, noticesByReader } from '../store/charges.server.ts'
import { subscriptionOf, type Reader } from './find-subscription.server.ts'

/** One charge on a reader's card, past or coming. */
export interface ChargeView {
  at: Date
  cents: number
  /** $16.00 */
  amount: string
  description: string
  /** `coming`: not tried yet. `failed`: tried, and Stripe will try again or has given up. */
  status: 'paid' | 'failed' | 'void' | 'coming'
  /** Cents that we paid back. */
  refundedCents: number
  /** The reader's bank has taken it back. */
  isDisputed: boolean
  /** Stripe's page of the invoice and its receipt; null for what is coming. */
  url: string | null
}

/** Everything that was and will be charged, the newest first; from the database alone. */
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
      status: row.status === 'paid' ? 'paid' : row.status === 'void' ? 'void' : 'failed',
      refundedCents: row.refundedCents,
      isDisputed: row.isDisputed,
      url: row.url,
    })),
    coming: nextCharge
      ? [
          {
            at: nextCharge.at,
            cents: nextCharge.cents,
            amount: money(nextCharge.cents),
            description: `Readr ${nextPlan ?? ''}`.trim(),
            status: 'coming',
            refundedCents: 0,
            isDisputed: false,
            url: null,
          },
        ]
      : [],
  }
}

/** The mails about money that went to a reader, the newest first. */
export async function listNotices(
  reader: Pick<Reader, 'id'>,
): Promise<{ title: string; at: Date }[]> {
  const rows = await noticesByReader(reader.id)
  return rows.map(({ title, createdAt }) => ({ title, at: createdAt }))
}
