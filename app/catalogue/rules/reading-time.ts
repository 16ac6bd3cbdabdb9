/**
 * Silent reading of English non-fiction: 238 words a minute
 * (Brysbaert, "How many words do we read per minute?", Journal of Memory and Language, 2019).
 */
const WORDS_PER_MINUTE = 238

/** Minutes to read a text, at least one. */
export function minutesToRead(text: string): number {
  const word = /\S+/g
  let words = 0
  while (word.test(text)) words++
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE))
}

/** A year of publication as people write it: 1854, or 385 BCE. */
export function yearLabel(year: number): string {
  return year < 0 ? `${-year} BCE` : String(year)
}
