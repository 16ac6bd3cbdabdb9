import { admitOwnCode } from './trusted-types.ts'

/**
 * What the navigation bar does beyond HTML, without a framework, on every page: it gets a shadow
 * once the page is scrolled, hides while scrolling down and comes back while scrolling up.
 * The look of it is in app.css; this only sets two attributes on the root element.
 */
const root = document.documentElement
/** Pixels of movement that count as a change of direction. */
const STEADINESS = 6
let lastY = 0
let waiting = false

/** What an event of the mouse or a form comes from, or what that stands in. */
const near = <E extends Element>({ target }: Event, selector: string) =>
  (target as Element).closest<E>(selector)

/** Whether a click follows its link here, and not in another tab or as a file. */
const isPlain = (event: MouseEvent) =>
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

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
  // A dialog scrolls by itself, and its scrolling does not bubble.
  { passive: true, capture: true },
)
root.dataset['script'] = ''
/** A task of its own, and before the next frame where the browser can put it there. */
const soon = (work: () => void) =>
  void (window.scheduler?.postTask(work, { priority: 'user-blocking' }) ?? setTimeout(work))

// A slow phone needs long for styles, layout and paint of a whole page. Styles first, then the
// layout, which asking for the place forces, and the paint with the frame: between them it can answer.
soon(() => {
  getComputedStyle(root).getPropertyValue('color')
  soon(() => {
    lastY = window.scrollY
    follow()
  })
})

// A link in the drawer leads away; on pages that change without a reload it must close by itself.
document.addEventListener('click', (event) => {
  near<HTMLElement>(event, '.drawer a')?.closest<HTMLElement>('.drawer')?.hidePopover()
})

// What the drawer covers is out of reach, and back before the drawer gives the focus back.
document.addEventListener(
  'beforetoggle',
  (event) => {
    if (!near(event, '.drawer')) return
    const covered = document.querySelectorAll<HTMLElement>('body > :not(.bar), .bar > .wrap')
    for (const element of covered) element.inert = event.newState === 'open'
  },
  true,
)

// Back or Forward to an address that the framework had made, on a page where it does not run.
const ownAddress = location.pathname + location.search
window.addEventListener('popstate', () => {
  const moved = location.pathname + location.search !== ownAddress
  if (moved && root.dataset['ready'] === undefined) location.reload()
})

// The framework waits for a first sign of the reader, so that a page which is only read costs no
// framework. A click that it would have handled waits for it, but not for long.
const later = document.querySelector<HTMLScriptElement>('script[data-later]')
admitOwnCode(later?.text)
if (later) {
  // A move, for a pointer that rests where the page appears comes over nothing new.
  const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll']
  /** Longest time that a click waits; then the link leads to its page, as without JavaScript. */
  const CLICK_PATIENCE_MS = 1500
  /** A press shows before the framework takes the processor: it begins after the click, or then. */
  const PRESS_MS = 300
  let awake = false
  let pressed = false
  let passes = false
  let clicked: HTMLElement | null = null

  const fetchAhead = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) {
      link.rel = 'modulepreload'
    }
  }
  const wake = () => {
    if (awake) return
    awake = true
    fetchAhead()
    const script = document.createElement('script')
    script.type = 'module'
    script.text = later.text
    later.replaceWith(script)
  }
  const notice = (event: Event) => {
    // Some browsers tell where the pointer rests by a move that goes nowhere.
    const { type, movementX, movementY } = event as PointerEvent
    if (type === 'pointerdown') {
      pressed = true
      fetchAhead()
      setTimeout(wake, PRESS_MS)
    } else if (!pressed && (type !== 'pointermove' || movementX || movementY)) wake()
  }
  /** Hands a click that was held to the framework. */
  const pass = () => {
    const link = clicked
    clicked = null
    link?.removeAttribute('aria-busy')
    passes = true
    link?.click()
    passes = false
  }
  // Also once it runs: opening a book is work, and the press shows before it.
  const hold = (event: MouseEvent) => {
    if (passes) return
    const isReady = root.dataset['ready'] !== undefined
    requestAnimationFrame(() => setTimeout(isReady ? pass : wake))
    const link = near<HTMLAnchorElement>(event, 'a[data-over]')
    if (!link || !isPlain(event)) return
    event.preventDefault()
    if (!isReady) {
      setTimeout(() => {
        if (clicked !== link) return
        // The framework must not get this click as well while the page is on its way.
        clicked = null
        location.assign(link.href)
      }, CLICK_PATIENCE_MS)
    }
    clicked = link
    link.setAttribute('aria-busy', 'true')
  }
  for (const sign of signs) window.addEventListener(sign, notice, { capture: true, passive: true })
  document.addEventListener('click', hold, true)
  document.addEventListener('readr:ready', pass, { once: true })
  // Toggles wait for it too, and then are sent as forms, as without JavaScript.
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (root.dataset['ready'] !== undefined || !form.dataset['mark']) return
    event.preventDefault()
    const timer = setTimeout(() => form.submit(), CLICK_PATIENCE_MS)
    const send = () => {
      clearTimeout(timer)
      form.requestSubmit()
    }
    document.addEventListener('readr:ready', send, { once: true })
  })
  // Coming back to an entry of the framework's own history, or being handed something to open.
  const state = history.state as { idx?: number; usr?: unknown } | null
  if (state?.usr || state?.idx || later.dataset['later'] === 'now') wake()
}

// Text settings lie over the text: who goes on there closes them.
document.addEventListener('click', (event) => {
  for (const settings of document.querySelectorAll<HTMLDetailsElement>('.text-settings[open]')) {
    settings.open = settings.contains(event.target as Node)
  }
})

// What was pressed says so at once, however long the line is: a link, or a form's button.
/** Longest time that it says so: what is saved as a file changes no page. */
const BUSY_MS = 10_000
let taken: Element | null = null
function settle() {
  taken?.removeAttribute('aria-busy')
  taken = null
}
function showTaken(pressed: Element | null | undefined, event: Event) {
  if (!pressed) return
  const { href } = location
  // By then the framework has taken it, if it does, and may be there already.
  setTimeout(() => {
    if (location.href !== href) return
    const byFramework = event.defaultPrevented
    if (byFramework && (event.type === 'submit' || !('navigation' in window))) return
    settle()
    taken = pressed
    pressed.setAttribute('aria-busy', 'true')
    setTimeout(() => taken === pressed && settle(), BUSY_MS)
  })
}
document.addEventListener('click', (event) => {
  const link = near<HTMLAnchorElement>(event, 'a')
  const leads =
    link?.host === location.host &&
    !link.target &&
    link.href.split('#')[0] !== location.href.split('#')[0]
  if (leads && isPlain(event)) showTaken(link, event)
})
document.addEventListener('submit', (event) => {
  const { target, submitter } = event
  const leads = target instanceof HTMLFormElement && !target.target && target.method !== 'dialog'
  if (leads) showTaken(submitter, event)
})
window.addEventListener('pageshow', settle)
;(window as { navigation?: EventTarget }).navigation?.addEventListener('currententrychange', settle)

// A choice of theme or type shows at once, and is kept by the form that it belongs to.
function showAppearance(form: HTMLFormElement, chosen: FormData) {
  for (const [name, middle] of [
    ['theme', 'system'],
    ['size', '3'],
    ['width', 'medium'],
    ['face', 'serif'],
  ] as const) {
    const value = chosen.get(name) as string | null
    if (!value) continue
    if (value === middle) delete root.dataset[name]
    else root.dataset[name] = value
    for (const button of form.querySelectorAll<HTMLButtonElement>(`button[name=${name}]`)) {
      button.setAttribute('aria-pressed', `${button.value === value}`)
    }
  }
  // Without a connection the choice lasts as long as this page.
  fetch(form.action, {
    method: 'POST',
    body: new URLSearchParams(chosen as never),
    redirect: 'manual',
    keepalive: true,
  }).catch(() => {})
}
document.addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement
  if (form.dataset['appearance'] === undefined) return
  const chosen = new FormData(form, event.submitter)
  event.preventDefault()
  showAppearance(form, chosen)
})
document.addEventListener('change', (event) => {
  const form = near<HTMLFormElement>(event, 'form[data-appearance]')
  if (form) showAppearance(form, new FormData(form))
})

// Some browsers keep whole pages for Back even of somebody who has signed out since: where another
// reader has come, or nobody, the page is asked for again. This stands last: it throws where a
// browser stores nothing.
const { localStorage: stored } = window
if (!document.querySelector('[action="/logout"]')) delete stored['reader']
else stored['reader'] ||= performance.timeOrigin
const { reader: since } = stored
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && stored['reader'] !== since) location.reload()
})
