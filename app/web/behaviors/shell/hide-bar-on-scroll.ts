import { onScroll } from '../on-scroll.ts'

/** Pixels of movement that count as a change of direction. */
const MIN_MOVE_PX = 6
/** The bar stays on the first part of a page. */
const MIN_SCROLL_PX = 120

/** Runs `work` in a separate task, before the next frame where the browser can. */
const soon = (work: () => void) =>
  void (window.scheduler?.postTask(work, { priority: 'user-blocking' }) ?? setTimeout(work))

/**
 * The navigation bar gets a shadow once the page is scrolled, hides on the way down, and returns on the
 * way up. The styles are in app.css; this only sets two attributes on the root element.
 */
export function hideBarOnScroll(): void {
  const root = document.documentElement
  let lastY = 0
  const update = () => {
    const y = Math.max(0, window.scrollY)
    root.toggleAttribute('data-scrolled', y > 4)
    if (Math.abs(y - lastY) < MIN_MOVE_PX) return
    const hides =
      y > lastY && y > MIN_SCROLL_PX && !document.querySelector(':popover-open, dialog[open]')
    root.dataset['bar'] = hides ? 'hidden' : 'shown'
    lastY = y
  }
  onScroll(update)
  // Two short tasks, one for styles and one for layout, between which a slow phone can respond to input.
  soon(() => {
    getComputedStyle(root).getPropertyValue('color')
    soon(() => {
      lastY = window.scrollY
      update()
    })
  })
}
