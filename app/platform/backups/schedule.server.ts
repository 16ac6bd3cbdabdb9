import { DAY_MS } from '../durations.ts'
import { utcClock, utcDay } from '../utc-clock.server.ts'

/** When backups are made, what they are called, and which ones are kept. All times are in UTC. */

/** Clocks of several machines differ this much at most. */
const CLOCK_DIFFERENCE_MS = 3_600_000
const NAME = /^readr-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.readr(\.part(-journal|-wal|-shm)?)?$/

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

const isAhead = (time: Date, now: Date) => time.getTime() - now.getTime() > CLOCK_DIFFERENCE_MS

function finishedBackups(names: string[], now: Date): string[] {
  const isFinished = (name: string) => {
    const time = name.endsWith('.readr') ? backupTime(name) : null
    return time !== null && !isAhead(time, now)
  }
  return names.filter(isFinished).toSorted().toReversed()
}

/** The last finished backup in a folder; null if there is none. */
export function lastBackup(names: string[], now = new Date()): string | null {
  return finishedBackups(names, now)[0] ?? null
}

/**
 * Whether a backup is missing since the last time of day at which one is made, or the last one was
 * made while the clock was ahead.
 */
export function isDue(last: Date | null, now: Date, timeOfDay: string): boolean {
  const clock = utcClock(now)
  const today = clock.withPlainTime(timeOfDay)
  const isComing = Temporal.ZonedDateTime.compare(today, clock) > 0
  const due = isComing ? today.subtract({ days: 1 }) : today
  return last === null || last.getTime() < due.epochMilliseconds || isAhead(last, now)
}

/** Weeks begin on Monday. */
const PERIODS: Record<keyof Retention, (time: Date) => string> = {
  daily: utcDay,
  weekly: (time) => {
    const { yearOfWeek, weekOfYear } = utcClock(time)
    return `${yearOfWeek} ${weekOfYear}`
  },
  monthly: (time) => utcDay(time).slice(0, -3),
}

/**
 * The files of a folder to delete. Kept are the last backup, those made in the 24 hours before it,
 * the last ones of as many days, weeks, and months with backups, those whose time is still to come,
 * and everything with another name.
 */
export function expiredBackups(names: string[], retention: Retention, now: Date): string[] {
  const finished = finishedBackups(names, now)
  const timeOf = (name: string) => backupTime(name)!
  const kept = new Set(
    finished.filter((name) => timeOf(finished[0]!).getTime() - timeOf(name).getTime() < DAY_MS),
  )
  for (const kind of ['daily', 'weekly', 'monthly'] as const) {
    const lastOfPeriod = new Map<string, string>()
    for (const name of finished) {
      const period = PERIODS[kind](timeOf(name))
      if (!lastOfPeriod.has(period)) lastOfPeriod.set(period, name)
    }
    for (const name of [...lastOfPeriod.values()].slice(0, retention[kind])) kept.add(name)
  }
  return finished.filter((name) => !kept.has(name))
}

/** What backups that were killed more than a day ago have left in a folder. */
export function abandonedBackups(names: string[], now: Date): string[] {
  return names.filter((name) => {
    const time = name.endsWith('.readr') ? null : backupTime(name)
    return time !== null && now.getTime() - time.getTime() > DAY_MS
  })
}
