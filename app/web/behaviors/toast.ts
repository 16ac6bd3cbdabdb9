import { build, buildButton } from './build-element.ts'

/** Screen readers announce what comes into a live region only once the region is there. */
const REGION_READY_MS = 100

/** How many messages are shown. */
const MOST = 3

function closeWithEscape(event: KeyboardEvent): void {
  const last = '.toast:last-child button:last-child'
  const button = event.key === 'Escape' && document.querySelector<HTMLElement>(last)
  if (!button) return
  // Do not also close the dialog around it.
  event.preventDefault()
  button.click()
}

export type ButtonAction = { label: string; run: () => void }
type Action = (ButtonAction | { label: string; href: string }) & {
  /** The reader has asked for it: its last button, which only closes it, takes the focus. */
  isQuestion?: true
}

/**
 * Shows a message at the bottom of the window until the reader closes it. The next message replaces it,
 * unless it has a button: what that does may not be possible otherwise.
 * @param action a link, or a button that also closes the message
 * @returns closes it
 */
export function showToast(text: string | Node, action?: Action): () => void {
  const before = document.activeElement as HTMLElement | null
  const region =
    document.querySelector('.toasts') ??
    build('div', { class: 'toasts no-print', role: 'status', 'aria-atomic': 'false' })
  // Into the modal dialog, if there is one: nothing outside of it can be used.
  ;([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(region)
  const close = ({ detail } = { detail: 1 }) => {
    const hadFocus = toast.contains(document.activeElement)
    clearTimeout(timer)
    toast.remove()
    // Scroll to the focus for the keyboard only, whose clicks have no detail.
    if (hadFocus) before?.focus({ preventScroll: detail > 0 })
  }
  const toast = build(
    'div',
    { class: 'toast' },
    text,
    action &&
      ('href' in action
        ? build('a', { href: action.href }, action.label)
        : buildButton('', action.label, (event) => {
            close(event)
            action.run()
          })),
    buildButton('', 'Close', close),
  )
  document.addEventListener('keydown', closeWithEscape, true)
  const timer = setTimeout(() => {
    const acting = region.querySelectorAll('.toast:has(button + button)')
    region.replaceChildren(...[...acting, toast].slice(-MOST))
    if (action?.isQuestion) (toast.lastChild as HTMLElement).focus()
  }, REGION_READY_MS)
  return close
}
