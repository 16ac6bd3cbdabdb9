/**
 * Silent reading of English non-fiction: 238 words a minute
 * (Brysbaert, "How many words do we read per minute?", Journal of Memory and Language, 2019).
 */
const WORDS_PER_MINUTE = 238

export function minutesToRead(text: string): number {
  const word = /\S+/g
  let words = 0
  while (word.test(text)) words++
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE))
}

/** Years before this one look like page numbers, so they are explained. */
const FIRST_PLAIN_YEAR = 1400

/** When a book appeared, after the name of its author: 1854, or written about 385 BCE. */
export function yearLabel(year: number): string {
  if (year >= FIRST_PLAIN_YEAR) return String(year)
  return `written about ${year < 0 ? `${-year} BCE` : year}`
}
