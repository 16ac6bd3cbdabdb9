/**
 * What the navigation bar does beyond HTML, without a framework, on every page: it gets a shadow
 * once the page is scrolled, hides while scrolling down and comes back while scrolling up.
 * The look of it is in app.css; this only sets two attributes on the root element.
 */
const root = document.documentElement
/** Pixels of movement that count as a change of direction. */
const STEADINESS = 6
let lastY = window.scrollY
let waiting = false

function follow() {
  waiting = false
  const y = Math.max(0, window.scrollY)
  root.toggleAttribute('data-scrolled', y > 4)
  if (Math.abs(y - lastY) < STEADINESS) return
  const hides = y > lastY && y > 120 && !document.querySelector(':popover-open, dialog[open]')
  root.dataset['bar'] = hides ? 'hidden' : 'shown'
  lastY = y
}

window.addEventListener(
  'scroll',
  () => {
    if (waiting) return
    waiting = true
    requestAnimationFrame(follow)
  },
  { passive: true },
)
follow()

// A link in the drawer leads away; on pages that change without a reload it must close by itself.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('.drawer a') : null
  const drawer = link?.closest('.drawer')
  if (drawer instanceof HTMLElement && drawer.matches(':popover-open')) drawer.hidePopover()
})
