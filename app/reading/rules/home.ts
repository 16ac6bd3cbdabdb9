/** Characters of a blurb that Discover shows. */
export const DISCOVER_CHARS = 250

/** Where the first characters of a text end, in UTF-16 units. */
function endOf(text: string, characters: number): number {
  let end = 0
  for (let i = 0; i < characters && end < text.length; i++)
    end += text.codePointAt(end)! > 0xffff ? 2 : 1
  return end
}

/** Shortens a text to a number of characters, cutting between words and adding an ellipsis. */
export function shortened(text: string, maxChars: number): string {
  if (endOf(text, maxChars) === text.length) return text
  const start = text.slice(0, endOf(text, maxChars - 1))
  const lastSpace = start.lastIndexOf(' ')
  return `${start.slice(0, lastSpace > maxChars / 2 ? lastSpace : undefined).trimEnd()}…`
}

/** The name in the greeting: the first word of the full name that is not a title or an initial. */
export function greetingName(fullName: string): string {
  return fullName.split(/\s+/).find((word) => word !== '' && !word.endsWith('.')) ?? fullName
}

/** After this time without reading, a reader is welcomed back. */
const AWAY_MS = 21 * 86_400_000

export interface HomeFacts {
  /** When the reader last read or stopped in a book; null: never. */
  lastReadAt: Date | null
  readCount: number
  isAllRead: boolean
  /** Every book is open to the reader. */
  hasAll: boolean
  /** When the newest books came, at most 30. */
  arrivals: Date[]
}

/** The greeting, and the line below it; null: there is nothing to say. */
export function homeGreeting(facts: HomeFacts, now: Date): { words: string; line: string | null } {
  const { lastReadAt, readCount, isAllRead, hasAll, arrivals } = facts
  if (isAllRead) {
    const line = hasAll
      ? 'You’ve read every summary. New ones are added every week.'
      : 'You’ve read every unlocked summary. A plan unlocks the rest.'
    return { words: 'Welcome', line }
  }
  if (lastReadAt === null) return { words: 'Welcome', line: 'Choose a book to start with.' }
  if (now.getTime() - lastReadAt.getTime() > AWAY_MS) {
    const count = arrivals.filter((at) => at > lastReadAt).length
    const added = count === 1 ? 'One new summary' : `${count} new summaries`
    const line = count === 0 ? null : `${added} since you were last here.`
    return { words: 'Welcome back', line }
  }
  const isFirst = readCount === 1
  return { words: 'Welcome', line: isFirst ? 'You’ve read your first summary.' : null }
}
