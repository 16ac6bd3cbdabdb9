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
