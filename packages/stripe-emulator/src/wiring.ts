import type Stripe from 'stripe'
import type { Account } from './engine/account.ts'
import type { Includable } from './engine/expand.ts'
import { listOf, type Operation } from './engine/operations.ts'
import { catalogue } from './resources/catalogue.ts'
import { charges } from './resources/charges.ts'
import { checkout, checkoutExpires } from './resources/checkout.ts'
import { customers } from './resources/customers.ts'
import { discountCalls } from './resources/discounts.ts'
import { events } from './resources/events.ts'
import { invoiceCalls } from './resources/invoice-calls.ts'
import { intentOf, paymentFailed, paymentsOf, paymentSucceeded } from './resources/invoices.ts'
import { intents } from './resources/intents.ts'
import { paymentMethods } from './resources/payment-methods.ts'
import { portal } from './resources/portal.ts'
import { refundHandlers, refunds } from './resources/refunds.ts'
import { phaseEnds, schedules } from './resources/schedules.ts'
import {
  cycleHandlers,
  invoicePaid,
  invoiceUnpaid,
  invoiceVoided,
  setupSucceeded,
} from './resources/subscription-cycle.ts'
import { endAllOf } from './resources/subscription-end.ts'
import { subscriptions } from './resources/subscriptions.ts'
import { testClocks } from './resources/test-clocks.ts'

/** Connects the parts of an account. */
export function wire(account: Account): void {
  Object.assign(account.handlers, cycleHandlers, refundHandlers, {
    phase: phaseEnds,
    checkout_expires: checkoutExpires,
  })
  account.reactions = {
    paymentSucceeded: (intent) => paymentSucceeded(account, intent),
    paymentFailed: (intent) => paymentFailed(account, intent),
    setupSucceeded: (intent) => setupSucceeded(account, intent),
    invoicePaid: (invoice) => invoicePaid(account, invoice),
    invoiceUnpaid: (invoice) => invoiceUnpaid(account, invoice),
    invoiceVoided: (invoice) => invoiceVoided(account, invoice),
    customerDeleted: (customer) => endAllOf(account, customer),
  }
}

/** Every call that the emulator answers. */
export const operations = (settle: () => Promise<void>): Operation[] => [
  ...catalogue,
  ...customers,
  ...discountCalls,
  ...paymentMethods,
  ...intents,
  ...charges,
  ...refunds,
  ...invoiceCalls,
  ...subscriptions,
  ...schedules,
  ...checkout,
  ...portal,
  ...events,
  ...testClocks(settle),
]

/** Fields that a response contains only when the call expands them. */
export const includable: Record<string, Includable> = {
  invoice: {
    confirmation_secret: (account, invoice) => {
      const secret = intentOf(account, invoice as Stripe.Invoice)?.client_secret
      return secret ? { client_secret: secret, type: 'payment_intent' } : null
    },
    payments: (account, invoice) =>
      listOf('/v1/invoice_payments', [...paymentsOf(account, invoice)]),
  },
  charge: {
    refunds: (account, { id }) =>
      listOf(`/v1/charges/${id}/refunds`, [...account.store.newest('refund', id)]),
  },
}
