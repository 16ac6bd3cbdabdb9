/** When backups are made, what they are called, and which ones are kept. All times are in UTC. */

const DAY_MS = 86_400_000
const NAME = /^readr-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.readr(\.part)?$/

/** How many days, weeks, and months keep their last backup. */
export interface Retention {
  daily: number
  weekly: number
  monthly: number
}

/** The name of a backup, to the second. Names sort by time. */
export function backupName(madeAt: Date): string {
  return `readr-${madeAt.toISOString().slice(0, 19).replaceAll(':', '')}Z.readr`
}

/** When a backup, or an unfinished one, was made; null: it has another name. */
export function backupTime(name: string): Date | null {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  const time = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(time.getTime()) ? null : time
}

const isFinished = (name: string) => backupTime(name) !== null && !name.endsWith('.part')

/** The last finished backup in a folder; null if there is none. */
export function lastBackup(names: string[]): string | null {
  return names.filter(isFinished).toSorted().at(-1) ?? null
}

/** Whether a backup is missing since the last time of day at which one is made. */
export function isDue(last: Date | null, now: Date, timeOfDay: string): boolean {
  const today = Date.parse(`${now.toISOString().slice(0, 10)}T${timeOfDay}:00Z`)
  const due = today <= now.getTime() ? today : today - DAY_MS
  return last === null || last.getTime() < due
}

/** Weeks begin on Monday; 1970 began on a Thursday. */
const PERIODS: Record<keyof Retention, (time: Date) => string | number> = {
  daily: (time) => time.toISOString().slice(0, 10),
  weekly: (time) => Math.floor((time.getTime() / DAY_MS + 3) / 7),
  monthly: (time) => time.toISOString().slice(0, 7),
}

/**
 * The files of a folder to delete. Kept are the last backup, those made in the 24 hours before it,
 * the last ones of as many days, weeks, and months with backups, and everything with another name.
 * Unfinished backups are deleted after a day.
 */
export function expiredBackups(names: string[], retention: Retention, now: Date): string[] {
  const finished = names.filter(isFinished).toSorted().toReversed()
  const timeOf = (name: string) => backupTime(name)!
  const kept = new Set(
    finished.filter((name) => timeOf(finished[0]!).getTime() - timeOf(name).getTime() < DAY_MS),
  )
  for (const kind of ['daily', 'weekly', 'monthly'] as const) {
    const lastOfPeriod = new Map<string | number, string>()
    for (const name of finished) {
      const period = PERIODS[kind](timeOf(name))
      if (!lastOfPeriod.has(period)) lastOfPeriod.set(period, name)
    }
    for (const name of [...lastOfPeriod.values()].slice(0, retention[kind])) kept.add(name)
  }
  const abandoned = names.filter((name) => {
    const time = name.endsWith('.part') ? backupTime(name) : null
    return time !== null && now.getTime() - time.getTime() > DAY_MS
  })
  return [...finished.filter((name) => !kept.has(name)), ...abandoned]
}
