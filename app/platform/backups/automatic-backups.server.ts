import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { BackupSettings } from '../backup-variables.server.ts'
import { foreignVariables } from '../env.server.ts'
import { cursorOf, setCursor } from '../jobs/lease.server.ts'
import { countBackupFailure } from '../metrics.server.ts'
import { runProgram } from '../processes/run-program.server.ts'
import { abandonedBackups, backupName, expiredBackups } from './schedule.server.ts'

/** The job, and the lease that stores how far it has come. */
export const BACKUP_JOB = 'back-up'

const progressShape = z.object({
  /** The name of the last backup. */
  made: z.string(),
  /** The name of the last one for which BACKUP_COMMAND succeeded. */
  passedOn: z.string().nullable(),
})

/** How far backups have come; null: none was made yet. */
export type BackupProgress = z.output<typeof progressShape>

/** The last backups, whichever process made them. */
export async function backupProgress(): Promise<BackupProgress | null> {
  const stored = await cursorOf(BACKUP_JOB)
  return stored === null ? null : progressShape.parse(JSON.parse(stored))
}

const setProgress = (progress: BackupProgress) => setCursor(BACKUP_JOB, JSON.stringify(progress))

/**
 * Makes a backup in the folder and deletes the ones that need not be kept any longer.
 * The caller holds the lease of the job.
 * @param write writes a verified backup to a path
 * @returns its path
 */
export async function makeBackup(
  { folder, keep }: BackupSettings,
  write: (file: string) => Promise<unknown>,
  now = new Date(),
): Promise<string> {
  const name = backupName(now)
  const file = join(folder, name)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    remove(folder, abandonedBackups(readdirSync(folder), now))
    await write(file)
  } catch (error) {
    countBackupFailure('backup')
    throw new Error(`The backup failed: ${reasonOf(error)}`, { cause: error })
  }
  const before = await backupProgress()
  await setProgress({ made: name, passedOn: before?.passedOn ?? null })
  remove(folder, expiredBackups(readdirSync(folder), keep, now))
  return file
}

function remove(folder: string, names: string[]): void {
  for (const name of names) rmSync(join(folder, name), { force: true })
}

/**
 * Starts BACKUP_COMMAND with the path of the last backup, unless that has succeeded before, or the
 * backup is in the folder of another machine. The caller holds the lease of the job.
 * @returns whether it was started and has succeeded
 */
export async function passOn(
  { folder, command, commandMs }: BackupSettings,
  signal: AbortSignal,
): Promise<boolean> {
  const progress = await backupProgress()
  if (command === null || progress === null || progress.passedOn === progress.made) {
    return false
  }
  const file = join(folder, progress.made)
  if (!existsSync(file)) return false
  try {
    await runProgram(command, [file], { env: foreignVariables(), limitMs: commandMs, signal })
  } catch (error) {
    countBackupFailure('command')
    throw new Error(`${file} is good, but BACKUP_COMMAND failed: ${reasonOf(error)}`, {
      cause: error,
    })
  }
  await setProgress({ ...progress, passedOn: progress.made })
  return true
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
