const NAME = 'listening'
/** After the reader scrolls, the page stays where they want it for this time in milliseconds. */
const LOOK_AROUND_MS = 8000

let markedBlock: HTMLElement | null = null
let scrolledAt = -Infinity

for (const input of ['wheel', 'touchmove']) {
  window.addEventListener(input, () => (scrolledAt = Date.now()), { passive: true })
}

/** Highlights the sentence that is being read, and scrolls it into view. */
export function markSpokenSentence(range: Range, block: HTMLElement): void {
  unmarkSpokenSentence()
  if ('highlights' in CSS) CSS.highlights.set(NAME, new Highlight(range))
  else {
    // Older browsers highlight the whole paragraph.
    markedBlock = block
    markedBlock.dataset['listening'] = ''
  }
  const { top, bottom } = range.getBoundingClientRect()
  const isInView = top >= window.innerHeight * 0.1 && bottom <= window.innerHeight * 0.7
  if (isInView || Date.now() - scrolledAt < LOOK_AROUND_MS) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  block.scrollIntoView({ block: 'center', behavior: still ? 'instant' : 'smooth' })
}

export function unmarkSpokenSentence(): void {
  if ('highlights' in CSS) CSS.highlights.delete(NAME)
  delete markedBlock?.dataset['listening']
  markedBlock = null
}
