/** After the server has refused a connection, the pool tries one more after this time. */
const GROW_AFTER_MS = 5000

interface Waiting {
  holder: string | null
  admit(): void
}

export class QueueTimeoutError extends Error {
  constructor(waitedMs: number) {
    super(`No connection was free within ${Math.round(waitedMs)} ms.`)
  }
}

/**
 * Hands out the connections of a pool in the order of requests. A holder that already has its share
 * waits, and those behind it go first.
 */
export class ConnectionQueue {
  readonly #most: number
  readonly #share: number
  readonly #held = new Map<string, number>()
  #waiting: Waiting[] = []
  #busy = 0
  #size: number
  #shrunkAt = -Infinity

  /**
   * @param most how many connections may be in use at a time
   * @param share how many of them one holder may have
   */
  constructor(most: number, share: number) {
    this.#most = most
    this.#share = share
    this.#size = most
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /**
   * Waits for a connection.
   * @param holder who uses it; null: not counted for anyone
   * @returns a function that returns the connection
   * @throws QueueTimeoutError after `waitMs`
   */
  async enter(holder: string | null, waitMs: number): Promise<() => void> {
    this.#grow()
    if (this.#mayEnter(holder)) this.#take(holder)
    else await this.#wait(holder, waitMs)
    let isReturned = false
    return () => {
      if (isReturned) return
      isReturned = true
      this.#return(holder)
    }
  }

  /** The server has refused a connection: reduces the pool to fewer than are in use. */
  shrink(): void {
    this.#size = Math.max(1, Math.min(this.#size, this.#busy - 1))
    this.#shrunkAt = performance.now()
  }

  #grow(): void {
    if (this.#size === this.#most || performance.now() - this.#shrunkAt < GROW_AFTER_MS) return
    this.#size++
    this.#shrunkAt = performance.now()
  }

  #mayEnter(holder: string | null): boolean {
    const held = holder === null ? 0 : (this.#held.get(holder) ?? 0)
    return this.#busy < this.#size && held < this.#share
  }

  #take(holder: string | null): void {
    this.#busy++
    if (holder !== null) this.#held.set(holder, (this.#held.get(holder) ?? 0) + 1)
  }

  #return(holder: string | null): void {
    this.#busy--
    if (holder !== null) {
      const held = this.#held.get(holder)! - 1
      if (held === 0) this.#held.delete(holder)
      else this.#held.set(holder, held)
    }
    this.#grow()
    for (;;) {
      const next = this.#waiting.findIndex((one) => this.#mayEnter(one.holder))
      if (next < 0) return
      this.#waiting.splice(next, 1)[0]!.admit()
    }
  }

  #wait(holder: string | null, waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting)
        reject(new QueueTimeoutError(waitMs))
      }, waitMs)
      const waiting: Waiting = {
        holder,
        admit: () => {
          clearTimeout(timer)
          this.#take(holder)
          resolve()
        },
      }
      this.#waiting.push(waiting)
    })
  }
}
