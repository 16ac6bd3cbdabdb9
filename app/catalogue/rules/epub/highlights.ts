import { linesIn, type Summary } from '../summary/parse.ts'
import { readingText } from '../summary/reading-text.ts'
import { xmlText } from '../xml.ts'

export interface Run {
  start: number
  end: number
}

export interface ColoredPiece extends Run {
  color: string | null
}

export interface ChapterHighlights {
  pieces: ColoredPiece[][]
  words: ReadonlyMap<number, string[]>
  /** Highlights that are not in this text: their passages, and the reader's words. */
  others: { exact: string; text: string }[]
}

/** The runs of a summary: each paragraph and list item, a label apart from the rest. */
export function runsOf(summary: Summary): Run[] {
  const labels = summary.sections.flatMap(linesIn).map(({ label }) => label)
  return readingText(summary).lines.flatMap(({ start, end }, i) => {
    const label = labels[i] ?? null
    if (label === null) return [{ start, end }]
    const colon = start + label.length + 1
    return [
      { start, end: colon },
      { start: colon + 1, end },
    ]
  })
}

export class RunWriter {
  readonly #notes: ChapterHighlights | null
  #at = 0

  constructor(notes: ChapterHighlights | null) {
    this.#notes = notes
  }

  write(text: string): string {
    const pieces = this.#notes?.pieces[this.#at++]
    if (!pieces) return xmlText(text)
    const [first] = pieces
    return pieces
      .map(({ start, end, color }) => {
        const part = xmlText(text.slice(start - first!.start, end - first!.start))
        return color === null ? part : `<mark class="${color}">${part}</mark>`
      })
      .join('')
  }

  withWords(write: () => string): string {
    const from = this.#at
    const block = write()
    const words: string[] = []
    for (let at = from; at < this.#at; at++) words.push(...(this.#notes?.words.get(at) ?? []))
    return [block, ...words.map(noteMarkup)].join('\n')
  }
}

const noteMarkup = (text: string) =>
  `<aside class="note"><p dir="auto"><strong>Your note:</strong> ${xmlText(text).replaceAll('\n', '<br/>')}</p></aside>`

export function othersMarkup({ others }: ChapterHighlights): string {
  if (others.length === 0) return ''
  const items = others.map(
    ({ exact, text }) =>
      `<blockquote><p dir="auto">${xmlText(exact)}</p></blockquote>${text === '' ? '' : noteMarkup(text)}`,
  )
  return `<section class="about"><h2>Your other highlights</h2><p>They are not in this text, for example because they come from an earlier version.</p>${items.join('\n')}</section>`
}
