import { quotePath } from '../../../catalogue/rules/addresses.ts'
import { MAX_QUOTE_CHARS, MIN_QUOTE_CHARS } from '../../../catalogue/rules/quotes.ts'
import { showToast } from '../toast.ts'
import { openHighlights } from './open-highlights.ts'

/** Milliseconds without a change after which a selection is complete. */
const SELECTED_MS = 500

const UNUSED_OFFER = '.toast:has([href*="/quote?"]):not(:hover, :active, :focus-within)'

function offerQuote(): void {
  const selection = getSelection()
  const text = selection?.toString().replace(/\s+/g, ' ').trim() ?? ''
  if (!text) document.querySelector(UNUSED_OFFER)?.remove()
  const start = selection?.anchorNode?.parentElement
  const slug = start?.closest<HTMLElement>('article[data-summary]')?.dataset['summary']
  if (!slug || !start?.closest('.summary-text')) return
  if (text.length < MIN_QUOTE_CHARS || text.length > MAX_QUOTE_CHARS) return
  const query = new URLSearchParams({ text })
  showToast('Text selected.', {
    href: `${quotePath(slug)}?${query}`,
    label: 'Make a picture',
  })
}

/** Offers visitors to make a picture of a selected sentence, and readers more. */
export function offerQuotes(): void {
  let timer: ReturnType<typeof setTimeout>
  document.addEventListener('selectionchange', () => {
    clearTimeout(timer)
    const { anchorNode = null, isCollapsed = true } = getSelection() ?? {}
    // Readers get a toolbar, whose script then follows the selection itself.
    if (!isCollapsed && openHighlights('select', anchorNode?.parentElement ?? undefined)) return
    timer = setTimeout(offerQuote, SELECTED_MS)
  })
}
