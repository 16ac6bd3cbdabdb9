import type { PageHighlight } from '../../../reading/rules/highlights/changes.ts'
import { highlightIdOf, shownLines } from '../../../reading/rules/highlights/highlighted-pieces.ts'
import { build } from '../build-element.ts'
import { type PageText, replaceText } from './page-text.ts'

type ShownLines = string[]

/** What the page shows now, which the server rendered by the same rule. */
export const shownHighlights = ({ lines }: PageText, notes: PageHighlight[]): ShownLines =>
  shownLines(lines, notes).map((line) => JSON.stringify(line))

export function showHighlights(
  { text, lines }: PageText,
  notes: PageHighlight[],
  shown: ShownLines,
): ShownLines {
  const mark = document.activeElement?.closest('mark')
  const focused = mark && highlightIdOf(mark)
  const now = shownLines(lines, notes).map((pieces, i) => {
    const key = JSON.stringify(pieces)
    if (key === shown[i]) return key
    const contents = pieces?.map((run) =>
      run.map(({ start, end, attributes }) => {
        const words = text.slice(start, end)
        return attributes ? build('mark', { ...attributes }, words) : words
      }),
    )
    replaceText(lines[i]!, contents ?? [])
    return key
  })
  if (focused) document.getElementById(`note-${focused}`)?.focus({ preventScroll: true })
  return now
}
