import { quotePath } from '../../../catalogue/rules/addresses.ts'
import { QUOTE_MAX_CHARS, QUOTE_MIN_CHARS } from '../../../catalogue/rules/quotes.ts'
import { showToast } from '../toast.ts'

/** Milliseconds without a change after which a selection is complete. */
const SELECTED_MS = 500

const UNUSED_OFFER = '.toast:has([href*="/quote?"]):not(:hover, :active, :focus-within)'

function offerQuote(): void {
  const selection = getSelection()
  const text = selection?.toString().replace(/\s+/g, ' ').trim() ?? ''
  if (!text) document.querySelector(UNUSED_OFFER)?.remove()
  const start = selection?.anchorNode?.parentElement
  const article = start?.closest<HTMLElement>('article[data-summary]')
  if (!article || !start?.closest('.summary-text')) return
  if (text.length < QUOTE_MIN_CHARS || text.length > QUOTE_MAX_CHARS) return
  const query = new URLSearchParams({ text })
  showToast('Text selected.', {
    href: `${quotePath(article.dataset['summary']!)}?${query}`,
    label: 'Make a picture',
  })
}

/** Offers to make a picture of a selected sentence. */
export function offerQuotes(): void {
  let timer: ReturnType<typeof setTimeout>
  document.addEventListener('selectionchange', () => {
    clearTimeout(timer)
    timer = setTimeout(offerQuote, SELECTED_MS)
  })
}
