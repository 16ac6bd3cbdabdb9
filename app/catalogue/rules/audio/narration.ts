import { parseSummary } from '../summary/parse.ts'
import { commonLength, readingText } from '../summary/reading-text.ts'
import { sentencesOf } from '../summary/sentences.ts'
import { sectionRanges, type Timing } from './timeline.ts'

/** How the source hash of audio begins that was narrated, and not recorded. */
export const NARRATED = 'narrated '

/** A section of a summary, or its part before or after the cut, which is narrated in one go. */
export interface NarrationPiece {
  section: string
  title: string
  /** Offsets in the reading text. */
  start: number
  end: number
  /** What is read aloud. */
  text: string
  isFree: boolean
}

/** The pieces of a summary in order. None of them crosses the cut. */
export function narrationPieces(source: string): NarrationPiece[] {
  const whole = parseSummary(source, 'whole')
  const { text } = readingText(whole)
  const freeEnd = commonLength(text, readingText(parseSummary(source, 'free')).text)
  return sectionRanges(whole).flatMap(({ section, title, start, end }) => {
    const cuts = freeEnd > start && freeEnd < end ? [start, freeEnd, end] : [start, end]
    return cuts.slice(1).flatMap((to, i) => {
      const from = cuts[i]!
      const spoken = text.slice(from, to).trim()
      if (spoken === '') return []
      const said = i === 0 ? withTitle(spoken, title) : spoken
      return [{ section, title, start: from, end: to, text: said, isFree: to <= freeEnd }]
    })
  })
}

/** Reads the title of a section as a sentence, with the number of its idea. */
function withTitle(text: string, title: string): string {
  const [first = '', ...others] = text.split('\n')
  const isHeading = title === first || title.endsWith(`: ${first}`)
  return isHeading ? [`${title}.`, ...others].join('\n') : text
}

/** A silence in a recording, in milliseconds. */
export interface Pause {
  startMs: number
  endMs: number
}

/**
 * How far the pause after a sentence may be from where its length suggests, as a share of the
 * recording.
 */
const REACH = 0.08
const MIN_REACH_MS = 1500

/**
 * When the sentences of a piece are spoken: each ends at the pause that is nearest to where its length
 * suggests.
 * @param text the piece in the reading text, and where it starts there
 */
export function timingsByPauses(
  text: string,
  start: number,
  durationMs: number,
  pauses: Pause[],
): Timing[] {
  const sentences = text
    .split('\n')
    .reduce<{ at: number; found: { start: number; end: number }[] }>(
      ({ at, found }, line) => ({
        at: at + line.length + 1,
        found: [
          ...found,
          ...sentencesOf(line).map((one) => ({ start: at + one.start, end: at + one.end })),
        ],
      }),
      { at: 0, found: [] },
    ).found
  const reach = Math.max(MIN_REACH_MS, REACH * durationMs)
  let from = 0
  return sentences.map((sentence, i) => {
    const expected = (sentence.end / Math.max(1, text.length)) * durationMs
    const distance = ({ startMs, endMs }: Pause) => Math.abs((startMs + endMs) / 2 - expected)
    const [nearest] = pauses
      .filter((pause) => pause.startMs > from && distance(pause) <= reach)
      .toSorted((a, b) => distance(a) - distance(b))
    const isLast = i === sentences.length - 1
    const endMs = isLast
      ? durationMs
      : Math.round(Math.max(from + 1, nearest ? nearest.endMs : expected))
    const timing = {
      startMs: from,
      endMs: Math.min(endMs, durationMs),
      start: start + sentence.start,
      end: start + sentence.end,
    }
    from = timing.endMs
    return timing
  })
}
