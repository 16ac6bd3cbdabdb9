import type Stripe from 'stripe'
import { EventLog } from './events.ts'
import { missing } from './errors.ts'
import { Store, type Stored } from './store.ts'
import { type ScheduledJob, Timeline } from './timeline.ts'

export interface Settings {
  afterRetries: 'cancel' | 'unpaid'
  /**
   * Whether a trial's confirmed SetupIntent becomes the subscription's payment method. If false,
   * the product must set it, which is the harder case.
   */
  setupSavesDefault: boolean
}

/**
 * Callbacks from a lower part of the account to a higher one. Imports go only downward:
 * subscriptions → invoices → intents → cards.
 */
interface Reactions {
  paymentSucceeded(intent: Stripe.PaymentIntent): void
  paymentFailed(intent: Stripe.PaymentIntent): void
  setupSucceeded(intent: Stripe.SetupIntent): void
  invoicePaid(invoice: Stripe.Invoice): void
  invoiceUnpaid(invoice: Stripe.Invoice): void
  invoiceVoided(invoice: Stripe.Invoice): void
  customerDeleted(customer: string): void
}

export type Handler = (account: Account, id: string, at: number) => void

/** The id of a reference. The SDK's types allow expanded objects; stored objects hold ids. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null
  return typeof reference === 'string' ? reference : reference.id
}

/** A Stripe account: its objects, clocks, and events. */
export class Account {
  readonly store = new Store()
  readonly mainClock: Timeline
  readonly clocks = new Map<string, Timeline>()
  readonly events: EventLog
  readonly settings: Settings = {
    afterRetries: 'cancel',
    setupSavesDefault: false,
  }
  /** The origin of the hosted pages. */
  pagesOrigin = ''
  readonly handlers: Record<string, Handler> = {}
  reactions!: Reactions

  constructor(mainClock: Timeline) {
    this.mainClock = mainClock
    this.events = new EventLog(this)
  }

  clock(customer?: string | { id: string } | null): Timeline {
    const id = idOf(customer)
    const clock = id === null ? undefined : this.store.get<Stripe.Customer & Stored>('customer', id)
    const testClock = idOf(clock?.test_clock)
    return (testClock !== null && this.clocks.get(testClock)) || this.mainClock
  }

  now(customer?: string | { id: string } | null): number {
    return this.clock(customer).now()
  }

  runJob(job: ScheduledJob): void {
    // A saved account may have jobs of an earlier version, which mean nothing now.
    this.handlers[job.kind]?.(this, job.id, job.at)
  }

  /**
   * Finds an object by its id.
   * @param param the parameter that holds the id; "id" for the URL
   * @throws ApiError resource_missing
   */
  find<T extends Stored>(object: T['object'], id: string, param?: string): T {
    const found = this.store.get<T>(object, id)
    if (!found || ('deleted' in found && found.deleted)) {
      throw missing(object.replaceAll('_', ' ').replace('.', ' '), id, param)
    }
    return found
  }

  emit(type: Stripe.Event['type'], object: Stored, previous?: Record<string, unknown>): void {
    this.events.record(type, object, previous)
  }
}
