import { build, buildButton } from './build-element.ts'

/** Screen readers announce what comes into a live region only once the region is there. */
const REGION_READY_MS = 100

function closeWithEscape(event: KeyboardEvent): void {
  const button = event.key === 'Escape' && document.querySelector<HTMLElement>('.toast button')
  if (!button) return
  // Do not also close the dialog around it.
  event.preventDefault()
  button.click()
}

/** Shows a message at the bottom of the window until the reader closes it. */
export function showToast(text: string, link?: { href: string; label: string }): void {
  const before = document.activeElement as HTMLElement | null
  const region =
    document.querySelector('.toasts') ?? build('div', { class: 'toasts no-print', role: 'status' })
  // Into the modal dialog, if there is one: nothing outside of it can be used.
  ;([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(region)
  const toast = build(
    'div',
    { class: 'toast' },
    text,
    link && build('a', { href: link.href }, link.label),
    buildButton('', 'Close', ({ detail }) => {
      const hadFocus = toast.contains(document.activeElement)
      toast.remove()
      // Scroll to the focus for the keyboard only, whose clicks have no detail.
      if (hadFocus) before?.focus({ preventScroll: detail > 0 })
    }),
  )
  document.addEventListener('keydown', closeWithEscape, true)
  setTimeout(() => region.replaceChildren(toast), REGION_READY_MS)
}
