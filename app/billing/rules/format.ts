/** Money as it is shown: $16.00. */
export function money(cents: number): string {
  const dollars = (Math.abs(cents) / 100).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  return `${cents < 0 ? '-' : ''}$${dollars}`
}

/** A day as it is shown: November 28, 2026 (UTC). */
export function longDate(moment: Date): string {
  return moment.toLocaleDateString('en-US', {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  })
}
