// A formatter for each number would take as long as a card.
const NUMBER = new Intl.NumberFormat('en-US')

/** A number with commas, such as 1,234. */
export const numberText = (value: number): string => NUMBER.format(value)
