import { closest, isPlainClick } from '../events.ts'

/** A link may turn out to be a download, which loads no page. */
const BUSY_TIMEOUT_MS = 10_000

/** Marks a followed link, or the button of a sent form, as busy until its page comes. */
export function showPressFeedback(): void {
  let busy: Element | null = null
  const settle = () => {
    busy?.removeAttribute('aria-busy')
    busy = null
  }
  const show = (pressed: Element | null | undefined, event: Event) => {
    if (!pressed) return
    const { href } = location
    // Later, when the framework has handled the event, and may have changed the page already.
    setTimeout(() => {
      if (location.href !== href) return
      if (event.defaultPrevented && (event.type === 'submit' || !('navigation' in window))) return
      settle()
      busy = pressed
      pressed.setAttribute('aria-busy', 'true')
      setTimeout(() => busy === pressed && settle(), BUSY_TIMEOUT_MS)
    })
  }
  document.addEventListener('click', (event) => {
    const link = closest<HTMLAnchorElement>(event, 'a')
    const leaves =
      link?.host === location.host &&
      !link.target &&
      link.href.split('#')[0] !== location.href.split('#')[0]
    if (leaves && isPlainClick(event)) show(link, event)
  })
  document.addEventListener('submit', (event) => {
    const { target, method } = event.target as HTMLFormElement
    if (!target && method !== 'dialog') show(event.submitter, event)
  })
  window.addEventListener('pageshow', settle)
  ;(window as { navigation?: EventTarget }).navigation?.addEventListener(
    'currententrychange',
    settle,
  )
}
