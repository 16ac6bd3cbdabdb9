const NAME = 'listening'
/** After the reader scrolls, the page stays where they want it for this time in milliseconds. */
const LOOK_AROUND_MS = 8000

let markedBlocks: HTMLElement[] = []
let scrolledAt = -Infinity

for (const input of ['wheel', 'touchmove']) {
  window.addEventListener(input, () => (scrolledAt = Date.now()), { passive: true })
}

/** Highlights what is being read, and scrolls it into view. */
export function markSpokenSentence(ranges: Range[], blocks: HTMLElement[]): void {
  unmarkSpokenSentence()
  const [first, last] = [ranges[0], ranges.at(-1)]
  if (!first || !last) return
  if ('highlights' in CSS) CSS.highlights.set(NAME, new Highlight(...ranges))
  else {
    // Older browsers highlight whole paragraphs.
    markedBlocks = blocks
    for (const block of blocks) block.dataset['listening'] = ''
  }
  const { top } = first.getBoundingClientRect()
  const { bottom } = last.getBoundingClientRect()
  const isInView = top >= window.innerHeight * 0.1 && bottom <= window.innerHeight * 0.7
  if (isInView || Date.now() - scrolledAt < LOOK_AROUND_MS) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  blocks[0]!.scrollIntoView({ block: 'center', behavior: still ? 'instant' : 'smooth' })
}

export function unmarkSpokenSentence(): void {
  if ('highlights' in CSS) CSS.highlights.delete(NAME)
  for (const block of markedBlocks) delete block.dataset['listening']
  markedBlocks = []
}
