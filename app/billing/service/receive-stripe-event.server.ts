import type { Stripe } from 'stripe'
import { sendEmail } from '../../platform/email/outbox.server.ts'
import { env } from '../../platform/env.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { log } from '../../platform/log.server.ts'
import { announceChange } from '../../platform/jobs/process-bus.server.ts'
import { stripe, stripeConnection } from '../../platform/stripe.server.ts'
import { countTry, insertEvent, markProcessed } from '../store/stripe-events.server.ts'
import { readerByCustomer } from '../store/billing-state.server.ts'
import { openRefundNote } from './billing-emails.ts'
import { handleDispute } from './handle-dispute.server.ts'
import { countWebhook } from './metrics.server.ts'
import { reconcile } from './reconcile.server.ts'
import { stripeIdOf } from './stripe-state.server.ts'

/** Older signatures are replays. */
const TOLERANCE_S = 300

/**
 * Receives an event from Stripe. It only says which reader to reconcile, so events may be lost,
 * repeated, or out of order.
 * @param payload the body exactly as it was received
 * @throws DomainError invalid-input when the signature is wrong or too old; then nothing is changed.
 * Any other error: it was not processed, and Stripe must send it again
 */
export async function receiveStripeEvent(payload: string, signature: string | null): Promise<void> {
  const event = await verified(payload, signature).catch((error: unknown) => {
    countWebhook('refused')
    throw error
  })
  try {
    countWebhook((await processEvent(event)) ? 'processed' : 'repeated')
  } catch (error) {
    countWebhook('failed')
    throw error
  }
}

async function verified(payload: string, signature: string | null): Promise<Stripe.Event> {
  const { webhookSecret } = stripeConnection()
  try {
    return await stripe().webhooks.constructEventAsync(
      payload,
      signature ?? '',
      webhookSecret,
      TOLERANCE_S,
    )
  } catch {
    throw new DomainError('invalid-input', 'The signature is missing or wrong.')
  }
}

/**
 * Processes an event that was not processed before.
 * @returns false if it was processed before
 * @throws any error that kept it from being processed
 */
export async function processEvent(event: Stripe.Event): Promise<boolean> {
  const { id, type } = event
  const customerId = customerOf(event)
  if (await insertEvent({ id, type, customerId }, new Date())) return false
  try {
    await handle(event, customerId)
  } catch (error) {
    await countTry(id)
    log.warn({ event: id, type, problem: String(error) }, 'event not processed')
    throw error
  }
  await markProcessed(id, new Date())
  return true
}

async function handle(event: Stripe.Event, customer: string | null): Promise<void> {
  if (event.type === 'price.updated' || event.type === 'product.updated')
    return announceChange('plans')
  if (event.type.startsWith('charge.dispute.')) {
    const { id } = event.data.object as Stripe.Dispute
    // Fetch its current state: the event may be old.
    return handleDispute(await stripe().disputes.retrieve(id, { expand: ['charge'] }))
  }
  if (event.type === 'refund.failed') {
    log.error({ refund: event.data.object.id, customer }, 'a bank sent back a refund')
  }
  const payer = customer ?? (await payerOf(event))
  const userId = payer === null ? null : await readerByCustomer(payer)
  if (userId === null) {
    // The account was deleted after the refund.
    if (event.type === 'refund.failed') await tellOperator(event.data.object, payer)
    return
  }
  await reconcile(userId, { withReversals: /^(?:charge\.)?refund/.test(event.type) })
}

async function tellOperator(
  { amount: amountCents, metadata }: Stripe.Refund,
  customer: string | null,
): Promise<void> {
  const purpose = metadata?.['purpose']
  if (purpose !== 'guarantee' && purpose !== 'administrator') return
  await sendEmail(
    env().supportEmail,
    openRefundNote({ address: null, amountCents, customer }),
    'billing',
  )
}

/** The customer of a refund that does not name one; null for other events. */
async function payerOf({ type, data }: Stripe.Event): Promise<string | null> {
  const charge = type.startsWith('refund.')
    ? stripeIdOf((data.object as Stripe.Refund).charge)
    : null
  return charge === null ? null : stripeIdOf((await stripe().charges.retrieve(charge)).customer)
}

/** The customer that an event is about; null: none. */
function customerOf({ type, data }: Stripe.Event): string | null {
  const object = data.object as { id?: string; customer?: string | { id: string } | null }
  if (type.startsWith('customer.') && !type.startsWith('customer.subscription.')) {
    return object.id ?? null
  }
  return stripeIdOf(object.customer)
}
