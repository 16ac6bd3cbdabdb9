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

export class Timeline {
  private jobs: ScheduledJob[] = []
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
    const after = this.jobs.findLastIndex((one) => compare(one, job) < 0)
    this.jobs.splice(after + 1, 0, job)
  }

  next(): number | undefined {
    return this.jobs[0]?.at
  }

  clear(): void {
    this.jobs = []
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
        const job = this.jobs.shift()!
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
    return { offset: this.offset, heap: this.jobs }
  }

  restore({ offset, heap }: { offset: number; heap: ScheduledJob[] }): void {
    this.offset = offset
    this.jobs = heap.toSorted(compare)
    this.order = this.jobs.length
  }
}

/** Adds calendar intervals; the 31st becomes the last day of a shorter month. */
export function addInterval(from: number, interval: string, count = 1): number {
  const clock = Temporal.Instant.fromEpochMilliseconds(from * 1000).toZonedDateTimeISO('UTC')
  return clock.add({ [`${interval}s`]: count }).epochMilliseconds / 1000
}

/** The first billing date after `after`, counted from the anchor. */
export function nextBillingDate(anchor: number, interval: string, after: number): number {
  let steps = 0
  while (addInterval(anchor, interval, steps) <= after) steps++
  return addInterval(anchor, interval, steps)
}
