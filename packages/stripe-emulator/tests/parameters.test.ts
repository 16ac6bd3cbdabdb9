import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { z } from 'zod'
import * as catalogue from '../src/resources/catalogue.ts'
import * as charges from '../src/resources/charges.ts'
import * as checkout from '../src/resources/checkout.ts'
import * as customers from '../src/resources/customers.ts'
import * as discounts from '../src/resources/discounts.ts'
import * as intents from '../src/resources/intents.ts'
import * as invoices from '../src/resources/invoice-calls.ts'
import * as portal from '../src/resources/portal.ts'
import * as refunds from '../src/resources/refunds.ts'
import * as schedules from '../src/resources/schedules.ts'
import * as subscriptionCreate from '../src/resources/subscription-create.ts'
import * as subscriptionEnd from '../src/resources/subscription-end.ts'
import * as subscriptionUpdate from '../src/resources/subscription-update.ts'
import * as subscriptions from '../src/resources/subscriptions.ts'
import { operations } from '../src/wiring.ts'

type Element<T> = T extends readonly (infer E)[] ? E : never
type Fields<T> = T extends readonly unknown[] ? never : T extends object ? T : never
type Names<T> = T extends unknown ? keyof T : never
type At<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never

/** The parameters of `Given`, at any depth, that `Known` lacks; `never` if there are none. */
type Unknown<Given, Known> =
  | (Element<Given> extends never ? never : Unknown<Element<Given>, Element<Known>>)
  | (Fields<Given> extends infer F
      ? F extends object
        ? string extends keyof F
          ? never
          : {
              [K in keyof F]-?: K extends Names<Fields<Known>>
                ? Unknown<F[K], At<Fields<Known>, K>>
                : K
            }[keyof F]
        : never
      : never)

type Taken<S extends z.ZodRawShape> = z.input<z.ZodObject<S>>

/** Compiles only if the SDK's types have every parameter. */
function isKnown<Params>() {
  return <S extends z.ZodRawShape>(
    shape: S & ([Unknown<Taken<S>, Params>] extends [never] ? unknown : never),
  ): number => Object.keys(shape).length
}

/** Stripe.js sends these, not the SDK. */
interface ByBrowsers {
  client_secret: string
  payment_method_data: {
    card: { number: string; exp_month: number; exp_year: number; cvc: string }
  }
}

test('every parameter is one of the SDK’s', () => {
  const counts = [
    isKnown<Stripe.CustomerCreateParams>()(customers.creation),
    isKnown<Stripe.CustomerUpdateParams>()(customers.update),
    isKnown<Stripe.PriceListParams>()(catalogue.priceFilter),
    isKnown<Stripe.PromotionCodeListParams>()(discounts.promotionFilter),
    isKnown<Stripe.PaymentIntentConfirmParams | ByBrowsers>()(intents.confirmation),
    isKnown<Stripe.SetupIntentConfirmParams | ByBrowsers>()(intents.confirmation),
    isKnown<Stripe.RefundCreateParams>()(refunds.refundInput),
    isKnown<Stripe.RefundListParams & Stripe.DisputeListParams>()(charges.filter),
    isKnown<Stripe.InvoiceCreatePreviewParams>()(invoices.preview),
    isKnown<Stripe.InvoiceListParams>()(invoices.filter),
    isKnown<Stripe.SubscriptionCreateParams>()(subscriptionCreate.creation),
    isKnown<Stripe.SubscriptionUpdateParams>()(subscriptionUpdate.update),
    isKnown<Stripe.SubscriptionCancelParams>()(subscriptionEnd.cancellation),
    isKnown<Stripe.SubscriptionListParams>()(subscriptions.filter),
    isKnown<Stripe.SubscriptionScheduleUpdateParams>()(schedules.update),
    isKnown<Stripe.Checkout.SessionCreateParams>()(checkout.creation),
    isKnown<Stripe.Checkout.SessionListParams>()(checkout.sessionFilter),
    isKnown<Stripe.BillingPortal.SessionCreateParams>()(portal.session),
    isKnown<Stripe.BillingPortal.ConfigurationCreateParams>()(portal.configuration),
  ]
  // @ts-expect-error: an unknown nested parameter.
  isKnown<Stripe.SubscriptionCreateParams>()({ items: z.array(z.object({ plann: z.string() })) })
  // @ts-expect-error: an unknown top-level parameter.
  isKnown<Stripe.SubscriptionCreateParams>()({ coupon: z.string() })
  expect(counts.every((count) => count > 0)).toBe(true)
})

test('every call rejects unknown parameters', () => {
  for (const { method, path, parameters } of operations(async () => {})) {
    const { error } = parameters.safeParse({ surely_not_a_parameter: '1' })
    const codes = error?.issues.map(({ code }) => code)
    expect(codes, `${method} ${path}`).toContain('unrecognized_keys')
  }
})
