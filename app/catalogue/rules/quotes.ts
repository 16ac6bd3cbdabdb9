/** Length of a passage that can become an image, in characters. */
export const QUOTE_MIN_CHARS = 12

export const QUOTE_MAX_CHARS = 320

/** Puts a sentence in quotation marks; inner marks become single ones unless they enclose all of it. */
export function inQuotes(sentence: string): string {
  const whole = /^“([^“”]*)”$/.exec(sentence)
  return `“${whole ? whole[1] : sentence.replace(/“/g, '‘').replace(/”/g, '’')}”`
}
