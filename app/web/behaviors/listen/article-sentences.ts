import type { SpokenSentence } from './speech-queue.ts'
import { spokenSentencesOf } from '../../../catalogue/rules/summary/sentences.ts'

export interface ArticleSentence extends SpokenSentence {
  block: HTMLElement
  start: number
  end: number
}

export function articleSentences(article: HTMLElement): {
  all: ArticleSentence[]
  headings: string[]
} {
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
