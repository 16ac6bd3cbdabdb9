/**
 * Creates a reader of each kind in the development database, with subscriptions at the Stripe
 * emulator. `npm run dev` runs it once, before the server starts.
 */
import '../app/platform/require-env.server.ts'
import { join } from 'node:path'
import { createUser } from '../app/accounts/service/create-user.server.ts'
import { readerByEmail } from '../app/accounts/service/find-reader.server.ts'
import { listPlans } from '../app/billing/service/list-plans.server.ts'
import { reconcile } from '../app/billing/service/reconcile.server.ts'
import { startSubscription } from '../app/billing/service/start-subscription.server.ts'
import { closeDatabase } from '../app/platform/database.server.ts'
import { env } from '../app/platform/env.server.ts'
import { DomainError } from '../app/platform/errors.ts'
import { connectStripe, stripe } from '../app/platform/stripe.server.ts'
import { startStripeEmulator } from '../packages/stripe-emulator/src/emulator.ts'
import development from './development-readers.json' with { type: 'json' }

/** @returns false if the account already exists */
async function create(email: string, name: string, role: 'reader' | 'admin'): Promise<boolean> {
  try {
    await createUser({ email, name, password: development.password, role })
    return true
  } catch (error) {
    if (error instanceof DomainError && error.code === 'conflict') return false
    throw error
  }
}

/** Subscribes with a test card and ends the trial, so that the card is charged immediately. */
async function subscribe(email: string, card: string): Promise<void> {
  const reader = await readerByEmail(email)
  const planId = (await listPlans()).find(({ plan }) => plan === 'monthly')!.id
  const { clientSecret } = await startSubscription(reader, { planId })
  await stripe().setupIntents.confirm(clientSecret!.split('_secret_')[0]!, {
    payment_method: card,
    return_url: env().appUrl,
  })
  const [subscription] = await reconcile(reader.id)
  await stripe().subscriptions.update(subscription!.id, { trial_end: 'now' })
  await reconcile(reader.id)
}

const emulator = await startStripeEmulator({ stateFile: join(env().dataDir, 'demo-stripe.json') })
connectStripe(emulator)
try {
  for (const { email, name, role, card } of development.readers) {
    const isNew = await create(email, name, role === 'admin' ? 'admin' : 'reader')
    if (isNew && card) await subscribe(email, card)
  }
} finally {
  await emulator.close()
  await closeDatabase()
}
