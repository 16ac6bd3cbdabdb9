import type Stripe from 'stripe'
import { z } from 'zod'
import { type Account, type Handler, idOf } from '../engine/account.ts'
import { refused } from '../engine/errors.ts'
import { filled } from '../engine/published.ts'
import { metadata, moment, text, yesNo } from '../engine/fields.ts'
import { listing, operation, retrieval } from '../engine/operations.ts'
import { newId } from '../engine/store.ts'
import { recurringPrice } from './catalogue.ts'
import { customerOf } from './customers.ts'
import { discountAmounts, redeem } from './discounts.ts'
import { productName } from './invoice-lines.ts'
import { createSubscription, trialSettings } from './subscription-create.ts'

type Session = Stripe.Checkout.Session

const DAY_S = 86_400
/** Sessions expire after a day at the latest, which is the default, and not before half an hour. */
const LONGEST_LIFE_S = DAY_S
const SHORTEST_LIFE_S = 1800
/** A trial with a given end must last this long at least. */
const SHORTEST_TRIAL_S = 2 * DAY_S

export const creation = {
  mode: z.literal('subscription'),
  customer: text,
  client_reference_id: text.max(200).optional(),
  line_items: z.array(z.strictObject({ price: text, quantity: z.literal('1') })).length(1),
  payment_method_collection: z.literal('always').optional(),
  allow_promotion_codes: yesNo.optional(),
  discounts: z
    .array(z.strictObject({ promotion_code: text }))
    .max(1)
    .optional(),
  subscription_data: z
    .strictObject({
      trial_end: moment.optional(),
      trial_settings: trialSettings.optional(),
      metadata: metadata.optional(),
    })
    .optional(),
  success_url: text,
  cancel_url: text.optional(),
  expires_at: moment.optional(),
}
type Creation = z.output<z.ZodObject<typeof creation>>

function create(account: Account, input: Creation): Session {
  const customer = customerOf(account, input.customer)
  const price = recurringPrice(account, input.line_items[0]!.price, 'line_items[0][price]')
  if (input.allow_promotion_codes && input.discounts) {
    throw refused('You may only specify one of these parameters: allow_promotion_codes, discounts.')
  }
  const id = newId(account.store.livemode ? 'cs_live' : 'cs_test')
  const now = account.now(customer)
  const expiresAt = input.expires_at ?? now + LONGEST_LIFE_S
  refuseTimes(input, expiresAt, now)
  const amount = input.subscription_data?.trial_end === undefined ? price.unit_amount! : 0
  const session = filled<Session>('checkout.session', {
    id,
    object: 'checkout.session',
    allow_promotion_codes: input.allow_promotion_codes,
    allowed_payment_method_types: null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: {},
    cancel_url: input.cancel_url,
    client_reference_id: input.client_reference_id,
    created: now,
    currency: price.currency,
    custom_text: {},
    customer: customer.id,
    customer_details: {
      email: customer.email,
      name: customer.name,
      tax_exempt: 'none',
      tax_ids: [],
    },
    discounts: [],
    expires_at: expiresAt,
    metadata: {},
    mode: 'subscription',
    optional_items: null,
    payment_method_collection: 'always',
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    status: 'open',
    success_url: input.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${account.pagesOrigin}/dev/checkout/${id}`,
  })
  account.store.insert(session, [customer.id])
  account.store.setNote('wanted', id, input)
  account.clock(customer).schedule(session.expires_at, 'checkout_expires', id)
  return session
}

function refuseTimes(input: Creation, expiresAt: number, now: number): void {
  if ((input.subscription_data?.trial_end ?? Infinity) < now + SHORTEST_TRIAL_S) {
    throw refused('The `trial_end` date has to be at least 2 days in the future.', {
      param: 'subscription_data[trial_end]',
    })
  }
  if (expiresAt < now + SHORTEST_LIFE_S || expiresAt > now + LONGEST_LIFE_S) {
    throw refused(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    )
  }
}

const wantedBy = (account: Account, session: Session) =>
  account.store.note<Creation>('wanted', session.id)!

function expire(account: Account, session: Session): void {
  session.status = 'expired'
  session.url = null
  account.emit('checkout.session.expired', session)
}

export const checkoutExpires: Handler = (account, id) => {
  const session = account.store.get<Session>('checkout.session', id)
  if (session?.status === 'open') expire(account, session)
}

const discountsOf = (wanted: Creation, promotionCode: string | null) =>
  promotionCode === null ? wanted.discounts : [{ promotion_code: promotionCode }]

/**
 * Computes the amount and the discount.
 * @throws ApiError when the code cannot be redeemed
 */
export function quote(account: Account, session: Session, promotionCode: string | null) {
  const wanted = wantedBy(account, session)
  const price = account.find<Stripe.Price>('price', wanted.line_items[0]!.price)
  const amount = price.unit_amount!
  const customer = idOf(session.customer)!
  const redeemed = redeem(account, discountsOf(wanted, promotionCode), customer, true)
  const off = discountAmounts(account, redeemed, amount, account.now(customer))
  const discount = off.reduce((sum, one) => sum + one.amount, 0)
  const end = wanted.subscription_data?.trial_end
  // As on Stripe's page, which counts whole days.
  const trialDays = end === undefined ? 0 : Math.floor((end - account.now(customer)) / DAY_S)
  return { price, name: productName(account, price), amount, discount, trialDays }
}

/**
 * Creates the subscription of a submitted page.
 * @param method a card that is saved for the customer
 * @throws ApiError when the card is not charged
 */
export function completeSession(
  account: Account,
  session: Session,
  method: string,
  promotionCode: string | null,
): void {
  if (session.status !== 'open') throw refused('This Checkout Session is no longer open.')
  const wanted = wantedBy(account, session)
  const customer = idOf(session.customer)!
  const wishes = {
    customer,
    items: [{ price: wanted.line_items[0]!.price }],
    payment_behavior: 'error_if_incomplete' as const,
    payment_settings: { save_default_payment_method: 'on_subscription' as const },
    ...wanted.subscription_data,
    discounts: discountsOf(wanted, promotionCode),
    default_payment_method: method,
  }
  const subscription = createSubscription(account, wishes, true)
  const invoice = account.find<Stripe.Invoice>('invoice', idOf(subscription.latest_invoice)!)
  session.status = 'complete'
  session.url = null
  session.subscription = subscription.id
  session.invoice = invoice.id
  session.payment_status = invoice.amount_paid > 0 ? 'paid' : 'no_payment_required'
  session.amount_total = invoice.total
  account.emit('checkout.session.completed', session)
}

export const sessionFilter = {
  customer: text.optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
}

const PATH = '/v1/checkout/sessions'

export const checkout = [
  operation('POST', PATH, creation, create),
  retrieval(`${PATH}/:id`, 'checkout.session'),
  operation('POST', `${PATH}/:id/expire`, {}, (account, _, id) => {
    const session = account.find<Session>('checkout.session', id)
    if (session.status !== 'open') {
      throw refused(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    }
    expire(account, session)
    return session
  }),
  listing(PATH, sessionFilter, function* (account, { customer, status }) {
    for (const one of account.store.newest<Session>('checkout.session', customer)) {
      if (status === undefined || one.status === status) yield one
    }
  }),
]
