import type { Stripe } from 'stripe'
import { consumeAttempt } from '../../accounts/service/rate-limits.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { askStripe, expectObject, stripe } from '../../platform/stripe.server.ts'
import { type Discount, discountLabel, firstCharge } from '../rules/discount.ts'
import { PROMOTION_LIMIT } from '../rules/plans.ts'
import type { Reader } from './find-subscription.server.ts'
import { planById } from './list-plans.server.ts'

export interface Promotion {
  code: string
  /** '50% off for 3 months', '$10.00 off the first payment'. */
  label: string
  /** Cents of the plan's first charge after the discount. */
  firstChargeCents: number
}

export function wrongCode(): DomainError {
  const wrong = 'This code is not valid for this plan. Please check it, or continue without a code.'
  return new DomainError('invalid-input', wrong, { promotionCode: [wrong] })
}

/**
 * Looks up what a code is worth for a plan; limited to 10 tries in 15 minutes for each reader.
 * @throws DomainError invalid-input in field promotionCode, too-many-requests, provider-unavailable
 */
export async function lookUpPromotion(
  reader: Pick<Reader, 'id'>,
  { code, planId }: { code: string; planId: string },
): Promise<Promotion> {
  const plan = await planById(planId)
  const found = await findPromotion(reader, code)
  const discount = discountOf(found)
  return {
    code: found.code,
    label: discountLabel(discount),
    firstChargeCents: firstCharge(discount, plan.price),
  }
}

function discountOf({ promotion: { coupon } }: Stripe.PromotionCode): Discount {
  if (typeof coupon !== 'object' || coupon === null || !coupon.valid) throw wrongCode()
  return {
    percentOff: coupon.percent_off,
    centsOff: coupon.amount_off,
    months: coupon.duration === 'repeating' ? coupon.duration_in_months : null,
    isOnce: coupon.duration === 'once',
  }
}

/**
 * Finds the promotion for a code; Stripe ignores case.
 * @throws as lookUpPromotion
 */
export async function findPromotion(
  reader: Pick<Reader, 'id'>,
  code: string,
): Promise<Stripe.PromotionCode> {
  await consumeAttempt([{ limit: PROMOTION_LIMIT, by: String(reader.id) }])
  return askStripe('Failed to look up the code', async () => {
    const page = await stripe().promotionCodes.list({
      code,
      active: true,
      limit: 1,
      expand: ['data.promotion.coupon'],
    })
    const [found] = expectObject(page, 'list').data
    if (!found) throw wrongCode()
    discountOf(found)
    return found
  })
}
