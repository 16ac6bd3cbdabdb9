/** Work scheduled for a later time, stored as data so that it survives a restart. */
export interface ScheduledJob {
  /** Seconds since 1970. */
  at: number
  /** Within the same second, lower ranks run first. */
  rank: number
  order: number
  kind: string
  id: string
}

const compare = (a: ScheduledJob, b: ScheduledJob) =>
  a.at - b.at || a.rank - b.rank || a.order - b.order

/** A clock with its scheduled jobs in a binary heap, so that a year with many customers is fast. */
export class Timeline {
  private readonly heap: ScheduledJob[] = []
  private order = 0
  private readonly base: () => number
  /** The time of the running job while the clock advances. */
  private current: number | null = null
  private offset = 0

  /** @param base real or frozen time, in seconds since 1970 */
  constructor(base: () => number) {
    this.base = base
  }

  /** Seconds since 1970. */
  now(): number {
    return this.current ?? this.base() + this.offset
  }

  schedule(at: number, kind: string, id: string, rank = 5): void {
    const job = { at, rank, order: this.order++, kind, id }
    const { heap } = this
    heap.push(job)
    let child = heap.length - 1
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (compare(heap[parent]!, job) <= 0) break
      heap[child] = heap[parent]!
      child = parent
    }
    heap[child] = job
  }

  /** The time of the next job. */
  next(): number | undefined {
    return this.heap[0]?.at
  }

  /** Forgets every scheduled job. */
  clear(): void {
    this.heap.length = 0
  }

  private takeFirst(): ScheduledJob {
    const { heap } = this
    const first = heap[0]!
    const last = heap.pop()!
    if (heap.length === 0) return first
    let parent = 0
    for (;;) {
      let child = 2 * parent + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && compare(heap[child + 1]!, heap[child]!) < 0) child++
      if (compare(last, heap[child]!) <= 0) break
      heap[parent] = heap[child]!
      parent = child
    }
    heap[parent] = last
    return first
  }

  /**
   * Advances to a time and runs every job that falls due, in order.
   * @param settle waits until the events of a job are delivered
   */
  async advanceTo(
    to: number,
    run: (job: ScheduledJob) => void,
    settle: () => Promise<void>,
  ): Promise<void> {
    try {
      while ((this.next() ?? Infinity) <= to) {
        const job = this.takeFirst()
        this.current = Math.max(job.at, this.current ?? 0)
        run(job)
        await settle()
      }
    } finally {
      this.current = null
    }
    if (to > this.now()) this.offset = to - this.base()
  }

  toJSON() {
    return { offset: this.offset, heap: this.heap }
  }

  restore(saved: { offset: number; heap: ScheduledJob[] }): void {
    this.offset = saved.offset
    for (const { at, kind, id, rank } of saved.heap.toSorted(compare)) {
      this.schedule(at, kind, id, rank)
    }
  }
}

const DAY_S = 86_400

/** Adds calendar intervals; the 31st becomes the last day of a shorter month. */
export function addInterval(from: number, interval: string, count: number): number {
  const clock = Temporal.Instant.fromEpochMilliseconds(from * 1000).toZonedDateTimeISO('UTC')
  return clock.add({ [`${interval}s`]: count }).epochMilliseconds / 1000
}

/** The first billing date after `after`, counted from the anchor. */
export function nextBillingDate(
  anchor: number,
  interval: string,
  count: number,
  after: number,
): number {
  const length = { day: DAY_S, week: 7 * DAY_S, month: 31 * DAY_S, year: 366 * DAY_S }[interval]!
  let steps = Math.max(0, Math.floor((after - anchor) / (length * count)))
  while (addInterval(anchor, interval, steps * count) <= after) steps++
  return addInterval(anchor, interval, steps * count)
}
