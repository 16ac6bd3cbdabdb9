/**
 * Decides which requests are served when there are more than one process can serve: pure rules
 * without I/O. connection-limits.server.ts connects them to HTTP.
 */

/** Limits on requests in flight: those that wait and those that are being served. */
export interface ConcurrencyLimits {
  /** Requests served at the same time; others wait. */
  maxRunning: number
  /** With no more requests in flight than this, none is refused, however long it waits. */
  refuseAbove: number
  /** Slots in addition to `maxRunning`, for clients with no request being served. */
  reserve: number
  /** Above this, each new request replaces one of the client with the most requests in flight. */
  maxInFlight: number
  /**
   * Once more than `refuseAbove` requests are in flight, and until the queue is empty, requests
   * that have waited longer than this are refused.
   */
  maxWaitMs: number
  /** Of these, this many are refused in a row: refusing hundreds takes as long as a dozen pages. */
  maxRefusedTogether: number
}

/** One request in flight. */
export interface QueuedRequest {
  readonly client: string
  /** When the request arrived, in ms of a monotonic clock. */
  readonly arrivedAt: number
  state: 'waiting' | 'running' | 'done'
  /** Starts serving the request. */
  readonly start: () => void
  /** Refuses the request, or aborts it if it is already being served. */
  readonly refuse: (isRunning: boolean) => void
}

interface Client {
  waiting: QueuedRequest[]
  running: QueuedRequest[]
}

/**
 * Shares the event loop between accepting connections and serving requests. Node accepts one
 * connection per turn of the event loop, so starting a page in each turn would keep the rest of a
 * burst, health checks included, waiting for minutes.
 */
export class ConnectionsFirst {
  readonly #maxTurns: number
  #turns = 0
  #putOffAt = 0
  #serveUntil = 0

  /** @param maxTurns turns of the event loop, in a row, in which requests are put off */
  constructor(maxTurns: number) {
    this.#maxTurns = maxTurns
  }

  /**
   * Decides, once per turn of the event loop, whether a request may start. Requests are put off while
   * connections arrive, but then served for as long as they were put off: clients that never stop
   * connecting take at most half of the time.
   * @param now in ms of a monotonic clock
   * @param isAccepting whether a connection was accepted since the last turn
   */
  mayServe(now: number, isAccepting: boolean): boolean {
    if (now < this.#serveUntil) return true
    if (!isAccepting) {
      this.#turns = 0
      return true
    }
    if (this.#turns === 0) this.#putOffAt = now
    if (this.#turns++ < this.#maxTurns) return false
    this.#turns = 0
    this.#serveUntil = now + (now - this.#putOffAt)
    return true
  }
}

/** The requests in flight of one process. */
export class ConcurrencyLimit {
  readonly #limits: ConcurrencyLimits
  readonly #clients = new Map<string, Client>()
  #waiting = 0
  #running = 0
  #isOverloaded = false

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits
  }

  get waiting(): number {
    return this.#waiting
  }

  get running(): number {
    return this.#running
  }

  get inFlight(): number {
    return this.#waiting + this.#running
  }

  /**
   * Queues a request until startNext() starts it. If that makes too many, the client with the most
   * requests in flight loses one, which may be this one.
   */
  enter(client: string, now: number, run: Pick<QueuedRequest, 'start' | 'refuse'>): QueuedRequest {
    const queued: QueuedRequest = { client, arrivedAt: now, state: 'waiting', ...run }
    const own = this.#clients.get(client) ?? { waiting: [], running: [] }
    this.#clients.set(client, own)
    own.waiting.push(queued)
    this.#waiting++
    if (this.inFlight > this.#limits.refuseAbove) this.#isOverloaded = true
    if (this.inFlight > this.#limits.maxInFlight) this.#refuse(this.#victim(own))
    return queued
  }

  /**
   * Refuses some of the requests that have waited too long and starts one: the oldest of the client with
   * the fewest running.
   * @returns whether one was started
   */
  startNext(now: number): boolean {
    this.#refuseLate(now)
    let next: Client | undefined
    for (const client of this.#clients.values()) {
      if (client.waiting.length === 0) continue
      if (next && client.running.length >= next.running.length) continue
      next = client
    }
    if (!next) return false
    const { maxRunning, reserve } = this.#limits
    if (this.#running >= maxRunning + (next.running.length === 0 ? reserve : 0)) return false
    const queued = next.waiting.shift()!
    next.running.push(queued)
    this.#waiting--
    this.#running++
    queued.state = 'running'
    // Move the client to the end, so that clients with as many requests running alternate.
    this.#clients.delete(queued.client)
    this.#clients.set(queued.client, next)
    queued.start()
    return true
  }

  /** Removes a request that was answered or refused, or whose client disconnected. */
  leave(queued: QueuedRequest): void {
    if (queued.state === 'done') return
    const own = this.#clients.get(queued.client)!
    const queue = queued.state === 'waiting' ? own.waiting : own.running
    queue.splice(queue.indexOf(queued), 1)
    if (queued.state === 'waiting') this.#waiting--
    else this.#running--
    queued.state = 'done'
    if (own.waiting.length + own.running.length === 0) this.#clients.delete(queued.client)
  }

  #refuse(queued: QueuedRequest): void {
    const isRunning = queued.state === 'running'
    this.leave(queued)
    queued.refuse(isRunning)
  }

  #refuseLate(now: number): void {
    if (this.#waiting === 0) this.#isOverloaded = false
    if (!this.#isOverloaded) return
    const late = now - this.#limits.maxWaitMs
    const isLate = ({ waiting: [oldest] }: Client) =>
      oldest !== undefined && oldest.arrivedAt < late
    const clients = [...this.#clients.values()].filter(isLate)
    let refusals = 0
    for (const client of clients.toSorted((a, b) => size(b) - size(a))) {
      while (isLate(client)) {
        if (this.inFlight <= this.#limits.maxRunning) return
        if (refusals++ === this.#limits.maxRefusedTogether) return
        this.#refuse(client.waiting[0]!)
      }
    }
  }

  /**
   * The request to drop for a new one: the newest waiting request of the client with the most in
   * flight, or its longest-running one if none waits.
   */
  #victim(newcomer: Client): QueuedRequest {
    let biggest = newcomer
    for (const client of this.#clients.values()) if (size(client) > size(biggest)) biggest = client
    return (biggest.waiting.at(-1) ?? biggest.running[0])!
  }
}

const size = ({ waiting, running }: Client) => waiting.length + running.length
