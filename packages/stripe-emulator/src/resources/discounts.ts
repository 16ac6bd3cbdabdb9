import type Stripe from 'stripe'
import { z } from 'zod'
import { type Account, idOf } from '../engine/account.ts'
import { text, yesNo } from '../engine/fields.ts'
import { listing } from '../engine/operations.ts'
import { filled } from '../engine/published.ts'
import { newId } from '../engine/store.ts'
import { addInterval } from '../engine/timeline.ts'

type Terms = Pick<Stripe.Coupon, 'id' | 'duration'> &
  Partial<Pick<Stripe.Coupon, 'percent_off' | 'amount_off' | 'currency' | 'duration_in_months'>>

export function addPromotionCode(account: Account, code: string, terms: Terms): void {
  const created = account.mainClock.now()
  account.store.insert(
    filled<Stripe.Coupon>('coupon', {
      object: 'coupon',
      amount_off: null,
      created,
      currency: null,
      duration_in_months: null,
      metadata: {},
      percent_off: null,
      times_redeemed: 0,
      valid: true,
      ...terms,
    }),
  )
  account.store.insert(
    filled<Stripe.PromotionCode>('promotion_code', {
      id: newId('promo'),
      object: 'promotion_code',
      active: true,
      code,
      created,
      metadata: {},
      promotion: { type: 'coupon', coupon: terms.id },
      restrictions: {},
      times_redeemed: 0,
    }),
  )
}

/** Finds a redeemable promotion code by what customers type. */
export function promotionCodeNamed(account: Account, code: string) {
  return [...promotionCodes(account, code)].find(({ active }) => active)
}

function* promotionCodes(account: Account, code: string | undefined) {
  for (const one of account.store.newest<Stripe.PromotionCode>('promotion_code')) {
    if (code === undefined || one.code.toLowerCase() === code.toLowerCase()) yield one
  }
}

/** The `discounts` parameter. */
export const discounts = z.array(
  z.strictObject({ promotion_code: text.optional(), discount: text.optional() }),
)
type DiscountInput = z.output<typeof discounts>

/**
 * Redeems promotion codes for a customer.
 * @param isPreview records nothing
 */
export function redeem(
  account: Account,
  input: DiscountInput | undefined,
  customer: string,
  isPreview = false,
): string[] {
  return (input ?? []).map((one, at) => {
    if (one.discount !== undefined) {
      const param = `discounts[${at}][discount]`
      return account.find<Stripe.Discount>('discount', one.discount, param).id
    }
    const code = account.find<Stripe.PromotionCode>(
      'promotion_code',
      one.promotion_code ?? '',
      `discounts[${at}][promotion_code]`,
    )
    const coupon = account.find<Stripe.Coupon>('coupon', idOf(code.promotion.coupon)!)
    const start = account.now(customer)
    const { duration, duration_in_months: months } = coupon
    const discount: Stripe.Discount = {
      id: newId('di'),
      object: 'discount',
      checkout_session: null,
      customer,
      customer_account: null,
      end: duration === 'repeating' ? addInterval(start, 'month', months ?? 1) : null,
      invoice: null,
      invoice_item: null,
      promotion_code: code.id,
      source: { coupon: coupon.id, type: 'coupon' },
      start,
      subscription: null,
      subscription_item: null,
    }
    account.store.replace(discount)
    if (!isPreview) {
      coupon.times_redeemed++
      code.times_redeemed++
    }
    return discount.id
  })
}

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

export const promotionFilter = { code: text.optional(), active: yesNo.optional() }

export const discountCalls = [
  listing('/v1/promotion_codes', promotionFilter, function* (account, { code, active }) {
    for (const one of promotionCodes(account, code)) {
      if (active === undefined || one.active === active) yield one
    }
  }),
]
