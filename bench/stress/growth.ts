/** Whether a site under constant load grows without bound. */

export interface Sample {
  second: number
  /** Of the largest process. */
  memoryMb: number
  /** The 99th percentile of the event loop's delay in the slowest process. */
  delayMs: number
  /** Acknowledged writes so far. */
  writes: number
  /** Emails to send, events from Stripe to process, marks to count. */
  queues: Record<string, number>
  /** Rows of each table. */
  rows: Record<string, number>
}

/** The limit in docs/operations.md, Memory, and the page caches, which fill slowly. */
const MEMORY_MB = 350 + 64 + 32
/** How much more of these the last third may have than the second: samples vary. */
const MARGIN = {
  memoryMb: (before: number) => before * 1.2 + 20,
  delayMs: (before: number) => before * 3 + 100,
  queue: (before: number) => before * 1.5 + 100,
}

const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/**
 * What grows without bound. The first third of the samples is warm-up. Pages and calls that only read
 * must not add rows, so a table may grow by at most one row per write.
 */
export function growthProblems(samples: readonly Sample[]): string[] {
  const third = Math.floor(samples.length / 3)
  if (third === 0) return ['too few samples']
  const [second, last] = [samples.slice(third, -third), samples.slice(-third)]
  const grows = (
    what: string,
    of: (sample: Sample) => number,
    limit: (before: number) => number,
  ): string[] => {
    const [before, after] = [median(second.map(of)), median(last.map(of))]
    return after > limit(before)
      ? [`${what}: from ${before.toFixed(0)} to ${after.toFixed(0)}`]
      : []
  }
  const [from, to] = [second[0]!, samples.at(-1)!]
  const written = to.writes - from.writes
  const peak = Math.max(...samples.map(({ memoryMb }) => memoryMb))
  return [
    ...(peak > MEMORY_MB ? [`memory: ${peak.toFixed(0)} MB, limit ${MEMORY_MB} MB`] : []),
    ...grows('memory in MB', ({ memoryMb }) => memoryMb, MARGIN.memoryMb),
    ...grows('event loop delay in ms', ({ delayMs }) => delayMs, MARGIN.delayMs),
    ...Object.keys(to.queues).flatMap((name) =>
      grows(`queue of ${name}`, ({ queues }) => queues[name] ?? 0, MARGIN.queue),
    ),
    ...Object.entries(to.rows).flatMap(([table, rows]) => {
      const added = rows - (from.rows[table] ?? 0)
      return added > written ? [`table ${table}: ${added} rows added by ${written} writes`] : []
    }),
  ]
}
