import type Stripe from 'stripe'
import { newId, type Store, type Stored } from './store.ts'

interface EventAccount {
  readonly store: Store
  readonly mainClock: { now(): number }
  now(customer: string): number
}

/** The only API version that the emulator supports. */
export const API_VERSION = '2026-10-28.endive' satisfies Stripe.LatestApiVersion

/** Like Stripe, keep events for 30 days. */
const EVENT_LIFE_S = 30 * 86_400

/** Whether an event is too old to be read. */
export const isExpired = (account: EventAccount, { created }: { created: number }) =>
  created < account.mainClock.now() - EVENT_LIFE_S
/** Delete old events after this many new ones. */
const CLEAR_EVERY = 500

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

/** The customer of an object or of its invoice or charge; without one, the object's own id. */
export function customerOf(account: EventAccount, object: Stored): string {
  if (object.object === 'customer') return object.id
  const { customer, invoice, charge } = object as Stored & Record<string, unknown>
  if (typeof customer === 'string') return customer
  const owner = invoice ?? charge
  const found = typeof owner === 'string' ? account.store.any(owner) : undefined
  return found ? customerOf(account, found) : object.id
}

export class EventLog {
  private readonly account: EventAccount
  /** The request that is being executed; null ids while a job runs. */
  request: StoredEvent['request'] = { id: null, idempotency_key: null }
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
