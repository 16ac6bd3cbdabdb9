import type Stripe from 'stripe'
import { newId, type Store, type Stored } from './store.ts'

/** What the log of events needs of its account. */
interface EventAccount {
  readonly store: Store
  readonly mainClock: { now(): number }
  now(customer: string): number
}

/** The API version that this emulator speaks, and no other. */
export const API_VERSION = '2026-10-28.endive' satisfies Stripe.LatestApiVersion

/** As with Stripe, events can be read for 30 days. */
const EVENT_LIFE_S = 30 * 86_400

/** Whether an event can be read no longer. */
export const isExpired = (account: EventAccount, { created }: { created: number }) =>
  created < account.mainClock.now() - EVENT_LIFE_S
/** How often old events are looked for. */
const CLEAR_EVERY = 500

/** An event as it is kept: the object as it was then. */
export interface StoredEvent extends Stored {
  object: 'event'
  api_version: string
  created: number
  data: { object: Stored; previous_attributes?: Record<string, unknown> }
  livemode: boolean
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

/**
 * The customer whom an object is about: by itself, or by what it belongs to. What is about nobody
 * stands for itself.
 */
export function customerOf(account: EventAccount, object: Stored): string {
  if (object.object === 'customer') return object.id
  const { customer, invoice, charge } = object as Stored & Record<string, unknown>
  if (typeof customer === 'string') return customer
  const owner = invoice ?? charge
  const found = typeof owner === 'string' ? account.store.any(owner) : undefined
  return found ? customerOf(account, found) : object.id
}

/** What happened in an account. */
export class EventLog {
  private readonly account: EventAccount
  /** The request that causes events now; none when time does. */
  request: StoredEvent['request'] = { id: null, idempotency_key: null }
  /** What is told of each event. */
  listener: (event: StoredEvent) => void = () => {}
  private recorded = 0

  constructor(account: EventAccount) {
    this.account = account
  }

  record(type: string, object: Stored, previous?: Record<string, unknown>): void {
    const created = this.account.now(customerOf(this.account, object))
    const snapshot = JSON.parse(JSON.stringify(object)) as Stored
    const event: StoredEvent = {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created,
      data: { object: snapshot, ...(previous && { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: 0,
      request: this.request,
      type,
    }
    this.account.store.insert(event)
    if (++this.recorded % CLEAR_EVERY === 0) {
      this.account.store.dropOldest(
        'event',
        (one) => (one as StoredEvent).created < created - EVENT_LIFE_S,
      )
    }
    this.listener(event)
  }
}
