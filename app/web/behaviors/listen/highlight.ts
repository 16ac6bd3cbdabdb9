import { type Passage, rangeOf } from './passages.ts'

const NAME = 'listening'
let marked: HTMLElement | null = null

/** Marks the sentence that is being read, without a change of the page, and brings it into view. */
export function showSentence(passage: Passage): void {
  showNothing()
  const range = rangeOf(passage)
  if ('highlights' in CSS) CSS.highlights.set(NAME, new Highlight(range))
  else {
    // Older browsers mark its paragraph.
    marked = passage.block
    marked.dataset['listening'] = ''
  }
  const { top, bottom } = range.getBoundingClientRect()
  if (top < window.innerHeight * 0.1 || bottom > window.innerHeight * 0.7) {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    passage.block.scrollIntoView({ block: 'center', behavior: still ? 'instant' : 'smooth' })
  }
}

export function showNothing(): void {
  if ('highlights' in CSS) CSS.highlights.delete(NAME)
  delete marked?.dataset['listening']
  marked = null
}
