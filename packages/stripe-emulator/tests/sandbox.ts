import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { onTestFinished } from 'vitest'
import { type EmulatorOptions, startStripeEmulator, type StripeEmulator } from '../src/emulator.ts'

export const DAY = 86_400
/** 2027-01-15 12:00 UTC, the start of most tests. */
export const START = 1_800_014_400

export const MONTHLY = 'price_readr_monthly'
export const YEARLY = 'price_readr_yearly'

/** Events received by a webhook endpoint, with verified signatures. */
export interface Received {
  events: Stripe.Event[]
  types(): string[]
  /** Answers with these statuses in order, and then with 200. */
  answerWith(...statuses: number[]): void
  url: string
}

export function clientOf(emulator: StripeEmulator, options: { retries?: number } = {}): Stripe {
  return new Stripe(emulator.secretKey, {
    host: '127.0.0.1',
    port: emulator.port,
    protocol: 'http',
    maxNetworkRetries: options.retries ?? 0,
    telemetry: false,
    timeout: 10_000,
  })
}

/** A webhook endpoint that records events. */
async function receiver(secret: string): Promise<Received> {
  const events: Stripe.Event[] = []
  const statuses: number[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const payload = Buffer.concat(chunks).toString()
      const signature = String(request.headers['stripe-signature'])
      try {
        events.push(Stripe.webhooks.constructEvent(payload, signature, secret))
        response.writeHead(statuses.shift() ?? 200).end()
      } catch {
        response.writeHead(400).end()
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    events,
    types: () => events.map(({ type }) => type),
    answerWith: (...more) => void statuses.push(...more),
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  }
}

/** Starts an emulator for one test, with the real SDK and a webhook endpoint. */
export async function sandbox({
  events,
  ...options
}: EmulatorOptions & { events?: string[] } = {}) {
  const received = await receiver('whsec_readr_demo_signs_events')
  const emulator = await startStripeEmulator({
    frozenAt: START,
    webhooks: { url: received.url, ...(events && { events }) },
    ...options,
  })
  onTestFinished(() => emulator.close())
  const stripe = clientOf(emulator)
  return { emulator, stripe, received }
}

/** The parameters that the product sends to create a subscription. */
export function subscribing(customer: string, price = MONTHLY): Stripe.SubscriptionCreateParams {
  return {
    customer,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    billing_mode: { type: 'flexible' },
    metadata: { userId: '7' },
    expand: ['pending_setup_intent', 'latest_invoice.confirmation_secret'],
  }
}

/** Sends a request with the publishable key. */
export async function browse(
  emulator: StripeEmulator,
  path: string,
  fields: Record<string, string>,
) {
  const answer = await fetch(`http://127.0.0.1:${emulator.port}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ key: emulator.publishableKey, ...fields }),
  })
  return { status: answer.status, body: (await answer.json()) as never }
}

/** A card as the payment element sends it. */
export const cardFields = (number: string) => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2034',
  'payment_method_data[card][cvc]': '123',
})

/** The part of a confirmation that a browser reads. */
export interface Confirmed {
  status?: string
  error?: object
  next_action?: {
    type: string
    redirect_to_url?: { url: string }
    use_stripe_sdk?: { stripe_js: string }
  }
}

/** Confirms an intent like the payment element. */
export function confirm(
  emulator: StripeEmulator,
  secret: string,
  number: string,
  more: Record<string, string> = {},
) {
  const id = secret.split('_secret_')[0]!
  const path = id.startsWith('seti') ? 'setup_intents' : 'payment_intents'
  return browse(emulator, `/v1/${path}/${id}/confirm`, {
    client_secret: secret,
    ...cardFields(number),
    ...more,
  }) as Promise<{ status: number; body: Confirmed }>
}

/** Creates a customer with a default card. */
export async function customerWith(stripe: Stripe, token: string): Promise<Stripe.Customer> {
  const customer = await stripe.customers.create({ email: 'ada@example.com' })
  const method = await stripe.paymentMethods.attach(token, { customer: customer.id })
  return stripe.customers.update(customer.id, {
    invoice_settings: { default_payment_method: method.id },
  })
}

/** The client secret of a subscription's first payment. */
export function secretOf(subscription: Stripe.Subscription): string {
  const pending = subscription.pending_setup_intent as Stripe.SetupIntent | null
  const invoice = subscription.latest_invoice as Stripe.Invoice
  return pending?.client_secret ?? invoice.confirmation_secret!.client_secret
}

/** Creates a subscription whose first period is paid. */
export async function subscribed(
  { emulator, stripe }: { emulator: StripeEmulator; stripe: Stripe },
  { price = MONTHLY, number = '4242424242424242' } = {},
): Promise<Stripe.Subscription> {
  const customer = await stripe.customers.create({ email: 'ada@example.com' })
  const made = await stripe.subscriptions.create(subscribing(customer.id, price))
  await confirm(emulator, secretOf(made), number)
  return stripe.subscriptions.retrieve(made.id)
}
