import type { Sentence } from './player.ts'
import { spokenSentencesOf } from '../../../catalogue/rules/summary/sentences.ts'

/** A sentence and its position in the page. */
export interface Passage extends Sentence {
  block: HTMLElement
  start: number
  end: number
}

/** The sentences and headings of the article, in reading order. */
export function passagesOf(article: HTMLElement): { all: Passage[]; headings: string[] } {
  const sections = [...article.querySelectorAll<HTMLElement>('.summary-text section')]
  return {
    headings: sections.map((section) => section.querySelector('h2')?.textContent ?? ''),
    all: sections.flatMap((section, idea) =>
      [...section.querySelectorAll<HTMLElement>('h2, h3, p, li:not(:has(h3))')].flatMap((block) =>
        spokenSentencesOf(block.textContent).map((sentence) => ({ ...sentence, idea, block })),
      ),
    ),
  }
}

/** The passage as a range of the document. */
export function rangeOf({ block, start, end }: Passage): Range {
  const range = document.createRange()
  range.selectNodeContents(block)
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  let at = 0
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { length } = node as Text
    if (start >= at && start < at + length) range.setStart(node, start - at)
    if (end > at && end <= at + length) range.setEnd(node, end - at)
    at += length
  }
  return range
}
