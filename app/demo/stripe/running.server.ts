import { join } from 'node:path'
import { data } from 'react-router'
import { followClock } from '../../platform/clock.server.ts'
import { env } from '../../platform/env.server.ts'
import { ownAddress } from '../../platform/own-address.server.ts'
import { connectStripe } from '../../platform/stripe.server.ts'
import { startStripeEmulator, type StripeEmulator } from './emulator.server.ts'

let running: StripeEmulator | undefined

/** Whether Stripe is to be emulated: in demo mode, where no account of Stripe's is configured. */
const isWanted = () => env().isDemo && env().stripe === null

/**
 * Starts the emulated Stripe of demo mode and points the product at it: its API, its events and
 * its clock. What was subscribed before the last stop is still there.
 */
export async function startDemoStripe(): Promise<void> {
  if (!isWanted() || running) return
  const emulator = await startStripeEmulator({
    stateFile: join(env().dataDir, 'demo-stripe.json'),
    pagesOrigin: env().appUrl,
    webhooks: { url: `${ownAddress()}/api/webhooks/stripe` },
  })
  running = emulator
  connectStripe(emulator)
  followClock(() => emulator.clock.nowMs())
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
