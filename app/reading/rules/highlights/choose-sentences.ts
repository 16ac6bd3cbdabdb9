import type { ReadingLine, ReadingText } from '../../../catalogue/rules/summary/reading-text.ts'
import { sentencesOf } from '../../../catalogue/rules/summary/sentences.ts'
import type { TextRange } from './anchor.ts'

export interface ChoosableSentence extends TextRange {
  text: string
}

/** The sentences of a paragraph or list, in order; empty if the text does not have it. */
export function sentencesIn(
  { text, lines }: ReadingText,
  place: Pick<ReadingLine, 'section' | 'paragraph'>,
): ChoosableSentence[] {
  return lines
    .filter(({ section, paragraph }) => section === place.section && paragraph === place.paragraph)
    .flatMap(({ start, end }) =>
      sentencesOf(text.slice(start, end)).map((sentence) => ({
        text: sentence.text,
        start: start + sentence.start,
        end: start + sentence.end,
      })),
    )
}

/**
 * The passages of chosen sentences: those that follow one another are one.
 * @returns null: one of them is not in the text
 */
export function chosenPassages(
  sentences: ChoosableSentence[],
  chosen: TextRange[],
): TextRange[] | null {
  const isChosen = ({ start, end }: TextRange) =>
    chosen.some((one) => one.start === start && one.end === end)
  if (!chosen.every((one) => sentences.some((s) => s.start === one.start && s.end === one.end)))
    return null
  const passages: TextRange[] = []
  for (const [i, sentence] of sentences.entries()) {
    if (!isChosen(sentence)) continue
    const last = passages.at(-1)
    const follows = last && i > 0 && isChosen(sentences[i - 1]!)
    if (follows) last.end = sentence.end
    else passages.push({ start: sentence.start, end: sentence.end })
  }
  return passages
}

/** The ids of highlights that one form makes: the same form again makes the same ones. */
export const nextHighlightId = (id: string, n: number): string =>
  n === 0
    ? id
    : id.slice(0, -4) +
      ((Number.parseInt(id.slice(-4), 16) + n) % 0x1_00_00).toString(16).padStart(4, '0')
