import type { Stripe } from 'stripe'
import { DomainError } from '../../platform/errors.ts'
import { log } from '../../platform/log.server.ts'
import { announceChange } from '../../platform/jobs/process-bus.server.ts'
import { stripe, stripeConnection } from '../../platform/stripe.server.ts'
import { countTry, markProcessed, noteEvent } from '../store/events.server.ts'
import { readerByCustomer } from '../store/state.server.ts'
import { handleDispute } from './handle-dispute.server.ts'
import { reconcile } from './reconcile.server.ts'

/** A signature that is older is a replay, seconds. */
const TOLERANCE_S = 300

/**
 * Takes an event from Stripe. It only says whom to look at: what is stored comes from Stripe's
 * answer to a question of ours, so that events may be lost, doubled and out of order.
 * @param payload the body, byte for byte as it came
 * @throws DomainError invalid-input when it is not signed by Stripe, or long ago: then nothing is
 * changed; anything else: it was not processed and is to be sent again
 */
export async function receiveStripeEvent(payload: string, signature: string | null): Promise<void> {
  await processEvent(await verified(payload, signature))
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
 * Lets an event have its effect, if it has not had it yet.
 * @throws whatever kept it from being processed
 */
export async function processEvent(event: Stripe.Event): Promise<void> {
  const customer = customerOf(event)
  const received = new Date()
  if (await noteEvent({ id: event.id, type: event.type, customerId: customer }, received)) return
  try {
    await follow(event, customer)
  } catch (error) {
    await countTry(event.id)
    log.warn({ event: event.id, type: event.type, problem: String(error) }, 'event not processed')
    throw error
  }
  await markProcessed(event.id, new Date())
}

async function follow(event: Stripe.Event, customer: string | null): Promise<void> {
  if (event.type === 'price.updated' || event.type === 'product.updated')
    return announceChange('plans')
  if (event.type.startsWith('charge.dispute.')) {
    const { id } = event.data.object as Stripe.Dispute
    // How it stands now: this may be heard of late.
    return handleDispute(await stripe().disputes.retrieve(id, { expand: ['charge'] }))
  }
  const userId = customer === null ? null : await readerByCustomer(customer)
  if (userId === null) return
  await reconcile(userId, { takenBack: event.type === 'charge.refunded' })
}

/** Whom an event is about; null: it does not say, or it is about nobody. */
function customerOf({ type, data }: Stripe.Event): string | null {
  const object = data.object as { id?: string; customer?: string | { id: string } | null }
  if (type.startsWith('customer.') && !type.startsWith('customer.subscription.')) {
    return object.id ?? null
  }
  const { customer } = object
  return typeof customer === 'string' ? customer : (customer?.id ?? null)
}
