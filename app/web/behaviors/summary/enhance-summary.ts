import { closest } from '../events.ts'
import { closeMenus } from '../menus.ts'
import { onScroll } from '../on-scroll.ts'
import { startListening } from './start-listening.ts'
import { offerQuotes } from './offer-quote.ts'
import { listenToHighlights, recallHighlights } from './open-highlights.ts'
import { goBack, showReadingBar } from './reading-bar.ts'
import { share } from './share.ts'
import { listenToShortcuts, openShortcuts } from './shortcuts.ts'

let started = false

/**
 * What a summary does in the browser beyond HTML, on its own page and in a dialog. Call it for each
 * article: it finds the elements at each event, and adds its listeners to the document once.
 */
export function enhanceSummary(): void {
  requestAnimationFrame(showReadingBar)
  requestAnimationFrame(recallHighlights)
  if (started) return
  started = true
  onScroll(showReadingBar)
  document.addEventListener('click', (event) => {
    const pressed = closest(event, 'button, [data-back]')
    if (pressed?.dataset['share']) void share(pressed)
    else if (pressed?.dataset['listen']) startListening(pressed)
    else if (pressed?.dataset['showsShortcuts'] !== undefined) openShortcuts()
    else if (pressed?.dataset['back'] !== undefined) goBack(event, pressed)
  })
  closeMenus()
  listenToShortcuts()
  listenToHighlights()
  offerQuotes()
}
