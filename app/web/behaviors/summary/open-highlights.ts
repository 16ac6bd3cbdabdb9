import { closest } from '../events.ts'
import { articleInView } from './article-in-view.ts'
import { startScript } from './start-script.ts'

/** What is done with highlights: `open` is about one of them, and `select` only loads the script. */
export type HighlightAction = 'select' | 'open' | 'highlight' | 'note'

/**
 * Tells the script for highlights what to do, and loads it the first time. Visitors' articles have none.
 * @returns whether there is one
 */
export function openHighlights(
  action: HighlightAction,
  target: Element | undefined = articleInView(),
) {
  const src = target?.closest<HTMLElement>('[data-notes]')?.dataset['notes']
  if (!src) return false
  void startScript(
    src,
    target!,
    new CustomEvent('readr:notes', { bubbles: true, detail: action }),
    'Highlights didn’t load. Check your connection and try again.',
  )
  return true
}

/** Opens a highlight that is clicked, or on which Enter is pressed. */
export function listenToHighlights(): void {
  const open = (event: Event) => {
    const mark = closest(event, '[data-notes] mark')
    if (!mark || closest(event, 'a') || !getSelection()!.isCollapsed) return
    // Enter would also select the button that gets the focus.
    event.preventDefault()
    openHighlights('open', mark)
  }
  document.addEventListener('click', open)
  document.addEventListener('keydown', (event) => event.key === 'Enter' && open(event))
  // A page saved for reading offline shows what has changed since it was saved.
  if (document.documentElement.dataset['notesSince']) openHighlights('select')
}
