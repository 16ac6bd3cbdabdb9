import { plainTag, TAG } from './highlight.ts'

export interface TagCount {
  tag: string
  count: number
}

/** How many notes have each tag, the most frequent first. @param stored the tags of each note */
export function countTags(stored: Iterable<string>): TagCount[] {
  const counts = new Map<string, number>()
  for (const tags of stored) {
    for (const tag of tags.split(' ')) {
      if (tag !== '') counts.set(tag.slice(1), (counts.get(tag.slice(1)) ?? 0) + 1)
    }
  }
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .toSorted((a, b) => b.count - a.count || (a.tag < b.tag ? -1 : 1))
}

/** A note in pieces, for links to its tags. */
export function splitAtTags(text: string): { text: string; tag: string | null }[] {
  const pieces: { text: string; tag: string | null }[] = []
  let end = 0
  for (const { index, 0: written, 1: tag } of text.matchAll(TAG)) {
    if (index > end) pieces.push({ text: text.slice(end, index), tag: null })
    end = index + written.length
    pieces.push({ text: written, tag: plainTag(tag!) })
  }
  if (end < text.length) pieces.push({ text: text.slice(end), tag: null })
  return pieces
}
