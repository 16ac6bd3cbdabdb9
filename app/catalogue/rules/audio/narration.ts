import { parseSummary } from '../summary/parse.ts'
import { commonLength, readingText } from '../summary/reading-text.ts'
import { sentencesOf } from '../summary/sentences.ts'
import { sectionRanges } from './timeline.ts'

/** How the source hash of audio begins that was narrated, and not recorded. */
export const NARRATED = 'narrated '

export interface NarrationPiece {
  section: string
  title: string
  /** Offsets in the reading text. */
  start: number
  end: number
  /** What is read aloud. */
  text: string
  /** The sentences, with offsets in the reading text. */
  sentences: { start: number; end: number }[]
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
      const sentences = sentencesIn(text, from, to)
      return [
        { section, title, start: from, end: to, text: said, sentences, isFree: to <= freeEnd },
      ]
    })
  })
}

function withTitle(text: string, title: string): string {
  const [first = '', ...others] = text.split('\n')
  const isHeading = title === first || title.endsWith(`: ${first}`)
  return isHeading ? [`${title}.`, ...others].join('\n') : text
}

/** The sentences of a passage; offsets in the whole text. */
function sentencesIn(text: string, start: number, end: number) {
  let at = start
  return text
    .slice(start, end)
    .split('\n')
    .flatMap((line) => {
      const first = at
      at += line.length + 1
      return sentencesOf(line).map((one) => ({ start: first + one.start, end: first + one.end }))
    })
}
