import type { Timing } from '../../../catalogue/rules/audio/timeline.ts'
import { queryAll } from '../summary/article-in-view.ts'
import { markSpokenSentence, unmarkSpokenSentence } from './mark-spoken-sentence.ts'
import { textRange } from './text-range.ts'

/** The line of a summary on this page that contains a position of its text, or null. */
function lineAt(slug: string, position: number): { line: HTMLElement; start: number } | null {
  const article = queryAll(`article[data-summary="${slug}"]`).at(-1)
  if (!article) return null
  const lines = queryAll<HTMLElement>('.summary-text [data-start]', article)
  const startOf = (line: HTMLElement) => Number(line.dataset['start'])
  const line = lines.findLast((one) => startOf(one) <= position)
  if (!line || position >= startOf(line) + line.textContent.length) return null
  return { line, start: startOf(line) }
}

/** Highlights what is spoken, if this page shows the summary. */
export function followText(slug: string) {
  let shown: Timing | undefined
  return {
    show(timing: Timing | undefined): void {
      if (timing === shown) return
      shown = timing
      const found = timing && lineAt(slug, timing.start)
      if (!timing || !found) return unmarkSpokenSentence()
      const { line, start } = found
      markSpokenSentence(textRange(line, timing.start - start, timing.end - start), line)
    },
    end: unmarkSpokenSentence,
  }
}
