let format: Intl.NumberFormat | undefined

/** A number with commas, such as 1,234. */
export function numberText(value: number): string {
  // One for all numbers, made when it is needed: it takes as long as a card of a book, and 1 MB.
  format ??= new Intl.NumberFormat('en-US')
  return format.format(value)
}
