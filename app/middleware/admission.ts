/**
 * Which requests are served when there are more than one process can serve: pure rules over
 * clients, times and turns of the event loop. load-shedding.server.ts connects them to HTTP.
 */

/** Bounds of what is in flight: requests that wait and requests that are being served. */
export interface AdmissionLimits {
  /** Served at the same time; what comes besides waits. */
  mostRunning: number
  /** With no more than this in flight nobody is refused, however long it takes. */
  mostUnrefused: number
  /** Served besides, for clients of whom nothing else is being served. */
  reserve: number
  /** Above this, the client with the most requests in flight gives one up for each that comes. */
  mostInFlight: number
  /**
   * From the moment that more than `mostUnrefused` are in flight until nothing waits any more, what
   * has not begun after this is refused.
   */
  mostWaitMs: number
}

/** One request in flight. */
export interface Ticket {
  readonly client: string
  /** When the request came, in ms of a clock that only goes forward. */
  readonly cameAt: number
  state: 'waiting' | 'running' | 'over'
  /** Begins to serve the request. */
  readonly begin: () => void
  /** Refuses the request, or gives it up where it has begun. */
  readonly refuse: (hasBegun: boolean) => void
}

interface Client {
  waiting: Ticket[]
  running: Ticket[]
}

/** The requests in flight of one process. */
export class Admission {
  readonly #limits: AdmissionLimits
  readonly #clients = new Map<string, Client>()
  #waiting = 0
  #running = 0
  #isOverloaded = false

  constructor(limits: AdmissionLimits) {
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
   * Takes a request in; it waits until beginNext() begins it. Where that makes too many, the client
   * that has the most in flight loses one: this request, if that is its own client.
   */
  enter(client: string, now: number, run: Pick<Ticket, 'begin' | 'refuse'>): Ticket {
    const ticket: Ticket = { client, cameAt: now, state: 'waiting', ...run }
    const own = this.#clients.get(client) ?? { waiting: [], running: [] }
    this.#clients.set(client, own)
    own.waiting.push(ticket)
    this.#waiting++
    if (this.inFlight > this.#limits.mostUnrefused) this.#isOverloaded = true
    if (this.inFlight > this.#limits.mostInFlight) this.#refuse(this.#victim(own))
    return ticket
  }

  /**
   * Refuses what has waited too long and begins one request: the oldest of the client that has the
   * fewest running.
   * @returns whether one has begun
   */
  beginNext(now: number): boolean {
    this.#refuseLate(now)
    let next: Client | undefined
    for (const client of this.#clients.values()) {
      if (client.waiting.length === 0) continue
      if (next && client.running.length >= next.running.length) continue
      next = client
    }
    if (!next) return false
    const { mostRunning, reserve } = this.#limits
    if (this.#running >= mostRunning + (next.running.length === 0 ? reserve : 0)) return false
    const ticket = next.waiting.shift()!
    next.running.push(ticket)
    this.#waiting--
    this.#running++
    ticket.state = 'running'
    // Whoever was just served comes last among equals.
    this.#clients.delete(ticket.client)
    this.#clients.set(ticket.client, next)
    ticket.begin()
    return true
  }

  /** A request is over: answered, refused, or its client is gone. */
  leave(ticket: Ticket): void {
    if (ticket.state === 'over') return
    const own = this.#clients.get(ticket.client)!
    const tickets = ticket.state === 'waiting' ? own.waiting : own.running
    tickets.splice(tickets.indexOf(ticket), 1)
    if (ticket.state === 'waiting') this.#waiting--
    else this.#running--
    ticket.state = 'over'
    if (own.waiting.length + own.running.length === 0) this.#clients.delete(ticket.client)
  }

  #refuse(ticket: Ticket): void {
    const hasBegun = ticket.state === 'running'
    this.leave(ticket)
    ticket.refuse(hasBegun)
  }

  #refuseLate(now: number): void {
    if (this.#waiting === 0) this.#isOverloaded = false
    if (!this.#isOverloaded) return
    const late = now - this.#limits.mostWaitMs
    const isLate = ({ waiting: [oldest] }: Client) => oldest !== undefined && oldest.cameAt < late
    const clients = [...this.#clients.values()].filter(isLate)
    for (const client of clients.toSorted((a, b) => size(b) - size(a))) {
      while (isLate(client)) {
        if (this.inFlight <= this.#limits.mostRunning) return
        this.#refuse(client.waiting[0]!)
      }
    }
  }

  /**
   * What is given up for a request that has just come: the newest that waits of the client with the
   * most in flight; where none of its waits, the one that has been running the longest.
   */
  #victim(comes: Client): Ticket {
    let biggest = comes
    for (const client of this.#clients.values()) if (size(client) > size(biggest)) biggest = client
    return (biggest.waiting.at(-1) ?? biggest.running[0])!
  }
}

const size = ({ waiting, running }: Client) => waiting.length + running.length
