import { performance } from 'node:perf_hooks'

/** By then, background work has run once. */
const AFTER_START_MS = 5000
/** The share of this time in which the process did something; when idle, it is 0.02 on a busy machine. */
const IDLE_BELOW = 0.1

/**
 * Returns the memory that only the start needed to the system, about 15 MB, once, as soon as the process
 * was idle for five seconds. V8 would do so after 100 seconds: it takes it for a high rate that Node
 * allocates nothing in V8's other heap. The process stops for 60 ms, and for twice as long if it is busy.
 * Does nothing without Node's flag --expose-gc, as in development.
 * @param before how busy the process has been until now
 */
export function collectStartGarbage(before = performance.eventLoopUtilization()): void {
  setTimeout(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    if (utilization > IDLE_BELOW) return collectStartGarbage(now)
    void globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' })
  }, AFTER_START_MS).unref()
}
