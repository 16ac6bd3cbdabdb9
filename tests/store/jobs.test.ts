import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db, engine } from '#app/platform/database.server.ts'
import { defineJob, type Job, type JobOptions } from '#app/platform/jobs/define-job.server.ts'
import { holdLease } from '#app/platform/jobs/lease.server.ts'
import { log } from '#app/platform/log.server.ts'
import { readMetrics } from '#app/platform/metrics.server.ts'
import { statements } from './statements.ts'

const SOON = { interval: 10, timeout: 30_000 }
/** Longer than any test: the next run comes only when the job is woken. */
const NEVER_MS = 3_600_000

const cleanUps: (() => Promise<unknown> | void)[] = []

beforeEach(() => db().lease.deleteMany())
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

/** A job that starts right away and ends with the test. */
function startJob(options: Partial<JobOptions> & Pick<JobOptions, 'run'>): Job {
  const job = defineJob({ name: 'test', every: 5, ...options })
  cleanUps.push(() => job.stop())
  job.start(0)
  return job
}

/** What a metric of the job shows now. */
async function metric(name: string, labels: string): Promise<number> {
  const { text } = await readMetrics()
  const line = text.split('\n').find((one) => one.startsWith(`${name}{${labels}}`))
  return line === undefined ? 0 : Number(line.split(' ').at(-1))
}

describe('a job', () => {
  test('runs again and again, and not after its stop', async () => {
    const run = vi.fn<() => Promise<void>>(async () => {})
    const job = startJob({ run })
    await expect.poll(() => run.mock.calls.length, SOON).toBeGreaterThan(2)
    await job.stop()
    run.mockClear()
    job.wake()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(run).not.toHaveBeenCalled()
  })

  test('never overlaps itself, however slow it is and however often it is woken', async () => {
    let [now, most, runs] = [0, 0, 0]
    const job = startJob({
      every: 0,
      async run() {
        most = Math.max(most, ++now)
        await new Promise((resolve) => setTimeout(resolve, 20))
        now--
        runs++
      },
    })
    const wakeAndCount = () => {
      job.wake()
      return runs
    }
    await expect.poll(wakeAndCount, { ...SOON, interval: 1 }).toBeGreaterThan(4)
    expect(most).toBe(1)
  })

  test('tells a long run when it stops, and waits for it', async () => {
    let end = ''
    const job = startJob({
      every: NEVER_MS,
      run: (signal) =>
        new Promise((resolve) => {
          end = 'running'
          signal.addEventListener('abort', () => {
            end = 'ended'
            resolve()
          })
        }),
    })
    await expect.poll(() => end, SOON).toBe('running')
    await job.stop()
    expect(end).toBe('ended')
  })

  test('runs right away when it is woken, and again for work that arrived during a run', async () => {
    let runs = 0
    let finish = () => {}
    const job = startJob({
      every: NEVER_MS,
      async run() {
        runs++
        await new Promise<void>((resolve) => (finish = resolve))
      },
    })
    await expect.poll(() => runs, SOON).toBe(1)
    for (let n = 0; n < 3; n++) job.wake()
    finish()
    await expect.poll(() => runs, SOON).toBe(2)
    finish()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(runs).toBe(2)
    job.wake()
    await expect.poll(() => runs, SOON).toBe(3)
    finish()
  })

  test('continues soon when a run has left something to do', async () => {
    let left = 3
    startJob({ every: NEVER_MS, run: async () => --left > 0 })
    await expect.poll(() => left, SOON).toBe(0)
  })

  test('finishes its run before it is stopped', async () => {
    let isDone = false
    const run = vi.fn<() => Promise<void>>(async () => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      isDone = true
    })
    const job = startJob({ run })
    await expect.poll(() => run.mock.calls.length, SOON).toBe(1)
    expect(isDone).toBe(false)
    await job.stop()
    expect(isDone).toBe(true)
  })

  test('is counted, and tried again after a failure, which is logged', async () => {
    const warn = vi.spyOn(log, 'warn')
    const run = vi.fn<() => Promise<void>>(async () => {
      if (run.mock.calls.length === 1) throw new Error('not yet')
    })
    startJob({ name: 'moody', run })
    const success = () => metric('readr_job_runs_total', 'task="moody",result="success"')
    await expect.poll(success, SOON).toBeGreaterThan(0)
    expect(await metric('readr_job_runs_total', 'task="moody",result="failure"')).toBe(1)
    expect(warn).toHaveBeenCalledWith(
      { err: new Error('not yet'), job: 'moody' },
      expect.stringContaining('run again'),
    )
    expect(await metric('readr_job_duration_seconds_count', 'task="moody"')).toBeGreaterThan(1)
    const succeededAt = await metric('readr_job_last_success_timestamp_seconds', 'task="moody"')
    expect(Math.abs(succeededAt - Date.now() / 1000)).toBeLessThan(30)
  })

  test('of every process needs no lease', async () => {
    const run = vi.fn<() => Promise<void>>(async () => {})
    startJob({ scope: 'process', run })
    await expect.poll(() => run.mock.calls.length, SOON).toBeGreaterThan(1)
    expect(await db().lease.count()).toBe(0)
  })

  test('of the cluster asks the database once for many runs', async () => {
    const run = vi.fn<() => Promise<void>>(async () => {})
    const asked = await statements(async () => {
      startJob({ run })
      await expect.poll(() => run.mock.calls.length, SOON).toBeGreaterThan(10)
    })
    expect(asked.filter((sql) => sql.includes('"Lease"'))).toHaveLength(1)
  })

  test('of the cluster waits while another process has its lease', async () => {
    const inMs = (ms: number) => new Date(Date.now() + ms)
    await db().lease.create({ data: { name: 'test', holder: 'another', until: inMs(60_000) } })
    const run = vi.fn<() => Promise<void>>(async () => {})
    const job = startJob({ run })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(run).not.toHaveBeenCalled()
    await db().lease.update({ where: { name: 'test' }, data: { until: inMs(-1) } })
    await expect.poll(() => run.mock.calls.length, SOON).toBeGreaterThan(0)
    await job.stop()
    const { until } = await db().lease.findUniqueOrThrow({ where: { name: 'test' } })
    expect(until.getTime()).toBeLessThan(Date.now())
  })
})

describe('several processes', () => {
  let folder: string
  let file: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'readr-jobs-'))
    file = join(folder, 'runs')
    writeFileSync(file, '')
  })

  function startProcess(): ChildProcess {
    const child = spawn(process.execPath, ['tests/store/job-process.ts', file], {
      env: { ...process.env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const ended = new Promise((resolve) => child.once('close', resolve))
    cleanUps.push(async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    })
    return child
  }

  const runs = () => readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number)
  const runners = () => [...new Set(runs())]

  test('have one that runs a job, and another one when that one is killed', async () => {
    const children = [startProcess(), startProcess()]
    await expect.poll(() => runs().length, SOON).toBeGreaterThan(20)
    const [first, ...others] = runners()
    expect(others).toEqual([])
    children.find(({ pid }) => pid === first)!.kill('SIGKILL')
    if (engine() === 'sqlite') {
      // Without an election, the job is free when the lease of the dead process has run out.
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(runners()).toEqual([first])
      await db().lease.updateMany({ data: { until: new Date(Date.now() - 1) } })
    }
    const second = children.find(({ pid }) => pid !== first)!.pid
    await expect.poll(runners, SOON).toEqual([first, second])
  })

  test('leave a job to an operator’s command, which holds its lease', async () => {
    startProcess()
    await expect.poll(() => runs().length, SOON).toBeGreaterThan(3)
    expect(await holdLease('test')).toBe(true)
    const { holder } = await db().lease.findUniqueOrThrow({ where: { name: 'test' } })
    expect(await holdLease('test')).toBe(true)
    expect((await db().lease.findUniqueOrThrow({ where: { name: 'test' } })).holder).toBe(holder)
  })
})
