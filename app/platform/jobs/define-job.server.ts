import { log } from '../log.server.ts'
import { countJobRun } from '../metrics.server.ts'
import { traceJob } from '../tracing.server.ts'
import { isUnavailable, logFailure } from '../unavailable.server.ts'
import { inBackground } from '../database-work.server.ts'
import { holdLease, LEASE_MS, releaseLease } from './lease.server.ts'

/** Leaves the first second to the start of the server. */
const FIRST_RUN_AFTER_MS = 1000
/** Between two runs of a job that has more to do, requests get their time. */
const MORE_AFTER_MS = 100
/** A lease is renewed this often, between runs and during a long run. */
const RENEW_AFTER_MS = LEASE_MS / 2
const FAILED = 'a job failed and will run again'

export interface JobOptions {
  name: string
  /** Milliseconds from the end of a run to the next one. */
  every: number
  /** `cluster` (default): in one process at a time. `process`: in every process. */
  scope?: 'cluster' | 'process'
  /**
   * One run. Runs of a job never overlap. A failed run is logged and counted.
   * @param signal aborted when the job stops, which waits for the run
   * @returns true if there is more to do, so that the next run follows soon
   */
  run: (signal: AbortSignal) => Promise<boolean | void>
}

export interface Job {
  readonly name: string
  /** Starts to repeat. The first run is after `afterMs`. */
  start(afterMs?: number): void
  /** Runs now, or again right after the current run. Does nothing before the start. */
  wake(): void
  /** Waits for the current run, and gives the job to another process. */
  stop(): Promise<void>
}

const always = () => true
let election: () => boolean = always

/** Sets how to tell whether this process is elected to run the jobs of the cluster; by default it is. */
export function electBy(decide: () => boolean = always): void {
  election = decide
}

/** Whether this process may run the jobs of the cluster. It also needs the lease of a job. */
export const isElected = () => election()

/** Defines work that repeats once `jobs.start` (jobs.server.ts) has started it. */
export function defineJob({ name, every, scope = 'cluster', run }: JobOptions): Job {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isStarted = false
  let stopping = new AbortController()
  let runsAgain = false
  let renewedAt = -Infinity

  const renew = async () => {
    const askedAt = performance.now()
    const isHeld = await holdLease(name, undefined, every + LEASE_MS)
    renewedAt = isHeld ? askedAt : -Infinity
    return isHeld
  }
  const mayRunHere = async () =>
    scope === 'process' ||
    (isElected() && (performance.now() - renewedAt < RENEW_AFTER_MS || (await renew())))

  /** @returns whether there is more to do */
  async function runOnce(failed: (error: unknown) => void): Promise<boolean> {
    const startedAt = performance.now()
    const report = (isSuccess: boolean) =>
      countJobRun(name, isSuccess, (performance.now() - startedAt) / 1000)
    let renewals: ReturnType<typeof setInterval> | undefined
    let renewal: Promise<unknown> | undefined
    try {
      if (!(await mayRunHere())) return false
      if (scope === 'cluster') {
        const renewAgain = () => (renewal = renew().catch(() => {}))
        renewals = setInterval(renewAgain, RENEW_AFTER_MS).unref()
      }
      const isMore = (await run(stopping.signal)) === true
      report(true)
      return isMore
    } catch (error) {
      report(false)
      failed(error)
      if (!isUnavailable(error)) log.warn({ err: error, job: name }, FAILED)
      return false
    } finally {
      clearInterval(renewals)
      await renewal
    }
  }

  async function runAndPlan(): Promise<void> {
    runsAgain = false
    const isMore = await inBackground(() => traceJob(name, runOnce))
    running = undefined
    if (isStarted) plan(runsAgain ? 0 : isMore ? MORE_AFTER_MS : every)
  }

  function plan(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => (running = runAndPlan()), ms).unref()
  }

  return {
    name,
    start(afterMs = FIRST_RUN_AFTER_MS) {
      isStarted = true
      stopping = new AbortController()
      plan(afterMs)
    },
    wake() {
      runsAgain = true
      if (isStarted && !running) plan(0)
    },
    async stop() {
      isStarted = false
      stopping.abort()
      clearTimeout(timer)
      await running
      if (renewedAt === -Infinity) return
      renewedAt = -Infinity
      await releaseLease(name).catch((error: unknown) =>
        logFailure(error, 'a lease could not be released'),
      )
    },
  }
}
