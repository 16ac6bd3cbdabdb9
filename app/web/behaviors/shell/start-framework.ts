import { closest, isPlainClick } from '../events.ts'

/** Pointermove, because pointerover does not fire under a resting pointer. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll']
const BOOK_LINK = 'a[data-over]'
/** How long a click waits for the framework. After that it does what it does without JavaScript. */
const CLICK_TIMEOUT_MS = 1500
/** After a pointerdown the framework starts with the click, or at the latest after this time. */
const PRESS_MS = 300

/** A link that loads another page: the framework would only make it wait. */
const leavesPage = (event: Event) => {
  const link = closest<HTMLAnchorElement>(event, 'a:not([data-over])')
  return link && link.pathname !== location.pathname
}

function fetchFiles(of: 'later' | 'book'): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`[rel=${of}]`)) {
    link.rel = 'modulepreload'
  }
}

/**
 * Starts the framework at the reader's first interaction (decision 4): a page that is only read does
 * not load it. A click that the framework handles waits for it.
 * @param inert the framework's script as the server wrote it, which the browser does not run
 */
export function startFrameworkLater(inert: HTMLScriptElement): void {
  const root = document.documentElement
  let started = false
  let pressed = false
  let passing = false
  let held: HTMLElement | null = null

  const start = () => {
    if (started) return
    started = true
    fetchFiles('later')
    const script = document.createElement('script')
    script.type = 'module'
    script.text = inert.text
    inert.replaceWith(script)
  }
  const onSign = (event: Event) => {
    if (leavesPage(event)) return
    if (closest(event, BOOK_LINK)) fetchFiles('book')
    const { type, movementX, movementY } = event as PointerEvent
    if (type === 'pointerdown') {
      pressed = true
      fetchFiles('later')
      setTimeout(start, PRESS_MS)
      // Some browsers report a resting pointer as a move of zero pixels.
    } else if (!pressed && (type !== 'pointermove' || movementX || movementY)) start()
  }
  /** Repeats the held click: for the framework or, when it does not come, for the browser. */
  const pass = () => {
    const element = held
    held = null
    element?.removeAttribute('aria-busy')
    passing = true
    element?.click()
    passing = false
  }
  const hold = (event: MouseEvent) => {
    if (passing) return
    const isReady = root.dataset['ready'] !== undefined
    if (!started && leavesPage(event)) return
    requestAnimationFrame(() => setTimeout(isReady ? pass : start))
    // A book's link also while the framework runs: opening it takes time, so show the press first.
    const element = closest(event, BOOK_LINK)
    if (!element || !isPlainClick(event)) return
    event.preventDefault()
    if (!isReady) setTimeout(() => held === element && pass(), CLICK_TIMEOUT_MS)
    held = element
    element.setAttribute('aria-busy', 'true')
  }
  for (const sign of SIGNS) window.addEventListener(sign, onSign, { capture: true, passive: true })
  document.addEventListener('click', hold, true)
  document.addEventListener('readr:ready', pass, { once: true })
  document.addEventListener(
    'readr:failed',
    () => {
      document.removeEventListener('click', hold, true)
      pass()
    },
    { once: true },
  )
  // A history entry of the framework, or one with a book to open.
  const state = history.state as { idx?: number; usr?: unknown } | null
  if (state?.usr || state?.idx || inert.dataset['later'] === 'now') start()
}
