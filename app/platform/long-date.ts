/**
 * Made once, because making one takes longer than formatting many dates. Made when it is first needed,
 * because Node's data about languages takes 8 MB of memory.
 */
let dates: Intl.DateTimeFormat | undefined

/**
 * Formats the date in UTC of something that has happened, or a day: November 28, 2026.
 * @param moment a moment, which is text in JSON, or a day such as 2026-11-28
 */
export function longDate(moment: Date | string): string {
  return (dates ??= new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })).format(new Date(moment))
}
