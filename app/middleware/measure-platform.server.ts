import { measureBackups } from '../platform/backups/backup-job.server.ts'
import { measureDatabase } from '../platform/database-metrics.server.ts'
import { measureDisks } from '../platform/disk.server.ts'
import { measureOutbox } from '../platform/email/outbox.server.ts'
import { measureProcess, stateBuild } from '../platform/metrics.server.ts'
import { measureClock } from '../platform/processes/process-clock.server.ts'
import { measureReadiness } from '../platform/readiness.server.ts'
import { version } from '../platform/version.server.ts'

/** Adds the metrics of everything but requests and billing. */
export function measurePlatform(): void {
  measureProcess()
  stateBuild(version, process.version)
  measureReadiness()
  measureDatabase()
  measureDisks()
  measureClock()
  measureOutbox()
  measureBackups()
}
