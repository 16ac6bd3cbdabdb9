/**
 * `node bench/webhooks.ts [subscribers]` (after a build): measures how long the product takes to
 * answer Stripe's webhooks, with the emulator on loopback (docs/performance.md). Subscribers start a
 * trial. Then all their events arrive one by one, as after an hour without webhooks, and then the
 * events of each reader's charge.
 */
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRequest, sendResponse } from '@remix-run/node-fetch-server'
import { Stripe } from 'stripe'
import { runnerImport } from 'vite'
import { WEBHOOK_EVENTS } from '../app/billing/rules/webhook-events.ts'
import type { StripeEmulator } from '#packages/stripe-emulator/src/emulator.ts'
import { catalogueWith } from './generate-catalogue.ts'
import { copyOfBuild, startProduct, stopEverything } from './servers.ts'

const BOOKS = 18
const AT_A_TIME = 4
const MONTHLY = 'price_readr_monthly'

const subscribers = Number(process.argv[2] ?? 40)
const folder = join(tmpdir(), 'readr-bench')
mkdirSync(folder, { recursive: true })
process.on('exit', stopEverything)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

// Node cannot load the JSX of the emulator's pages.
const { module: emulated } = await runnerImport<
  typeof import('#packages/stripe-emulator/src/emulator.ts')
>('./packages/stripe-emulator/src/emulator.ts', { configFile: false, logLevel: 'error' })
const emulator: StripeEmulator = await emulated.startStripeEmulator()

/** How long the product waited for the emulator, in ms. */
let stripeMs = 0
const proxy = createServer((request, response) => {
  void answer()
  async function answer() {
    const started = performance.now()
    await sendResponse(response, await emulator.handle(createRequest(request, response)))
    stripeMs += performance.now() - started
  }
})
proxy.listen(0, '127.0.0.1')
await once(proxy, 'listening')
const stripePort = (proxy.address() as AddressInfo).port
const { secretKey, publishableKey, webhookSecret } = emulator
const stripe = new Stripe(secretKey, { host: '127.0.0.1', port: stripePort, protocol: 'http' })

const product = await startProduct(copyOfBuild(folder), await catalogueWith(BOOKS, folder), {
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: publishableKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_URL: `http://127.0.0.1:${stripePort}`,
  APP_URL: 'http://127.0.0.1',
})
const origin = `http://127.0.0.1:${product.port}`

async function call<T>(path: string, body: object, token?: string): Promise<T> {
  const answer = await fetch(origin + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'Content-Type': 'application/json',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}

for (let i = 0; i < subscribers; i++) {
  const email = `bench-${process.pid}-${i}@example.com`
  const account = { name: 'Ada', email, password: 'secret1' }
  const { accessToken } = await call<{ accessToken: string }>('/api/auth/register', account)
  const begin = { planId: MONTHLY }
  const path = '/api/v1/billing/subscription'
  const { clientSecret } = await call<{ clientSecret: string }>(path, begin, accessToken)
  const id = clientSecret.split('_secret_')[0]!
  await stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' })
}

/** The events that the webhook subscribes to. */
const FOLLOWED = new Set<string>(WEBHOOK_EVENTS)

/** Ids of the events that were sent; fresh() returns the others, oldest first. */
const sent = new Set<string>()
async function fresh(): Promise<Stripe.Event[]> {
  const all: Stripe.Event[] = []
  for await (const event of stripe.events.list({ limit: 100 })) {
    if (!sent.has(event.id) && FOLLOWED.has(event.type)) all.push(event)
    sent.add(event.id)
  }
  return all.toReversed()
}

interface Answered {
  ms: number
  type: string
}

async function deliver(event: Stripe.Event): Promise<Answered> {
  const payload = JSON.stringify(event)
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
  const started = performance.now()
  const answer = await fetch(`${origin}/api/webhooks/stripe`, {
    method: 'POST',
    body: payload,
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
  })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${event.type}: ${answer.status}`)
  return { ms: performance.now() - started, type: event.type }
}

/** Sends events, some at a time, and prints how long the product took. */
async function measure(what: string, events: Stripe.Event[], atATime: number): Promise<void> {
  const queue = events.values()
  const answered: Answered[] = []
  stripeMs = 0
  const before = await product.usage()
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (const event of queue) answered.push(await deliver(event))
    }),
  )
  const after = await product.usage()
  const inOrder = answered.toSorted((a, b) => a.ms - b.ms)
  const at = (share: number) => inOrder[Math.ceil(share * inOrder.length) - 1]!.ms.toFixed(1)
  const each = (ms: number) => (ms / inOrder.length).toFixed(1)
  console.log(
    `${what}, ${atATime} at a time: ${inOrder.length} events; ms: half ${at(0.5)}, 95 of 100 ` +
      `${at(0.95)}, 99 of 100 ${at(0.99)}, the longest ${at(1)} (${inOrder.at(-1)!.type}); ` +
      `over 50 ms: ${inOrder.filter(({ ms }) => ms > 50).length}; ` +
      `processor of the product ${each(after.cpuMs - before.cpuMs)} ms an event, ` +
      `waited for Stripe ${each(stripeMs)} ms; load ${loadavg()[0]!.toFixed(1)}`,
  )
}

const begun = await fresh()
// Warm up V8 before measuring.
const share = Math.ceil(begun.length / 3)
await measure('warming up', begun.slice(0, share), 1)
await measure('trials', begun.slice(share, 2 * share), 1)
await measure('trials', begun.slice(2 * share), AT_A_TIME)
await emulator.clock.advance(7 * 86_400 + 7200)
const charged = await fresh()
const half = Math.ceil(charged.length / 2)
await measure('first charges', charged.slice(0, half), 1)
await measure('first charges', charged.slice(half), AT_A_TIME)
await measure('what was had before', charged, 1)

await product.stop()
await emulator.close()
proxy.closeAllConnections()
proxy.close()
process.exit(0)
