import { closest } from '../events.ts'
import { closeMenus } from '../menus.ts'
import { onScroll } from '../on-scroll.ts'
import { showIdeaProgress } from './idea-progress.ts'
import { listen } from './listen.ts'
import { offerQuotes } from './offer-quote.ts'
import { share } from './share.ts'
import { listenToShortcuts, openShortcuts } from './shortcuts.ts'

let started = false

/**
 * What a summary does in the browser beyond HTML, on its own page and in a dialog. Call it for each
 * article: it finds the elements at each event, and adds its listeners to the document once.
 */
export function enhanceSummary(): void {
  requestAnimationFrame(showIdeaProgress)
  if (started) return
  started = true
  document.documentElement.toggleAttribute('data-voiceless', !('speechSynthesis' in window))
  onScroll(showIdeaProgress)
  document.addEventListener('click', (event) => {
    const button = closest(event, 'button')
    if (button?.dataset['share']) void share(button)
    else if (button?.dataset['listen']) void listen(button)
    else if (button?.dataset['showsShortcuts'] !== undefined) openShortcuts()
  })
  closeMenus()
  listenToShortcuts()
  offerQuotes()
}
