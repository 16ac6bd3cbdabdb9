import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'

const wholeNumber = (fallback: number, least: number, most: number) =>
  z
    .string()
    .default(String(fallback))
    .refine((v) => /^\d{1,4}$/.test(v) && Number(v) >= least && Number(v) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number)

/** Daily backups: where, when, how many, and what else happens to them. */
export const backupVariables = {
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_TIME: z
    .string()
    .default('03:00')
    .refine((v) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(v), {
      error: 'must be a time in UTC, from 00:00 to 23:59',
    }),
  BACKUP_KEEP_DAILY: wholeNumber(7, 0, 1000),
  BACKUP_KEEP_WEEKLY: wholeNumber(5, 0, 1000),
  BACKUP_KEEP_MONTHLY: wholeNumber(12, 0, 1000),
  BACKUP_COMMAND: z
    .string()
    .refine((v) => isAbsolute(v), {
      error: 'must be the absolute path of one program, without arguments; it can be a script',
    })
    .optional(),
  BACKUP_COMMAND_MINUTES: wholeNumber(60, 1, 1440),
}

const given = z.object(backupVariables)
type Given = z.output<typeof given>

/** A command without a folder would never run. */
export function refusePartialBackups(
  v: Given,
  refuse: (name: string, message: string) => void,
): void {
  if (v.BACKUP_COMMAND && !v.BACKUP_DIR) {
    refuse('BACKUP_DIR', 'is required when BACKUP_COMMAND is set')
  }
}

/** The settings of daily backups; null: there are none. */
export function backupSettings(v: Given) {
  if (v.BACKUP_DIR === undefined) return null
  return {
    folder: resolve(v.BACKUP_DIR),
    /** Hours and minutes in UTC. */
    time: v.BACKUP_TIME,
    keep: {
      daily: v.BACKUP_KEEP_DAILY,
      weekly: v.BACKUP_KEEP_WEEKLY,
      monthly: v.BACKUP_KEEP_MONTHLY,
    },
    /** A program that is started with the path of each finished backup; null: none. */
    command: v.BACKUP_COMMAND ?? null,
    commandMs: v.BACKUP_COMMAND_MINUTES * 60_000,
  }
}

export type BackupSettings = NonNullable<ReturnType<typeof backupSettings>>
