/** Puts a sentence in quotation marks; inner marks become single ones unless they enclose all of it. */
export function inQuotes(sentence: string): string {
  const whole = /^“([^“”]*)”$/.exec(sentence)
  return `“${whole ? whole[1] : sentence.replace(/“/g, '‘').replace(/”/g, '’')}”`
}
