import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { inTime } from './in-time.ts'
import { log } from './log.server.ts'
import { isUnavailable } from './unavailable.server.ts'

/** The answer has what could be read by then. */
const FIGURE_TIMEOUT_MS = 100

/** Everything that this process measures. */
const registry = new Registry()

/** From a page out of memory to one that somebody has given up on. */
const LATENCY_BUCKETS_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]

const requests = new Counter({
  name: 'readr_http_requests_total',
  help: 'Requests answered, by route template.',
  labelNames: ['method', 'route', 'status'],
  registers: [registry],
})

const latencies = new Histogram({
  name: 'readr_http_request_duration_seconds',
  help: 'Time from a request to the end of its answer, by route template.',
  labelNames: ['method', 'route'],
  buckets: LATENCY_BUCKETS_SECONDS,
  registers: [registry],
})

/** Counts an answered request. Routes are templates, so that the number of series is bounded. */
export function countRequest(method: string, route: string, status: number, ms: number): void {
  requests.inc({ method, route, status })
  latencies.observe({ method, route }, ms / 1000)
}

const droppedMails = new Counter({
  name: 'readr_mails_dropped_total',
  help: 'Mails that were not sent because their recipient had too many of their kind.',
  labelNames: ['kind'],
  registers: [registry],
})

/** Counts a mail that was dropped by a cap of its recipient. */
export function countDroppedEmail(kind: string): void {
  droppedMails.inc({ kind })
}

/** Memory, processor time, garbage collection and the lag of the event loop. */
export function measureProcess(): void {
  collectDefaultMetrics({ register: registry })
}

/**
 * Adds a number that is read whenever the metrics are asked for: the figures of a domain, such as
 * rows by status. One that cannot be read, or not in time, is left out of the answer, which the log
 * says.
 * @param name starts with `readr_`, ends with the unit
 * @param label what the keys of the figures are
 */
export function measure<L extends string>(
  name: string,
  help: string,
  label: L,
  read: () => Promise<Record<string, number>>,
): void {
  let reading: Promise<Record<string, number>> | undefined
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [],
    async collect() {
      this.reset()
      try {
        // A database that hangs is not asked again and again.
        reading ??= read().finally(() => (reading = undefined))
        for (const [key, value] of Object.entries(await inTime(reading, FIGURE_TIMEOUT_MS))) {
          this.set({ [label]: key } as Record<L, string>, value)
        }
      } catch (error) {
        if (!isUnavailable(error)) {
          log.warn({ err: error, metric: name }, 'a figure could not be read')
        }
      }
    },
  })
  registry.registerMetric(gauge)
}

/** All figures in Prometheus' text format, and its media type. */
export async function readMetrics(): Promise<{ type: string; text: string }> {
  return { type: registry.contentType, text: await registry.metrics() }
}
