import { build, buildButton } from './build-element.ts'

/** Screen readers announce what comes into a live region only once the region is there. */
const REGION_READY_MS = 100

function closeWithEscape(event: KeyboardEvent): void {
  const button =
    event.key === 'Escape' && document.querySelector<HTMLElement>('.toast button:last-child')
  if (!button) return
  // Do not also close the dialog around it.
  event.preventDefault()
  button.click()
}

type Action = { label: string } & ({ href: string } | { run: () => void })

/**
 * Shows a message at the bottom of the window until the reader closes it.
 * @param action a link, or a button that also closes the message
 * @returns closes it
 */
export function showToast(text: string, action?: Action): () => void {
  const before = document.activeElement as HTMLElement | null
  const region =
    document.querySelector('.toasts') ?? build('div', { class: 'toasts no-print', role: 'status' })
  // Into the modal dialog, if there is one: nothing outside of it can be used.
  ;([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(region)
  const close = ({ detail } = { detail: 1 }) => {
    const hadFocus = toast.contains(document.activeElement)
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
  setTimeout(() => region.replaceChildren(toast), REGION_READY_MS)
  return close
}
