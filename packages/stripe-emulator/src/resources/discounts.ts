import type Stripe from 'stripe'
import { z } from 'zod'
import { type Account, idOf } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { filled } from '../engine/published.ts'
import {
  cents,
  emptyable,
  metadata,
  moment,
  text,
  whole,
  withMetadata,
  yesNo,
} from '../engine/fields.ts'
import { listing, operation, retrieval } from '../engine/operations.ts'
import { newId, randomWord } from '../engine/store.ts'
import { addInterval } from '../engine/timeline.ts'

export const coupon = {
  id: text.optional(),
  name: text.max(40).optional(),
  percent_off: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,2})?$/)
    .transform(Number)
    .optional(),
  amount_off: cents.optional(),
  currency: text.length(3).optional(),
  duration: z.enum(['once', 'repeating', 'forever']).optional(),
  duration_in_months: whole.optional(),
  max_redemptions: whole.optional(),
  redeem_by: moment.optional(),
  metadata: metadata.optional(),
}

export function createCoupon(
  account: Account,
  input: z.output<z.ZodObject<typeof coupon>>,
): Stripe.Coupon {
  if ((input.percent_off === undefined) === (input.amount_off === undefined)) {
    throw refused('Must provide percent_off or amount_off, and not both.')
  }
  const made = filled<Stripe.Coupon>('coupon', {
    id: input.id ?? randomWord(8),
    object: 'coupon',
    amount_off: input.amount_off,
    created: account.mainClock.now(),
    currency: input.currency,
    duration: input.duration ?? 'once',
    duration_in_months: input.duration_in_months,
    max_redemptions: input.max_redemptions,
    metadata: withMetadata(null, input.metadata),
    name: input.name,
    percent_off: input.percent_off,
    redeem_by: input.redeem_by,
    times_redeemed: 0,
    valid: true,
  })
  return account.store.insert(made)
}

export const promotion = {
  code: text.max(500).optional(),
  promotion: z.strictObject({ type: z.literal('coupon'), coupon: text }),
  active: yesNo.optional(),
  customer: text.optional(),
  expires_at: moment.optional(),
  max_redemptions: whole.optional(),
  restrictions: z
    .strictObject({
      first_time_transaction: yesNo.optional(),
      minimum_amount: cents.optional(),
      minimum_amount_currency: text.length(3).optional(),
    })
    .optional(),
  metadata: metadata.optional(),
}

export function createPromotionCode(
  account: Account,
  input: z.output<z.ZodObject<typeof promotion>>,
): Stripe.PromotionCode {
  account.find('coupon', input.promotion.coupon, 'promotion[coupon]')
  const made = filled<Stripe.PromotionCode>('promotion_code', {
    id: newId('promo'),
    object: 'promotion_code',
    active: input.active ?? true,
    code: input.code ?? randomWord(8).toUpperCase(),
    created: account.mainClock.now(),
    customer: input.customer,
    expires_at: input.expires_at,
    max_redemptions: input.max_redemptions,
    metadata: withMetadata(null, input.metadata),
    promotion: { type: 'coupon', coupon: input.promotion.coupon },
    restrictions: {
      first_time_transaction: input.restrictions?.first_time_transaction,
      minimum_amount: input.restrictions?.minimum_amount,
      minimum_amount_currency: input.restrictions?.minimum_amount_currency,
    },
    times_redeemed: 0,
  })
  return account.store.insert(made)
}

/** Like Stripe, shows a code that can no longer be redeemed as inactive. */
function current(account: Account, code: Stripe.PromotionCode): Stripe.PromotionCode {
  const coupon = account.store.get<Stripe.Coupon>('coupon', idOf(code.promotion.coupon)!)!
  const now = account.mainClock.now()
  const isSpent =
    (code.expires_at !== null && code.expires_at <= now) ||
    (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions) ||
    (coupon.redeem_by !== null && coupon.redeem_by <= now) ||
    (coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions)
  if (isSpent) code.active = false
  return code
}

function* listPromotionCodes(
  account: Account,
  input: {
    code?: string | undefined
    active?: boolean | undefined
    coupon?: string | undefined
    customer?: string | undefined
  },
) {
  for (const one of account.store.newest<Stripe.PromotionCode>('promotion_code')) {
    const code = current(account, one)
    if (input.code !== undefined && code.code.toLowerCase() !== input.code.toLowerCase()) continue
    if (input.active !== undefined && code.active !== input.active) continue
    if (input.coupon !== undefined && code.promotion.coupon !== input.coupon) continue
    if (input.customer === undefined || code.customer === input.customer) yield code
  }
}

/** Finds a redeemable promotion code by what customers type. */
export function promotionCodeNamed(account: Account, code: string) {
  return [...listPromotionCodes(account, { code, active: true })][0]
}

/** The `discounts` parameter: '' removes all. */
export const discounts = emptyable(
  z.array(
    z.strictObject({
      coupon: text.optional(),
      promotion_code: text.optional(),
      discount: text.optional(),
    }),
  ),
)
type DiscountInput = NonNullable<z.output<typeof discounts>>

/**
 * Redeems codes and coupons for a customer.
 * @param isPreview records nothing
 */
export function redeem(
  account: Account,
  input: DiscountInput | null | undefined,
  customer: string,
  isPreview = false,
): string[] {
  return (input ?? []).map((one, at) => {
    if (one.discount !== undefined) {
      return account.find<Stripe.Discount>('discount', one.discount, `discounts[${at}][discount]`)
        .id
    }
    const param = `discounts[${at}][${one.promotion_code === undefined ? 'coupon' : 'promotion_code'}]`
    let code: Stripe.PromotionCode | null = null
    if (one.promotion_code !== undefined) {
      code = current(
        account,
        account.find<Stripe.PromotionCode>('promotion_code', one.promotion_code, param),
      )
      refuseCode(account, code, customer, param)
    }
    const couponId = code ? idOf(code.promotion.coupon)! : (one.coupon ?? '')
    const found = account.find<Stripe.Coupon>('coupon', couponId, param)
    const start = account.now(customer)
    const discount: Stripe.Discount = {
      id: newId('di'),
      object: 'discount',
      checkout_session: null,
      customer,
      customer_account: null,
      end:
        found.duration === 'repeating'
          ? addInterval(start, 'month', found.duration_in_months ?? 1)
          : null,
      invoice: null,
      invoice_item: null,
      promotion_code: code?.id ?? null,
      source: { coupon: found.id, type: 'coupon' },
      start,
      subscription: null,
      subscription_item: null,
    }
    account.store.replace(discount)
    if (!isPreview) {
      found.times_redeemed++
      if (code) code.times_redeemed++
    }
    return discount.id
  })
}

function refuseCode(
  account: Account,
  code: Stripe.PromotionCode,
  customer: string,
  param: string,
): void {
  if (!code.active) {
    throw refused(`This promotion code is not active: '${code.code}'.`, { param })
  }
  if (code.customer !== null && code.customer !== customer) {
    throw refused('This promotion code is not available to this customer.', { param })
  }
  const hasPaid = () =>
    [...account.store.newest<Stripe.Invoice>('invoice', customer)].some(
      (invoice) => invoice.amount_paid > 0,
    )
  if (code.restrictions.first_time_transaction && hasPaid()) {
    throw refused(
      'This promotion code cannot be redeemed because the associated customer has prior transactions.',
      { code: 'promotion_code_customer_not_first_time', param },
    )
  }
}

/** Finds the coupon of a discount. */
export function couponOf(account: Account, discount: string): Stripe.Coupon {
  const found = account.store.get<Stripe.Discount>('discount', discount)!
  return account.store.get<Stripe.Coupon>('coupon', idOf(found.source.coupon)!)!
}

/** The amounts of several discounts, applied in order. */
export function discountAmounts(
  account: Account,
  ids: string[],
  amount: number,
  at: number,
): { amount: number; discount: string }[] {
  let left = Math.max(0, amount)
  return ids.flatMap((id) => {
    const discount = account.store.get<Stripe.Discount>('discount', id)!
    if (discount.end !== null && discount.end <= at) return []
    const { percent_off: percent, amount_off: fixed } = couponOf(account, id)
    const off = Math.min(left, fixed ?? Math.round((left * (percent ?? 0)) / 100))
    left -= off
    return [{ amount: off, discount: id }]
  })
}

export const discountCalls = [
  operation('POST', '/v1/coupons', coupon, createCoupon),
  retrieval('/v1/coupons/:id', 'coupon'),
  listing('/v1/coupons', {}, (account) => account.store.newest('coupon')),
  operation('POST', '/v1/promotion_codes', promotion, createPromotionCode),
  operation('GET', '/v1/promotion_codes/:id', {}, (account, _, id) =>
    current(account, account.find('promotion_code', id)),
  ),
  operation(
    'POST',
    '/v1/promotion_codes/:id',
    { active: yesNo.optional() },
    (account, input, id) => {
      const code = account.find<Stripe.PromotionCode>('promotion_code', id)
      if (input.active !== undefined) code.active = input.active
      return current(account, code)
    },
  ),
  listing(
    '/v1/promotion_codes',
    {
      code: text.optional(),
      active: yesNo.optional(),
      coupon: text.optional(),
      customer: text.optional(),
    },
    listPromotionCodes,
  ),
]
