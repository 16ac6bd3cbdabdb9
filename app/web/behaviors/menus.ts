import { closest } from './events.ts'

function close(event: Event): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('[data-menu][open]')) {
    const isInside = menu.contains(event.target as Node)
    if (event.type !== 'keydown') {
      // On a phone, filters push the page down, and stay open.
      const isOverlay = getComputedStyle(menu.lastElementChild!).position !== 'static'
      const isFollowed = event.type === 'click' && closest(event, 'a')
      menu.open = (isInside && !isFollowed) || !isOverlay
    } else if (isInside && (event as KeyboardEvent).key === 'Escape' && !event.defaultPrevented) {
      // Do not also close the dialog around it.
      event.preventDefault()
      menu.open = false
      menu.querySelector('summary')!.focus()
    }
  }
}

/** Closes an open details[data-menu] with Esc, by a click or the focus elsewhere, and by its links. */
export function closeMenus(): void {
  // The browser ignores a listener that is added again.
  for (const type of ['click', 'focusin', 'keydown']) document.addEventListener(type, close)
}
