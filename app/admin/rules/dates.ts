/** A date in UTC: 2026-11-21. */
export function isoDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** A time in UTC, to the minute: 2026-11-21 14:05. */
export function isoMinute(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace('T', ' ')
}

/** The last millisecond of a date in UTC. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59.999Z`)
}
