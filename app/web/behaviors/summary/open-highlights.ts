import { closest } from '../events.ts'
import { readStored } from '../stored.ts'
import { articleInView } from './article-in-view.ts'
import { startScript } from './start-script.ts'

/** Where unfinished notes are stored. */
export const DRAFTS_KEY = 'readr.drafts'

/**
 * What is done with highlights: `open` is about one of them, `select` only loads the script, and `recall`
 * shows what the page does not contain.
 */
export type HighlightAction = 'select' | 'open' | 'highlight' | 'note' | 'recall'

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
  document.addEventListener('readr:waiting', recallHighlights)
}

/** Shows changes and unfinished notes that an article may not contain. */
export function recallHighlights(): void {
  // A page saved for reading offline names what has changed since it was saved.
  const { waiting, notesSince } = document.documentElement.dataset
  if (notesSince || waiting || readStored(DRAFTS_KEY)) openHighlights('recall')
}
