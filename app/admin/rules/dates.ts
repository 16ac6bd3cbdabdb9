/** Rows of one page of readers or of the log. */
export const ROWS_PER_PAGE = 50

/** A gift ends within this many years. */
export const LONGEST_GRANT_YEARS = 10

/** A day as forms and the log write it: 2026-11-21, in UTC. */
export function isoDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** The last moment of a day in UTC. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59.999Z`)
}
