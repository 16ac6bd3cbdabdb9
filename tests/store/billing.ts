import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Stripe } from 'stripe'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { UserRow } from '#app/accounts/store/users.server.ts'
import { changePlan } from '#app/billing/service/change-plan.server.ts'
import { refreshSubscription } from '#app/billing/service/reconcile.server.ts'
import { type Started, startSubscription } from '#app/billing/service/start-subscription.server.ts'
import { subscriptionOf } from '#app/billing/service/find-subscription.server.ts'
import { receiveStripeEvent } from '#app/billing/service/receive-stripe-event.server.ts'
import { trialEndOf } from '#app/billing/rules/compute-terms.server.ts'
import { WEBHOOK_EVENTS } from '#app/billing/rules/webhook-events.ts'
import { accountOf } from '#app/billing/store/billing-state.server.ts'
import { accessFor } from '#app/catalogue/rules/access.ts'
import { startStripeEmulator, type StripeEmulator } from '#packages/stripe-emulator/src/emulator.ts'
import { beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { resumeWebSession } from '#app/accounts/service/resume-session.server.ts'
import { db } from '#app/platform/database.server.ts'
import { followClock, now } from '#app/platform/clock.server.ts'
import { connectStripe, stripe } from '#app/platform/stripe.server.ts'
import { newReader } from './readers.ts'

export const MONTHLY = 'price_readr_monthly'
export const YEARLY = 'price_readr_yearly'
export const HOUR = 3600
export const DAY = 24 * HOUR
/** 2027-01-15 12:00 UTC: the clock of these tests starts here. */
const START = 1_800_014_400

/** Shared by the tests of a file. */
export interface World {
  emulator: StripeEmulator
  /** The answers of the webhook, newest last. */
  answers: { status: number; ms: number; type: string }[]
  /** Moves both clocks. */
  advance(seconds: number): Promise<void>
  /** Moves both clocks until the trials that have started are over and paid. */
  endTrials(): Promise<void>
  /** The events that were received, byte for byte. */
  deliveries: { payload: string; signature: string }[]
}

/** An emulated Stripe for the tests of a file, which sends events to the product's webhook. */
export function billingWorld({ livemode = false } = {}): World {
  const world = { answers: [], deliveries: [] } as unknown as World
  const webhook = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const payload = Buffer.concat(chunks).toString()
      const signature = String(request.headers['stripe-signature'])
      world.deliveries.push({ payload, signature })
      const started = performance.now()
      const status = await receiveStripeEvent(payload, signature).then(
        () => 200,
        () => 500,
      )
      const { type } = JSON.parse(payload) as { type: string }
      world.answers.push({ status, ms: performance.now() - started, type })
      response.writeHead(status).end()
    })
  })
  beforeAll(async () => {
    webhook.listen(0, '127.0.0.1')
    await once(webhook, 'listening')
    const { port } = webhook.address() as AddressInfo
    world.emulator = await startStripeEmulator({
      frozenAt: START,
      livemode,
      webhooks: { url: `http://127.0.0.1:${port}/`, events: [...WEBHOOK_EVENTS] },
    })
    const { emulator } = world
    const { secretKey, publishableKey, webhookSecret } = emulator
    connectStripe({
      secretKey,
      publishableKey,
      webhookSecret,
      apiUrl: `http://127.0.0.1:${emulator.port}`,
    })
    followClock(() => emulator.clock.now() * 1000)
    world.advance = async (seconds) => {
      await emulator.clock.advance(seconds)
      await emulator.webhooks.settled()
    }
    world.endTrials = () => {
      const end = trialEndOf(now()).getTime() / 1000
      return world.advance(end + 2 * HOUR - emulator.clock.now())
    }
  })
  // The readers of a test are not billed and checked again whenever a later test moves the clock.
  afterEach(async () => {
    await world.emulator.webhooks.settled()
    world.emulator.clock.clear()
    await db().billingAccount.updateMany({ data: { nextCheckAt: null } })
  })
  afterAll(async () => {
    await world.emulator.close()
    webhook.closeAllConnections()
    webhook.close()
    followClock()
  })
  return world
}

/** What a browser does with a client secret. */
export async function confirm(
  { clientSecret, intentType }: Pick<Started, 'clientSecret' | 'intentType'>,
  card = 'pm_card_visa',
): Promise<void> {
  const id = clientSecret!.split('_secret_')[0]!
  const parameters = { payment_method: card, return_url: 'http://127.0.0.1/payment-successful' }
  if (intentType === 'setup') await stripe().setupIntents.confirm(id, parameters)
  else await stripe().paymentIntents.confirm(id, parameters)
}

let cards = 0

/** A new card: each call enters it again, with the same fingerprint. */
export function newCard(world: World, number = '4242424242424242'): () => Promise<string> {
  const fingerprint = `card-${++cards}`
  return async () => {
    const { id } = await stripe().paymentMethods.create({
      type: 'card',
      card: { number, exp_month: 12, exp_year: 2040 },
    })
    const { account } = world.emulator
    account.find<Stripe.PaymentMethod>('payment_method', id).card!.fingerprint = fingerprint
    return id
  }
}

/** A reader in a trial whose card is confirmed. */
export async function trialReader(planId = MONTHLY, card?: string): Promise<UserRow> {
  const reader = await newReader()
  await confirm(await startSubscription(reader, { planId }), card)
  await refreshSubscription(reader)
  return reader
}

/** What a reader may read, decided by the session as on every page. */
export async function accessOf(reader: UserRow) {
  const { secret } = await beginWebSession(reader, { remember: true, device: 'x' })
  return accessFor((await resumeWebSession(secret))!.user, now())
}

/** A reader whose first month or year is paid. */
export async function payingReader(
  world: World,
  planId = MONTHLY,
  card?: string,
): Promise<UserRow> {
  const reader = await trialReader(planId, card)
  await world.endTrials()
  return reader
}

export const viewOf = (reader: UserRow) => subscriptionOf(reader)
export const change = (reader: UserRow, planId: string) => changePlan(reader, { planId })

/** The subscriptions at Stripe that have not ended. */
export async function atStripe(customer: string) {
  const { data } = await stripe().subscriptions.list({ customer, status: 'all', limit: 100 })
  return data.filter(({ status }) => status !== 'canceled' && status !== 'incomplete_expired')
}

/** The reader's customer id at Stripe. */
export async function customerOf(reader: UserRow): Promise<string> {
  return (await accountOf(reader.id))!.customerId!
}

/** Buys an additional subscription, which the product itself never does. */
export async function buyBeside(reader: UserRow, price: string): Promise<string> {
  const made = await stripe().subscriptions.create({
    customer: await customerOf(reader),
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    expand: ['latest_invoice.confirmation_secret'],
  })
  const invoice = made.latest_invoice as Stripe.Invoice
  const clientSecret = invoice.confirmation_secret!.client_secret
  await confirm({ clientSecret, intentType: 'payment' })
  return made.id
}

/** Fills in Stripe's page. */
export const payOnStripesPage = (url: string, number = '4242424242424242', code = '') =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ action: 'pay', number, expiry: '12 / 40', cvc: '123', code }),
    redirect: 'manual',
  })

/** Makes another card the one that is charged for the reader's subscription. */
export async function useCard(reader: UserRow, name: string): Promise<Stripe.Subscription> {
  const customer = await customerOf(reader)
  const [subscription] = await atStripe(customer)
  const { id } = await stripe().paymentMethods.attach(name, { customer })
  return stripe().subscriptions.update(subscription!.id, { default_payment_method: id })
}

/** Pays the open invoice with a new card, as on Stripe's page for it. */
export async function payWithNewCard(world: World, reader: UserRow): Promise<void> {
  const subscription = await useCard(reader, 'pm_card_visa')
  await stripe().invoices.pay(String(subscription.latest_invoice))
  await world.emulator.webhooks.settled()
}

/** The requests to Stripe that `run` makes, without those of the webhook. */
export async function callsOf(world: World, run: () => Promise<unknown>): Promise<string[]> {
  await world.emulator.webhooks.settled()
  world.emulator.webhooks.setFaults({ drop: true })
  const before = world.emulator.calls.made().length
  await run()
  const made = world.emulator.calls.made().slice(before)
  world.emulator.webhooks.setFaults({})
  return made
}

/** Expects the stored state to match Stripe's, which is fetched here in another way than by the product. */
export async function expectTruth(reader: UserRow): Promise<void> {
  const customer = await customerOf(reader)
  const confirmed = []
  const { data } = await stripe().subscriptions.list({ customer, status: 'all', limit: 100 })
  for (const one of data) {
    if (one.default_payment_method !== null) confirmed.push(one)
  }
  const live = confirmed.filter(({ status }) => status !== 'canceled')
  expect(live.length).toBeLessThanOrEqual(1)
  const truth = live[0] ?? confirmed[0]
  const stored = await db().subscription.findUnique({ where: { userId: reader.id } })
  const { data: invoices } = await stripe().invoices.list({ customer, limit: 100 })
  if (!truth) {
    // Nothing was ever confirmed, so nothing may give access.
    expect(stored?.accessUntil ?? null).toBeNull()
    expect(await viewOf(reader)).toMatchObject({ status: 'none', isSubscribed: false })
    return
  }
  const seconds = (date: Date | null | undefined) => (date ? date.getTime() / 1000 : null)
  const item = truth.items.data[0]
  expect({
    subscription: stored?.subscriptionId,
    status: stored?.status,
    price: stored?.priceId,
    end: seconds(stored?.currentPeriodEnd),
    trialEnd: seconds(stored?.trialEnd),
    isCanceled: stored?.cancelAt !== null,
    canceledAt: seconds(stored?.canceledAt),
  }).toEqual({
    subscription: truth.id,
    status: truth.status,
    price: item?.price.id,
    end: item?.current_period_end,
    trialEnd: truth.trial_end,
    isCanceled: truth.cancel_at_period_end || truth.cancel_at !== null,
    canceledAt: truth.canceled_at,
  })
  const charges = await db().charge.findMany({
    where: { userId: reader.id, status: { not: 'draft' } },
  })
  const reversed = (await stripe().charges.list({ customer, limit: 100 })).data
    .filter(({ amount_refunded: cents, disputed }) => cents > 0 || disputed)
    .map(({ payment_intent: payment, amount_refunded: cents, disputed }) => ({
      payment,
      cents,
      disputed,
    }))
  const byPayment = (a: { payment: unknown }, b: { payment: unknown }) =>
    String(a.payment).localeCompare(String(b.payment))
  expect(
    charges
      .filter(({ refundedCents, isDisputed }) => refundedCents > 0 || isDisputed)
      .map(({ paymentIntentId: payment, refundedCents: cents, isDisputed: disputed }) => ({
        payment,
        cents,
        disputed,
      }))
      .toSorted(byPayment),
  ).toEqual(reversed.toSorted(byPayment))
  const wanted = invoices
    .filter(({ status, amount_due: due }) => status !== 'draft' && due > 0)
    .map(({ id, status, amount_paid: paid, amount_due: due }) => ({ id, status, paid, due }))
  expect(
    charges
      .map((row) => ({
        id: row.invoiceId,
        status: row.status,
        paid: row.amountPaidCents,
        due: row.amountCents,
      }))
      .toSorted((a, b) => a.id.localeCompare(b.id)),
  ).toEqual(wanted.toSorted((a, b) => a.id!.localeCompare(b.id!)))
}
