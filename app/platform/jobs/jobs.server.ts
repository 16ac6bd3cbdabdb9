import type { Job } from './define-job.server.ts'
import { holdLeasesAsServer } from './lease.server.ts'
import { startProcessBus, stopProcessBus } from './process-bus.server.ts'

let started: Job[] = []

/** The background work of this process. */
export const jobs = {
  start(...list: Job[]): void {
    holdLeasesAsServer()
    started = list
    startProcessBus(() => started.forEach((job) => job.wake()))
    for (const job of list) job.start()
  },

  async stop(): Promise<void> {
    await Promise.all(started.map((job) => job.stop()))
    started = []
    await stopProcessBus()
  },
}
