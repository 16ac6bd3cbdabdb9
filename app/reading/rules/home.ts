/** Characters of a blurb that Discover shows. */
export const DISCOVER_CHARS = 250

/** Shortens a text to a number of characters, cutting between words and adding an ellipsis. */
export function shortened(text: string, maxChars: number): string {
  const characters = [...text]
  if (characters.length <= maxChars) return text
  const start = characters.slice(0, maxChars - 1).join('')
  const lastSpace = start.lastIndexOf(' ')
  return `${start.slice(0, lastSpace > maxChars / 2 ? lastSpace : undefined).trimEnd()}…`
}

/** The name in the greeting: the first word of the full name that is not a title or an initial. */
export function greetingName(fullName: string): string {
  return fullName.split(/\s+/).find((word) => word !== '' && !word.endsWith('.')) ?? fullName
}
