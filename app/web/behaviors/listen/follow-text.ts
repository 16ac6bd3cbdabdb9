import type { Timing } from '../../../catalogue/rules/audio/timeline.ts'
import { queryAll } from '../summary/article-in-view.ts'
import { markSpokenSentence, unmarkSpokenSentence } from './mark-spoken-sentence.ts'
import { textRange } from './text-range.ts'

/** Which of a summary's text an element contains: from `start`, after `skipped` characters. */
interface Line {
  element: HTMLElement
  skipped: number
  start: number
  end: number
}

function linesOf(slug: string): Line[] {
  const article = queryAll(`article[data-summary="${slug}"]`).at(-1)
  if (!article) return []
  const lines: Line[] = []
  let heading: HTMLElement | null = null
  let next = 0
  for (const element of queryAll<HTMLElement>('.summary-text :is(h2, [data-start])', article)) {
    const { length } = element.textContent
    if (element.localName === 'h2') {
      heading = element
      continue
    }
    const start = Number(element.dataset['start'])
    // A heading is in the text before its first line, without the number that it has on the page.
    const skipped = heading ? heading.textContent.length - (start - 1 - next) : -1
    if (heading && skipped >= 0) {
      lines.push({ element: heading, skipped, start: next, end: start - 1 })
    }
    heading = null
    lines.push({ element, skipped: 0, start, end: start + length })
    next = start + length + 1
  }
  return lines
}

/** Highlights what is spoken, if this page shows the summary. */
export function followText(slug: string) {
  let shown: Timing | undefined
  return {
    show(timing: Timing | undefined): void {
      if (timing === shown) return
      shown = timing
      if (!timing) return unmarkSpokenSentence()
      const spoken = linesOf(slug).filter(
        ({ start, end }) => start < timing.end && end > timing.start,
      )
      markSpokenSentence(
        spoken.map(({ element, skipped, start, end }) => {
          const from = Math.max(timing.start, start) - start
          return textRange(element, skipped + from, skipped + Math.min(timing.end, end) - start)
        }),
        spoken.map(({ element }) => element),
      )
    },
    end: unmarkSpokenSentence,
  }
}
