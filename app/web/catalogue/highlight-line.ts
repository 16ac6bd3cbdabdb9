import type { ShownPiece } from '../../reading/rules/highlights/highlighted-pieces.ts'
import type { ChangeMarkup } from '../ui/reader-slot.tsx'

const ESCAPED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}

const SPECIAL = /[&<>"']/g

/** Escapes a text as React does. */
const escapeText = (text: string) => text.replace(SPECIAL, (char) => ESCAPED[char]!)

/**
 * Adds highlights to the markup of a line without any, with the bytes that React would render
 * (summary-lines.tsx), which takes longer.
 * @param text of the line; the pieces are parts of it
 */
export function highlightLine(text: string): ChangeMarkup<ShownPiece[][] | null> {
  /** Of the markup of the call before, which rarely differs. */
  let unmarked = { markup: '', parts: [''] }
  return (markup, pieces) => {
    // Every second part is a tag.
    if (unmarked.markup !== markup) unmarked = { markup, parts: markup.split(/(<[^>]*>)/) }
    const runs = pieces.filter((run) => run.length > 0)
    const start = runs[0]![0]!.start
    let written = ''
    let run = 0
    for (const [i, part] of unmarked.parts.entries()) {
      if (i % 2 === 1 || part === '') {
        written += part
        continue
      }
      for (const { start: from, end, attributes } of runs[run++]!) {
        const words = escapeText(text.slice(from - start, end - start))
        written += attributes ? `${markTag(attributes)}${words}</mark>` : words
      }
    }
    return written
  }
}

function markTag(attributes: object): string {
  let tag = '<mark'
  for (const [name, value] of Object.entries(attributes)) tag += ` ${name}="${escapeText(value)}"`
  return `${tag}>`
}
