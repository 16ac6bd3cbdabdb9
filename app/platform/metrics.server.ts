import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { withTimeout } from './with-timeout.ts'
import { log } from './log.server.ts'
import { isUnavailable } from './unavailable.server.ts'

/** A value that takes longer to read is left out. */
const READ_TIMEOUT_MS = 100

/** All metrics of this process. */
const registry = new Registry()

/** From a cached page to one for which nobody waits any longer. */
const LATENCY_BUCKETS_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
]

const requests = new Counter({
  name: 'readr_http_requests_total',
  help: 'Requests by route template.',
  labelNames: ['method', 'route', 'status'],
  registers: [registry],
})

const latencies = new Histogram({
  name: 'readr_http_request_duration_seconds',
  help: 'Time from a request to the end of its response, by route template.',
  labelNames: ['method', 'route'],
  buckets: LATENCY_BUCKETS_SECONDS,
  registers: [registry],
})

/** Counts a request. Its route is a template, so that the number of series is limited. */
export function countRequest(method: string, route: string, status: number, ms: number): void {
  requests.inc({ method, route, status })
  latencies.observe({ method, route }, ms / 1000)
}

const filledPages = new Counter({
  name: 'readr_pages_filled_total',
  help: 'Pages that were rendered before and filled for their reader, by route template.',
  labelNames: ['route'],
  registers: [registry],
})

/** Counts a page that was rendered before and filled for its reader. */
export function countFilledPage(route: string): void {
  filledPages.inc({ route })
}

const droppedMails = new Counter({
  name: 'readr_emails_dropped_total',
  help: 'Emails that were not sent because their recipient had too many of their kind.',
  labelNames: ['kind'],
  registers: [registry],
})

/** Counts an email that was dropped because of a cap. */
export function countDroppedEmail(kind: string): void {
  droppedMails.inc({ kind })
}

const jobRuns = new Counter({
  name: 'readr_job_runs_total',
  help: 'Runs of background jobs in this process, by job and result.',
  labelNames: ['task', 'result'],
  registers: [registry],
})

const jobDurations = new Histogram({
  name: 'readr_job_duration_seconds',
  help: 'Time that a run of a background job takes.',
  labelNames: ['task'],
  buckets: [0.01, 0.1, 1, 10, 60],
  registers: [registry],
})

const jobSuccesses = new Gauge({
  name: 'readr_job_last_success_timestamp_seconds',
  help: 'When a background job last succeeded in this process, in seconds since 1970.',
  labelNames: ['task'],
  registers: [registry],
})

/** Counts a run of a background job. The label is not `job`, which Prometheus gives to its targets. */
export function countJobRun(task: string, isSuccess: boolean, seconds: number): void {
  jobRuns.inc({ task, result: isSuccess ? 'success' : 'failure' })
  jobDurations.observe({ task }, seconds)
  if (isSuccess) jobSuccesses.setToCurrentTime({ task })
}

/**
 * Adds a counter of this process. All of its values exist from the start, so that a first event is an
 * increase.
 * @param name begins with `readr_` and ends with `_total`
 * @returns counts one event
 */
export function newCounter<L extends string, V extends string>(
  name: string,
  help: string,
  label: L,
  values: readonly V[],
): (value: V) => void {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] })
  const labels = (value: V) => ({ [label]: value }) as Record<L, V>
  for (const value of values) counter.inc(labels(value), 0)
  return (value) => counter.inc(labels(value))
}

/** States what is running, as labels of a metric that is always 1. */
export function stateBuild(version: string, node: string): void {
  new Gauge({
    name: 'readr_build_info',
    help: 'The version of Readr that is running; always 1.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node }, 1)
}

const audioBytes = new Counter({
  name: 'readr_audio_bytes_total',
  help: 'Bytes of audio that were read to be sent.',
  registers: [registry],
})

const listeners = new Gauge({
  name: 'readr_audio_listeners',
  help: 'Responses with audio that are being sent.',
  registers: [registry],
})

export const countAudioBytes = (bytes: number): void => audioBytes.inc(bytes)

/** States how many responses with audio are being sent. */
export const stateListeners = (count: number): void => listeners.set(count)

const backupFailures = new Counter({
  name: 'readr_backup_failures_total',
  help: 'Daily backups that failed in this process, or for which BACKUP_COMMAND failed.',
  labelNames: ['step'],
  registers: [registry],
})

/** Counts a backup that was not made, or not passed on. */
export function countBackupFailure(step: 'backup' | 'command'): void {
  backupFailures.inc({ step })
}

/** Adds memory, processor time, garbage collection, and the lag of the event loop. */
export function measureProcess(): void {
  collectDefaultMetrics({ register: registry })
}

/**
 * Adds a metric that is read on every request for the metrics, such as rows by status. If it cannot
 * be read in time, it is left out, and the log says so.
 * @param name begins with `readr_` and ends with the unit
 * @param label what the keys of the values are
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
        // While the database hangs, it is not asked again.
        reading ??= read().finally(() => (reading = undefined))
        for (const [key, value] of Object.entries(await withTimeout(reading, READ_TIMEOUT_MS))) {
          this.set({ [label]: key } as Record<L, string>, value)
        }
      } catch (error) {
        if (!isUnavailable(error)) {
          log.warn({ err: error, metric: name }, 'a metric could not be read')
        }
      }
    },
  })
  registry.registerMetric(gauge)
}

/** All metrics in the text format of Prometheus, and its media type. */
export async function readMetrics(): Promise<{ type: string; text: string }> {
  return { type: registry.contentType, text: await registry.metrics() }
}
