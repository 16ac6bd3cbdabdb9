import fc from 'fast-check'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { HIGHLIGHT_COLORS } from '#app/reading/rules/highlights/highlight.ts'
import { shownLines } from '#app/reading/rules/highlights/highlighted-pieces.ts'
import { type Line, lineText } from '#app/catalogue/rules/summary/parse.ts'
import { highlightLine } from '#app/web/catalogue/highlight-line.ts'
import { LineIn } from '#app/web/catalogue/summary-lines.tsx'
import { unpacked } from '#app/web/ui/reader-slot.tsx'

const TRICKS = ['<b>', '</p>', '&amp;', '"', "'", '<!-- -->', '😀', ' ', '>']
const text = fc
  .array(fc.oneof(fc.constantFrom(...TRICKS), fc.string()), { minLength: 1 })
  .map((parts) => `${parts.join('')}.`)
const START = 7
const LINKS = { Walden: 'walden' }

test('highlights are added to a line with the bytes that React renders', () => {
  const label = fc.constantFrom(null, 'Walden', 'A & B')
  const range = fc.tuple(fc.nat(40), fc.nat(40), fc.constantFrom(...HIGHLIGHT_COLORS), text)
  fc.assert(
    fc.property(label, text, fc.array(range, { maxLength: 6 }), (of, words, ranges) => {
      const line: Line = { label: of, text: words }
      const whole = lineText(line)
      const name = of === null ? [] : of === 'Walden' ? [of, ':'] : [`${of}:`]
      const parts = of === null ? [words] : [...name, ` ${words}`]
      let at = START
      const runs = parts.map(({ length }) => ({ start: at, end: (at += length) }))
      const notes = ranges.map(([start, length, color, note], i) => ({
        ...{ id: `"${i}`, color, start: start + START, end: start + START + length },
        ...{ text: note, isOutdated: false },
      }))
      const [pieces] = shownLines([{ runs }], notes)
      const markup = (shown: typeof pieces) => {
        const value = unpacked('page', JSON.stringify(shown)) as never
        const own = { notes: value, pieces: value, address: '/a?b&c' }
        const highlights = () => ({ start: START, own })
        return renderToString(
          createElement(LineIn, { element: 'li', line, links: LINKS, highlights }),
        )
      }
      fc.pre(pieces !== null)
      expect(highlightLine(whole)(markup(null), pieces!)).toBe(markup(pieces))
    }),
  )
})
