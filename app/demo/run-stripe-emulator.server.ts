import { join } from 'node:path'
import { data } from 'react-router'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { checkPlans } from '../billing/service/list-plans.server.ts'
import { followClock } from '../platform/clock.server.ts'
import { env } from '../platform/env.server.ts'
import { ownAddress } from '../platform/site-address.server.ts'
import { connectStripe } from '../platform/stripe.server.ts'
import type { StripeEmulator } from '#packages/stripe-emulator/src/emulator.ts'
import type { Stored } from '#packages/stripe-emulator/src/engine/store.ts'

let running: StripeEmulator | undefined

const isEmulated = () => env().isDemo && env().stripe === null

/**
 * Starts the Stripe emulator from its saved state and connects the product and its clock to it.
 * @throws PlanError if the state has other prices, such as those of another version
 */
export async function startDemoStripe(): Promise<void> {
  if (!isEmulated() || running) return
  if (env().demoHome !== undefined) return connectToOtherProcess()
  const { startStripeEmulator } = await import('#packages/stripe-emulator/src/emulator.ts')
  const emulator = await startStripeEmulator({
    stateFile: join(env().dataDir, 'demo-stripe.json'),
    pagesOrigin: env().appUrl,
    webhooks: { url: `${ownAddress()}/api/webhooks/stripe` },
  })
  // Without a request, for which fetch would be loaded before the first page.
  const prices = [...emulator.account.store.newest<Stored & Stripe.Price>('price')]
  checkPlans(prices.filter(({ active }) => active))
  running = emulator
  connectStripe(emulator)
  followClock(() => emulator.clock.nowMs())
}

const connectionSchema = z.object({
  apiUrl: z.url(),
  secretKey: z.string(),
  publishableKey: z.string(),
  webhookSecret: z.string(),
  nowMs: z.number(),
})

/** What other processes need to use the emulator in this one, including its clock. */
export function demoStripeConnection(): z.input<typeof connectionSchema> {
  const { apiUrl, secretKey, publishableKey, webhookSecret, clock } = demoStripe()
  return { apiUrl, secretKey, publishableKey, webhookSecret, nowMs: clock.nowMs() }
}

let ahead: number | undefined

/** Connects to the emulator in another process and follows its clock. */
export async function connectToOtherProcess(): Promise<void> {
  if (!isEmulated()) return
  const answer = await fetch(`${env().demoHome}/dev/stripe/connection`)
  const { nowMs, ...connection } = connectionSchema.parse(await answer.json())
  if (ahead === undefined) connectStripe(connection)
  ahead = nowMs - Date.now()
  followClock(() => Date.now() + ahead!)
}

/** Saves the state and stops. */
export async function stopDemoStripe(): Promise<void> {
  await running?.close()
  running = undefined
}

/** @throws a 404 response if no emulator runs in this process */
export function demoStripe(): StripeEmulator {
  if (!running) throw data(null, { status: 404 })
  return running
}
