export interface Sentence {
  text: string
  /** Offsets in the original text. */
  start: number
  end: number
}

/** Browsers stop speaking in the middle of longer texts. */
const LONGEST_CHARS = 240

/** Words whose period does not end a sentence. */
const ABBREVIATION = /(?:^|[\s(“"])(?:Mr|Mrs|Ms|Dr|St|Prof|vs|No|e\.g|i\.e|[A-Z])\.\s*$/u

export function sentencesOf(text: string): Sentence[] {
  return boundsOf(text).flatMap(([start, end]) => trimmed(text, start, end) ?? [])
}

/** The sentences of a text for speech: long ones are split at their pauses. */
export function spokenSentencesOf(text: string): Sentence[] {
  return boundsOf(text).flatMap(([start, end]) => [...partsOf(text, start, end)])
}

function boundsOf(text: string): [start: number, end: number][] {
  const bounds: [number, number][] = []
  let open: number | null = null
  for (const { segment, index } of segments(text)) {
    const start: number = open ?? index
    const end = index + segment.length
    // Segmenters treat "Mr." as the end of a sentence.
    const last = text.slice(Math.max(start, index - 1), end)
    const continues = ABBREVIATION.test(last) && end < text.length
    open = continues ? start : null
    if (!continues) bounds.push([start, end])
  }
  return bounds
}

function segments(text: string): Iterable<{ segment: string; index: number }> {
  if (typeof Intl.Segmenter === 'function') {
    return new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)
  }
  return [...text.matchAll(/[^.!?]+(?:[.!?]+["”’)]*\s*|$)/gu)].map((match) => ({
    segment: match[0],
    index: match.index,
  }))
}

function* partsOf(text: string, from: number, to: number): Generator<Sentence> {
  let rest = trimmed(text, from, to)
  while (rest && rest.text.length > LONGEST_CHARS) {
    const window = rest.text.slice(0, LONGEST_CHARS)
    const pauses = [', ', '; ', ': ', ' – ', '—'].map((sign) => window.lastIndexOf(sign))
    const pause = Math.max(...pauses)
    const cut = pause > LONGEST_CHARS / 3 ? pause + 1 : window.lastIndexOf(' ')
    const at = rest.start + (cut > 0 ? cut : LONGEST_CHARS)
    const part = trimmed(text, rest.start, at)
    if (part) yield part
    rest = trimmed(text, at, rest.end)
  }
  if (rest) yield rest
}

function trimmed(text: string, from: number, to: number): Sentence | null {
  const part = text.slice(from, to)
  const start = from + (part.length - part.trimStart().length)
  const end = from + part.trimEnd().length
  return start < end ? { text: text.slice(start, end), start, end } : null
}
