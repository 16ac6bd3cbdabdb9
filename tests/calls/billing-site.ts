import { Stripe } from 'stripe'
import { afterAll, beforeAll } from 'vitest'
import type { z } from 'zod'
import { loader as subscription } from '#app/api/billing/subscription.ts'
import { startStripeEmulator, type StripeEmulator } from '#packages/stripe-emulator/src/emulator.ts'
import { addEndpoint } from '#packages/stripe-emulator/src/resources/events.ts'
import { type Product, startProduct } from '#tests/setup/product.ts'
import {
  ask,
  type CallAnswer,
  newReader,
  type Reader,
  type CallOptions,
} from './accounts-client.ts'
import { dataSchema } from './data-schema.ts'

export const startedJson = dataSchema(subscription, 'subscribe')
export const MONTHLY = 'price_readr_monthly'
export const YEARLY = 'price_readr_yearly'
export const BILLING = '/api/v1/billing/subscription'

export const said = ({ status, json }: CallAnswer) => `${status} ${json.message ?? ''}`.trim()
/** The answer's data, checked against its schema. */
export const dataOf = <T extends z.ZodType>(heard: CallAnswer, shape: T): z.output<T> =>
  shape.parse(heard.json.data)

/** A product with an emulated Stripe, for the tests of a file. */
export function billingSite({ livemode = false } = {}) {
  const site = {} as { product: Product; emulator: StripeEmulator; stripe: Stripe }
  beforeAll(async () => {
    site.emulator = await startStripeEmulator({ livemode })
    const { port, secretKey, publishableKey, webhookSecret } = site.emulator
    site.stripe = new Stripe(secretKey, { host: '127.0.0.1', port, protocol: 'http' })
    site.product = await startProduct('content', {
      RATE_LIMIT_FACTOR: '1000',
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
      APP_RETURN_URL: 'readr://paid',
    })
    addEndpoint(site.emulator.account, {
      url: `${site.product.origin}/api/webhooks/stripe`,
      enabled_events: ['*'],
      secret: webhookSecret,
    })
  })
  afterAll(async () => {
    await site.product.stop()
    await site.emulator.close()
  })

  const call = (reader: Reader, path: string, wanted: CallOptions = {}) =>
    ask(site.product.origin, path, { token: reader.token, ...wanted })
  const post = (reader: Reader, path: string, json: unknown = {}) =>
    call(reader, path, { method: 'POST', json })
  const open = (reader: Reader, path: string) =>
    ask(site.product.origin, path, { cookies: reader.web })
  const submit = (reader: Reader, path: string, form: Record<string, string>) =>
    ask(site.product.origin, path, { cookies: reader.web, form })
  const reader = () => newReader(site.product.origin)

  async function customerOf({ email }: Reader): Promise<string | null> {
    const { data } = await site.stripe.customers.list({ email })
    return data[0]?.id ?? null
  }

  /** The subscriptions at Stripe that have not ended. */
  async function subscriptionsOf(one: Reader) {
    const customer = await customerOf(one)
    if (customer === null) return []
    const expand = ['data.pending_setup_intent']
    return (await site.stripe.subscriptions.list({ customer, expand })).data
  }

  /** A reader's payments at Stripe in cents, newest first. */
  async function paidBy(one: Reader): Promise<number[]> {
    const customer = (await customerOf(one))!
    const { data } = await site.stripe.charges.list({ customer })
    return data.filter(({ paid }) => paid).map(({ amount }) => amount)
  }

  /** Confirms the client secret in an answer, as a browser does. */
  async function confirm(heard: CallAnswer, card = 'pm_card_visa') {
    const { clientSecret, intentType } = dataOf(heard, startedJson)
    const id = clientSecret!.split('_secret_')[0]!
    const given = { payment_method: card, return_url: `${site.product.origin}/payment-successful` }
    if (intentType === 'setup') await site.stripe.setupIntents.confirm(id, given)
    else await site.stripe.paymentIntents.confirm(id, given)
    await site.emulator.webhooks.settled()
  }

  /** Confirms the trial that a reader has started on the page. */
  async function confirmTrialOf(one: Reader, card = 'pm_card_visa') {
    const [begun] = await subscriptionsOf(one)
    const { id } = begun!.pending_setup_intent as Stripe.SetupIntent
    await site.stripe.setupIntents.confirm(id, {
      payment_method: card,
      return_url: `${site.product.origin}/payment-successful`,
    })
    await site.emulator.webhooks.settled()
  }

  /** Confirms what a reader has started on the page, with a card whose bank asks on its own page. */
  async function confirmAtBank(
    one: Reader,
  ): Promise<Pick<Stripe.SetupIntent | Stripe.PaymentIntent, 'next_action'>> {
    const expand = ['data.latest_invoice.confirmation_secret']
    const customer = (await customerOf(one))!
    const [begun] = (await site.stripe.subscriptions.list({ customer, expand })).data
    const given = { return_url: `${site.product.origin}/payment-successful` }
    if (begun!.status === 'trialing') {
      const setup = begun!.pending_setup_intent as string
      const card = 'pm_card_authenticationRequiredOnSetup'
      return site.stripe.setupIntents.confirm(setup, { ...given, payment_method: card })
    }
    const { confirmation_secret: secret } = begun!.latest_invoice as Stripe.Invoice
    const card = 'pm_card_authenticationRequired'
    const payment = secret!.client_secret.split('_secret_')[0]!
    return site.stripe.paymentIntents.confirm(payment, { ...given, payment_method: card })
  }

  /** A reader in a trial. */
  async function trialReader(planId = MONTHLY): Promise<Reader> {
    const one = await reader()
    await confirm(await post(one, BILLING, { planId }))
    return one
  }

  /** A paying reader, whose trial was used before. */
  async function payingReader(planId = MONTHLY): Promise<Reader> {
    const one = await trialReader()
    await call(one, BILLING, { method: 'DELETE', json: { immediately: true } })
    await confirm(await post(one, BILLING, { planId }))
    return one
  }

  return Object.assign(site, {
    call,
    post,
    open,
    submit,
    newReader: reader,
    subscriptionsOf,
    paidBy,
    confirm,
    confirmTrialOf,
    confirmAtBank,
    trialReader,
    payingReader,
  })
}
