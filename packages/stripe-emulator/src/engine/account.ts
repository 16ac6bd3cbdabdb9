import type Stripe from 'stripe'
import { EventLog } from './events.ts'
import { missing } from './errors.ts'
import { Store, type Stored } from './store.ts'
import { type ScheduledJob, Timeline } from './timeline.ts'

/** How the account is set up where Stripe leaves a choice. */
export interface Settings {
  /** Days to wait before each further try to charge an invoice. */
  retryAfterDays: number[]
  /** What becomes of a subscription when the last try has failed. */
  afterRetries: 'cancel' | 'unpaid'
  /**
   * Whether a trial's confirmed SetupIntent becomes the subscription's payment method by itself.
   * Off: the product has to set it, which is the harder case.
   */
  setupSavesDefault: boolean
}

/**
 * What one part of the account does when another has finished something. The parts know only those
 * below them: subscriptions → invoices → intents → cards.
 */
export interface Reactions {
  paymentSucceeded(intent: Stripe.PaymentIntent, charge: Stripe.Charge): void
  paymentFailed(intent: Stripe.PaymentIntent): void
  setupSucceeded(intent: Stripe.SetupIntent): void
  invoicePaid(invoice: Stripe.Invoice): void
  invoiceUnpaid(invoice: Stripe.Invoice): void
  invoiceVoided(invoice: Stripe.Invoice): void
  customerDeleted(customer: string): void
}

export type Handler = (account: Account, id: string, at: number) => void

/** The id behind a reference, which the types allow to be expanded; stored ones never are. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null
  return typeof reference === 'string' ? reference : reference.id
}

/** A Stripe account: its objects, its clocks and what happened in it. */
export class Account {
  readonly store = new Store()
  readonly mainClock: Timeline
  readonly clocks = new Map<string, Timeline>()
  readonly events: EventLog
  readonly settings: Settings = {
    retryAfterDays: [3, 5, 7],
    afterRetries: 'cancel',
    setupSavesDefault: false,
  }
  /** Where the hosted pages are reached. */
  pagesOrigin = ''
  /** What is done when something is due, by kind. */
  readonly handlers: Record<string, Handler> = {}
  reactions!: Reactions

  constructor(mainClock: Timeline) {
    this.mainClock = mainClock
    this.events = new EventLog(this)
  }

  /** The clock that a customer lives by, and without one, the world's. */
  clock(customer?: string | { id: string } | null): Timeline {
    const id = idOf(customer)
    const clock = id === null ? undefined : this.store.get<Stripe.Customer & Stored>('customer', id)
    const testClock = idOf(clock?.test_clock)
    return (testClock !== null && this.clocks.get(testClock)) || this.mainClock
  }

  now(customer?: string | { id: string } | null): number {
    return this.clock(customer).now()
  }

  /** Does what is due. */
  runJob(job: ScheduledJob): void {
    this.handlers[job.kind]!(this, job.id, job.at)
  }

  /**
   * An object by its id.
   * @throws ApiError resource_missing; `param` says where it was named, "id" for the address
   */
  find<T extends Stored>(object: T['object'], id: string, param?: string): T {
    const found = this.store.get<T>(object, id)
    if (!found || ('deleted' in found && found.deleted)) {
      throw missing(object.replaceAll('_', ' ').replace('.', ' '), id, param)
    }
    return found
  }

  /** Records that something happened to an object, and tells the webhooks. */
  emit(type: Stripe.Event['type'], object: Stored, previous?: Record<string, unknown>): void {
    this.events.record(type, object, previous)
  }
}
