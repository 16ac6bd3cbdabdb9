import { join } from 'node:path'
import { data } from 'react-router'
import { z } from 'zod'
import { followClock } from '../platform/clock.server.ts'
import { env } from '../platform/env.server.ts'
import { ownAddress } from '../platform/own-address.server.ts'
import { connectStripe } from '../platform/stripe.server.ts'
import { startStripeEmulator, type StripeEmulator } from '#packages/stripe-emulator/src/emulator.ts'

let running: StripeEmulator | undefined

/** Whether Stripe is to be emulated: in demo mode, where no account of Stripe's is configured. */
const isWanted = () => env().isDemo && env().stripe === null

/**
 * Starts the emulated Stripe of demo mode and points the product at it: its API, its events and
 * its clock. What was subscribed before the last stop is still there.
 */
export async function startDemoStripe(): Promise<void> {
  if (!isWanted() || running) return
  if (env().demoHome !== undefined) return followHome()
  const emulator = await startStripeEmulator({
    stateFile: join(env().dataDir, 'demo-stripe.json'),
    pagesOrigin: env().appUrl,
    webhooks: { url: `${ownAddress()}/api/webhooks/stripe` },
  })
  running = emulator
  connectStripe(emulator)
  followClock(() => emulator.clock.nowMs())
}

/** The Stripe that another process plays, as it tells it. */
const atHome = z.object({
  apiUrl: z.url(),
  secretKey: z.string(),
  publishableKey: z.string(),
  webhookSecret: z.string(),
  nowMs: z.number(),
})

/** What another process has to know to use the Stripe that runs in this one, and its clock. */
export function tellOfDemoStripe(): z.input<typeof atHome> {
  const { apiUrl, secretKey, publishableKey, webhookSecret, clock } = demoStripe()
  return { apiUrl, secretKey, publishableKey, webhookSecret, nowMs: clock.nowMs() }
}

let ahead: number | undefined

/** Where another process of the demo plays Stripe: goes by its clock, as it is now. */
export async function followHome(): Promise<void> {
  if (!isWanted()) return
  const answer = await fetch(`${env().demoHome}/dev/stripe/connection`)
  const { nowMs, ...connection } = atHome.parse(await answer.json())
  if (ahead === undefined) connectStripe(connection)
  ahead = nowMs - Date.now()
  followClock(() => Date.now() + ahead!)
}

/** Writes what is to be kept, and stops. */
export async function stopDemoStripe(): Promise<void> {
  await running?.close()
  running = undefined
}

/**
 * The emulated Stripe that runs.
 * @throws a 404 page where there is none
 */
export function demoStripe(): StripeEmulator {
  if (!running) throw data(null, { status: 404 })
  return running
}
