let latest: { timeZone: string; format: Intl.DateTimeFormat } | undefined

function formatFor(timeZone: string): Intl.DateTimeFormat {
  if (latest?.timeZone === timeZone) return latest.format
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })
  latest = { timeZone, format }
  return format
}

/**
 * The date of a moment by a reader's clock, such as "November 27, 2026". For dates about money, which must
 * be right for every clock, there is longDate().
 * @param timeZone null: unknown, so the date is in UTC, and says so
 */
export function readerDate(moment: Date | string, timeZone: string | null): string {
  const text = formatFor(timeZone ?? 'UTC').format(new Date(moment))
  return timeZone === null ? `${text} (UTC)` : text
}
