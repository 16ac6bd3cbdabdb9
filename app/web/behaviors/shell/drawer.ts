import { closest } from '../events.ts'

/** The drawer is a native popover. This closes it behind a link, and disables what it covers. */
export function manageDrawer(): void {
  // Back may show this page again as it was.
  document.addEventListener('click', (event) => {
    closest(event, '.drawer a')?.closest<HTMLElement>('.drawer')?.hidePopover()
  })
  // Before the toggle: the focus cannot return to an element that is still inert.
  document.addEventListener(
    'beforetoggle',
    (event) => {
      if (!closest(event, '.drawer')) return
      const covered = document.querySelectorAll<HTMLElement>('body > :not(.bar), .bar > .wrap')
      for (const element of covered) element.inert = event.newState === 'open'
    },
    true,
  )
}
