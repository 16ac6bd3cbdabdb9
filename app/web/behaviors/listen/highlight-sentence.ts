import { type Passage, rangeOf } from './passages.ts'

const NAME = 'listening'
let markedBlock: HTMLElement | null = null

/** Highlights the sentence that is being read, and scrolls it into view. */
export function highlightSentence(passage: Passage): void {
  removeHighlight()
  const range = rangeOf(passage)
  if ('highlights' in CSS) CSS.highlights.set(NAME, new Highlight(range))
  else {
    // Older browsers highlight the whole paragraph.
    markedBlock = passage.block
    markedBlock.dataset['listening'] = ''
  }
  const { top, bottom } = range.getBoundingClientRect()
  if (top < window.innerHeight * 0.1 || bottom > window.innerHeight * 0.7) {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    passage.block.scrollIntoView({ block: 'center', behavior: still ? 'instant' : 'smooth' })
  }
}

export function removeHighlight(): void {
  if ('highlights' in CSS) CSS.highlights.delete(NAME)
  delete markedBlock?.dataset['listening']
  markedBlock = null
}
