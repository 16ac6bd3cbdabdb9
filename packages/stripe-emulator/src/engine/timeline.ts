/** What happens at a moment to come, kept as data so that it survives a restart. */
export interface ScheduledJob {
  /** Seconds since 1970. */
  at: number
  /** Among what happens in the same second, lower comes first. */
  rank: number
  order: number
  kind: string
  id: string
}

const compare = (a: ScheduledJob, b: ScheduledJob) =>
  a.at - b.at || a.rank - b.rank || a.order - b.order

/** A clock and what is due on it: a binary heap, so that a year of many is walked quickly. */
export class Timeline {
  private readonly heap: ScheduledJob[] = []
  private order = 0
  private readonly base: () => number
  /** While the clock is walked forward, the moment at which it stands. */
  private current: number | null = null
  private offset = 0

  /** @param base seconds since 1970 before any moving */
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

  /** When something is due next. */
  next(): number | undefined {
    return this.heap[0]?.at
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
   * Goes to a moment, through everything that is due on the way, in order.
   * @param settle waits until the world has heard of a step
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

/** A moment some calendar months, weeks or days later; the 31st becomes the last of a short month. */
export function addInterval(from: number, interval: string, count: number): number {
  if (interval === 'day') return from + count * DAY_S
  if (interval === 'week') return from + count * 7 * DAY_S
  const date = new Date(from * 1000)
  const months = date.getUTCMonth() + count * (interval === 'year' ? 12 : 1)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const day = Math.min(date.getUTCDate(), lastDay)
  const midnight = Date.UTC(date.getUTCFullYear(), months, day) / 1000
  return midnight + (from % DAY_S)
}

/** The first moment of an anchor's rhythm that lies after `after`. */
export function nextInRhythm(
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
