import { env } from '../env.server.ts'
import { defineJob } from '../jobs/define-job.server.ts'
import { log } from '../log.server.ts'
import { measure } from '../metrics.server.ts'
import { BACKUP_JOB, backupProgress, makeBackup, passOn } from './automatic-backups.server.ts'
import { runProgram } from '../processes/run-program.server.ts'
import { backupTime, isDue } from './schedule.server.ts'

const CHECK_EVERY_MS = 60_000
const RETRY_AFTER_MS = 3_600_000
const MAX_BACKUP_MS = 6 * 3_600_000
/** Relative to the folder of the installation, like the migrations. */
const COMMANDS = 'build/server/readr.js'

let retryAt = 0

/** Makes the daily backups of BACKUP_DIR. What failed is tried again after an hour. */
export const backUpDaily = defineJob({
  name: BACKUP_JOB,
  every: CHECK_EVERY_MS,
  async run(signal) {
    const settings = env().backups
    if (settings === null || performance.now() < retryAt) return
    // In another process, because reading everything would keep requests waiting.
    const write = (file: string) =>
      runProgram(process.execPath, [COMMANDS, 'backup', '--unlogged', file], {
        limitMs: MAX_BACKUP_MS,
        signal,
      })
    const last = await backupProgress()
    try {
      if (isDue(last && backupTime(last.made), new Date(), settings.time)) {
        log.info({ file: await makeBackup(settings, write) }, 'a backup was made')
      }
      if (await passOn(settings, signal)) log.info('the backup command succeeded')
    } catch (error) {
      retryAt = performance.now() + RETRY_AFTER_MS
      throw error
    }
  },
})

/** Adds the metric of the last good backup, if backups are made. */
export function measureBackups(): void {
  const settings = env().backups
  if (settings === null) return
  measure(
    'readr_backup_last_success_timestamp_seconds',
    'When the last good backup was made, and the last one that BACKUP_COMMAND succeeded for.',
    'step',
    async () => {
      const progress = await backupProgress()
      const seconds = (name: string | null | undefined) =>
        (name ? (backupTime(name)?.getTime() ?? 0) : 0) / 1000
      return {
        backup: seconds(progress?.made),
        ...(settings.command !== null && { command: seconds(progress?.passedOn) }),
      }
    },
  )
}
