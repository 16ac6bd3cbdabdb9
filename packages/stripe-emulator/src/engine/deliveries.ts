import { setTimeout as wait } from 'node:timers/promises'
import { Stripe } from 'stripe'
import type { Account } from './account.ts'
import { API_VERSION, customerOf, type StoredEvent } from './events.ts'
import { newId, type Stored } from './store.ts'

export interface Endpoint extends Stored {
  object: 'webhook_endpoint'
  url: string
  secret: string
  enabled_events: string[]
  status: 'enabled' | 'disabled'
  api_version: string | null
  application: null
  created: number
  description: null
  livemode: boolean
  metadata: Record<string, string>
}

interface Delivery extends Stored {
  object: 'delivery'
  event: string
  endpoint: string
  attempt: number
}

/** Faults in the delivery of events; all off by default. */
export interface WebhookFaults {
  duplicate: boolean
  /** Events of one request or one second arrive in reverse order. */
  reorder: boolean
  /** Delay of every event, in seconds of the emulator's clock. */
  delay: number
  drop: boolean
  beforeAnswer: boolean
}

export const NO_WEBHOOK_FAULTS: WebhookFaults = {
  duplicate: false,
  reorder: false,
  delay: 0,
  drop: false,
  beforeAnswer: false,
}

/** The result of a delivery attempt; status is null without a response in time. */
export interface Attempt {
  event: string
  type: string
  status: number | null
  attempt: number
  at: number
}

/** Seconds between retries: like Stripe, over three days. */
const BACKOFF_S = [60, 300, 1800, 7200, 18_000, 36_000, 36_000, 36_000, 36_000, 36_000, 36_000]
const ANSWER_WITHIN_MS = 20_000
const LOGGED_ATTEMPTS = 500
/** The longest that a response waits for its events to be delivered first. */
const WAIT_FOR_EVENTS_MS = 1000

const signer = new Stripe('sk_test_signs_only').webhooks

export class Deliveries {
  faults: WebhookFaults = { ...NO_WEBHOOK_FAULTS }
  readonly attempts: Attempt[] = []
  private readonly account: Account
  private waiting: Delivery[] = []
  /** The last delivery of each customer: the next one waits for it. */
  private readonly chains = new Map<string, Promise<void>>()
  private inFlight = 0
  private idle: (() => void)[] = []
  private isClosed = false

  constructor(account: Account) {
    this.account = account
    account.events.listener = (event) => this.enqueue(event)
    account.handlers['delivery'] = (_, id) => this.send(account.store.get<Delivery>('delivery', id))
  }

  private enqueue(event: StoredEvent): void {
    if (this.faults.drop) return
    for (const endpoint of this.account.store.newest<Endpoint>('webhook_endpoint')) {
      const { enabled_events: wanted } = endpoint
      if (endpoint.status === 'disabled') continue
      if (!wanted.includes('*') && !wanted.includes(event.type)) continue
      const add = () => {
        this.waiting.push({
          id: newId('delivery'),
          object: 'delivery',
          event: event.id,
          endpoint: endpoint.id,
          attempt: 1,
        })
        event.pending_webhooks++
      }
      add()
      if (this.faults.duplicate) add()
    }
  }

  async release(): Promise<void> {
    const batch = this.faults.reorder ? this.waiting.toReversed() : this.waiting
    this.waiting = []
    const { delay, beforeAnswer } = this.faults
    if (delay > 0) for (const delivery of batch) this.later(delivery, delay)
    else if (!beforeAnswer) for (const delivery of batch) this.send(delivery)
    else {
      // Skip the customer's queue: the call may come from the handler of an earlier event.
      const sent = Promise.all(batch.map((delivery) => this.try(delivery)))
      await Promise.race([sent, wait(WAIT_FOR_EVENTS_MS, undefined, { ref: false })])
    }
  }

  private later(delivery: Delivery, seconds: number): void {
    this.account.store.replace(delivery)
    const { mainClock } = this.account
    mainClock.schedule(mainClock.now() + seconds, 'delivery', delivery.id, 9)
  }

  private send(delivery: Delivery | undefined): void {
    if (!delivery) return
    const event = this.account.store.get<StoredEvent>('event', delivery.event)
    if (!event) return
    const customer = customerOf(this.account, event.data.object)
    const before = this.chains.get(customer)
    const deliver = async () => {
      await before
      await this.try(delivery)
      if (this.chains.get(customer) === done) this.chains.delete(customer)
    }
    const done = deliver()
    this.chains.set(customer, done)
  }

  private async try(delivery: Delivery): Promise<void> {
    const event = this.account.store.get<StoredEvent>('event', delivery.event)
    const endpoint = this.account.store.get<Endpoint>('webhook_endpoint', delivery.endpoint)
    if (!event || !endpoint) return
    if (this.isClosed) return this.later({ ...delivery, id: newId('delivery') }, 0)
    this.inFlight++
    const status = await this.post(endpoint, event)
    const { attempt } = delivery
    this.attempts.push({
      event: event.id,
      type: event.type,
      status,
      attempt,
      at: this.account.mainClock.now(),
    })
    if (this.attempts.length > LOGGED_ATTEMPTS) this.attempts.shift()
    this.account.store.remove(delivery.id)
    const seconds = BACKOFF_S[attempt - 1]
    if (status !== null && status >= 200 && status < 300) event.pending_webhooks--
    else if (seconds !== undefined) {
      this.later({ ...delivery, id: newId('delivery'), attempt: attempt + 1 }, seconds)
    }
    this.inFlight--
    if (this.inFlight === 0) for (const resolve of this.idle.splice(0)) resolve()
  }

  private async post(endpoint: Endpoint, event: StoredEvent): Promise<number | null> {
    const payload = JSON.stringify(event)
    const signature = signer.generateTestHeaderString({
      payload,
      secret: endpoint.secret,
      // The receiver checks against real time, not the emulator's clock.
      timestamp: Math.floor(Date.now() / 1000),
    })
    try {
      const answer = await fetch(endpoint.url, {
        method: 'POST',
        body: payload,
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Stripe-Signature': signature,
          'User-Agent': `Stripe/1.0 (+demo; ${API_VERSION})`,
        },
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      })
      await answer.arrayBuffer()
      return answer.status
    } catch {
      return null
    }
  }

  /** Resolves when no delivery is in flight; scheduled retries do not count. */
  async settled(): Promise<void> {
    while (this.inFlight > 0 || this.chains.size > 0) {
      await Promise.all(this.chains.values())
      if (this.inFlight > 0) await new Promise<void>((resolve) => this.idle.push(resolve))
    }
  }

  close(): Promise<void> {
    this.isClosed = true
    return this.settled()
  }
}
