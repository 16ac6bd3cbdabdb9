import { z } from 'zod'
import { centsOf } from '../../billing/rules/charge-refund.ts'
import { CURRENCY_NAME } from '../../billing/rules/plans.ts'

export const grantInput = z.object({
  until: z.iso.date({ error: 'Please choose the last day of access.' }),
})

export const deleteInput = z.object({
  confirm: z.string({ error: 'Please enter the account’s email address.' }).trim().toLowerCase(),
})

const MAX_REASON_CHARS = 200

/** Why something is done to a reader. It is kept in the log, which outlives the account. */
const reason = z
  .string({ error: 'Please enter the reason.' })
  .max(10 * MAX_REASON_CHARS, { error: `Please use at most ${MAX_REASON_CHARS} characters.` })
  .overwrite((typed) => typed.replace(/\p{Cc}+/gu, ' ').trim())
  .min(1, { error: 'Please enter the reason.' })
  .max(MAX_REASON_CHARS, { error: `Please use at most ${MAX_REASON_CHARS} characters.` })
  .refine((typed) => !/\S@\S/.test(typed), {
    error: 'Please leave out email addresses: the log is kept when an account is deleted.',
  })

export const changeInput = z.object({ reason })

const AMOUNT = `Please enter an amount in ${CURRENCY_NAME}, such as 5.00.`

/** The buttons on the page that refunds a charge: the first shows the refund, the second makes it. */
export const chargeRefundIntent = z.enum(['review', 'refund'])

export const chargeRefundInput = z.object({
  amount: z.string({ error: AMOUNT }).transform((typed, context) => {
    const cents = centsOf(typed)
    if (!cents) context.addIssue({ code: 'custom', message: AMOUNT })
    return cents ?? 0
  }),
  reason,
  /** Which refund of the charge it is. */
  number: z.coerce.number().int().min(1).max(10_000),
})
export type ChargeRefundInput = z.output<typeof chargeRefundInput>
