export const utcClock = (moment: Date | number): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(+moment).toZonedDateTimeISO('UTC')

export const toDate = ({ epochMilliseconds }: Temporal.ZonedDateTime): Date =>
  new Date(epochMilliseconds)

/** The day of a moment in UTC, such as 2026-11-23. */
export const utcDay = (moment: Date | number): string => utcClock(moment).toPlainDate().toString()

/** The day some days after a day, or before it. */
export const dayAfter = (day: string, days = 1): string =>
  Temporal.PlainDate.from(day).add({ days }).toString()

/** When the next day begins in UTC, in milliseconds since 1970. */
export const endOfUtcDay = (moment: Date | number): number =>
  utcClock(moment).startOfDay().add({ days: 1 }).epochMilliseconds
