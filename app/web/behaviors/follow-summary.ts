/**
 * What a summary does beyond HTML, on its own page and over a list alike: shows which idea is being
 * read, shares, makes pictures of sentences, and listens to the keyboard. Everything is found
 * anew at each event, so that it does not matter when an article comes or goes.
 */

import { QUOTE_MAX_CHARS, QUOTE_MIN_CHARS } from '../../catalogue/rules/quotes.ts'
import { quotePath } from '../../catalogue/rules/addresses.ts'

/** Where in the window the eyes are, from its top. */
const READING_LINE = 0.4
const OFF_KEY = 'readr.shortcuts-off'

const all = <E extends Element>(selector: string, within: ParentNode = document) => [
  ...within.querySelectorAll<E>(selector),
]
/** The article that is being read: the one over the list, else the page's. */
const articleInView = () => all<HTMLElement>('article[data-summary]').at(-1)
const headingsOf = (article: HTMLElement) => all<HTMLElement>('.summary-text h2[id]', article)

/** The place of the idea at the reading line among the headings; -1: before the first. */
function currentIdea(headings: HTMLElement[]): number {
  const line = window.innerHeight * READING_LINE
  return headings.findLastIndex((heading) => heading.getBoundingClientRect().top <= line)
}

/** Marks in the table of ideas what has been read and what is being read. */
function showProgress(): void {
  const article = articleInView()
  if (!article) return
  const current = currentIdea(headingsOf(article))
  all<HTMLAnchorElement>('.contents-box a', article).forEach((link, i) => {
    link.toggleAttribute('data-done', i < current)
    if (i === current) link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  })
}

let frame = 0
/** With the next frame, which needs the layout anyway. */
function lookSoon(): void {
  frame ||= requestAnimationFrame(() => {
    frame = 0
    showProgress()
  })
}

/** A region tells of what comes into it once it is there, not of what it brought along. */
const REGION_IS_HEARD_MS = 100

/** Says something at the foot of the window until it is closed. */
function say(text: string, link?: { href: string; label: string }): void {
  const before = document.activeElement
  let region = document.querySelector<HTMLElement>('.toasts')
  if (!region) {
    region = document.createElement('div')
    region.className = 'toasts no-print'
    region.setAttribute('role', 'status')
  }
  // What a modal dialog covers cannot be pressed: the message comes into it.
  ;(all('dialog[open]').at(-1) ?? document.body).append(region)
  const toast = document.createElement('div')
  toast.className = 'toast'
  toast.append(text)
  if (link) {
    const a = document.createElement('a')
    a.href = link.href
    a.textContent = link.label
    toast.append(a)
  }
  const close = document.createElement('button')
  close.type = 'button'
  close.textContent = 'Close'
  close.addEventListener('click', ({ detail }) => {
    const hadFocus = toast.contains(document.activeElement)
    toast.remove()
    // A press of a key has no place: who uses them sees where they are now.
    if (hadFocus && before instanceof HTMLElement) before.focus({ preventScroll: detail > 0 })
  })
  toast.append(close)
  setTimeout((heard: HTMLElement) => heard.replaceChildren(toast), REGION_IS_HEARD_MS, region)
}

async function share(button: HTMLElement): Promise<void> {
  const url = new URL(button.dataset['share']!, location.href).href
  if (navigator.share) {
    // Rejected when the reader thinks better of it.
    await navigator.share({ title: button.dataset['title']!, url }).catch(() => {})
  } else {
    // Without HTTPS there is no clipboard.
    const copied = navigator.clipboard?.writeText(url).then(() => true)
    if (await copied?.catch(() => false)) say('The link is copied.')
    else say('Link:', { href: url, label: url })
  }
}

function step(by: number): void {
  const article = articleInView()
  if (!article) return
  const headings = headingsOf(article)
  const to = headings[Math.max(0, currentIdea(headings) + by)]
  // Who presses again at once means the idea after that.
  to?.scrollIntoView({ behavior: 'instant' })
  to?.focus({ preventScroll: true })
}

/** Chooses in the settings of the article, as a click does. */
function choose(name: string, by: (now: number, count: number) => number): void {
  const inputs = all<HTMLInputElement>(`.text-settings input[name=${name}]`, articleInView())
  const now = inputs.findIndex((input) => input.checked)
  inputs[by(now, inputs.length)]?.click()
}

const openSheet = () => {
  const sheet = articleInView()?.querySelector<HTMLDialogElement>('dialog[data-shortcuts]')
  const box = sheet?.querySelector<HTMLInputElement>('[data-shortcuts-on]')
  if (box) box.checked = localStorage.getItem(OFF_KEY) === null
  if (sheet && !sheet.open) sheet.showModal()
}

const KEYS: Record<string, () => void> = {
  j: () => step(1),
  n: () => step(1),
  k: () => step(-1),
  p: () => step(-1),
  '+': () => choose('size', (now) => now + 1),
  '-': () => choose('size', (now) => now - 1),
  d: () => choose('theme', () => (matchesDark() ? 1 : 2)),
  s: () => articleInView()?.querySelector<HTMLElement>('[data-share]')?.click(),
  '?': openSheet,
}
const matchesDark = () => {
  const { theme } = document.documentElement.dataset
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
}

/** Milliseconds after which a selection that does not change is what the reader wanted. */
const SELECTED_MS = 500

const IDLE_OFFER = '.toast:has([href*="/quote?"]):not(:hover, :active, :focus-within)'

/** A sentence that was selected, by mouse, finger or keyboard, can be made a picture of. */
function offerPicture(): void {
  const selection = getSelection()
  const text = selection?.toString().replace(/\s+/g, ' ').trim() ?? ''
  // The offer goes with what it is for, unless somebody is at it.
  if (!text) document.querySelector(IDLE_OFFER)?.remove()
  const start = selection?.anchorNode?.parentElement
  const article = start?.closest<HTMLElement>('article[data-summary]')
  if (!article || !start?.closest('.summary-text')) return
  if (text.length < QUOTE_MIN_CHARS || text.length > QUOTE_MAX_CHARS) return
  const query = new URLSearchParams({ text })
  say('Selected.', {
    href: `${quotePath(article.dataset['summary']!)}?${query}`,
    label: 'Make a picture',
  })
}

/** The script that reads aloud, on its way or there. */
let voice: Promise<void> | null = null

/** Fetches what reads aloud, and lets it begin. */
async function listen(button: HTMLElement): Promise<void> {
  // iPhones let a page speak once it has spoken at a touch, and the script comes after that.
  if (!voice) speechSynthesis.speak(new SpeechSynthesisUtterance(''))
  voice ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = button.dataset['listen']!
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', reject)
    document.head.append(script)
  })
  try {
    await voice
    button.closest('article')?.dispatchEvent(new Event('readr:listen', { bubbles: true }))
  } catch {
    voice = null
    say('The player did not arrive. Check the connection and try again.')
  }
}

let follows = false

/** Opens the table of ideas where it stands beside the text: as wide as `beside` in app.css says. */
export function openBeside(): void {
  const table = document.querySelector<HTMLDetailsElement>('details.contents-box')
  if (table && !table.closest('dialog') && matchMedia('(width >= 62rem)').matches) table.open = true
}

/** Brings the reading of summaries to life, once for all that come and go. */
export function followSummaries(): void {
  lookSoon()
  if (follows) return
  follows = true
  document.documentElement.toggleAttribute('data-voiceless', !('speechSynthesis' in window))
  // A dialog scrolls by itself, and its scrolling does not bubble.
  document.addEventListener('scroll', lookSoon, { passive: true, capture: true })
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (button?.dataset['share']) void share(button)
    else if (button?.dataset['listen']) void listen(button)
    else if (button?.dataset['showsShortcuts'] !== undefined) openSheet()
  })
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset['shortcutsOn'] === undefined) return
    if (target.checked) localStorage.removeItem(OFF_KEY)
    else localStorage.setItem(OFF_KEY, '1')
  })
  document.addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event
    if (key === 'Escape' && target instanceof Element) {
      const message = document.querySelector<HTMLElement>('.toast button')
      const settings = target.closest('.text-settings[open]')?.querySelector('summary')
      // Not what it stands in, such as the summary over a list.
      if (message ?? settings) event.preventDefault()
      if (message) message.click()
      else if (settings) {
        settings.click()
        settings.focus()
      }
    }
    const typing = target instanceof Element && target.closest('input, textarea, select')
    if (typing || ctrlKey || metaKey || altKey || !articleInView()) return
    if (localStorage.getItem(OFF_KEY) !== null || !Object.hasOwn(KEYS, key)) return
    if (document.querySelector('dialog[data-shortcuts][open]')) return
    event.preventDefault()
    KEYS[key]!()
  })
  let selecting: ReturnType<typeof setTimeout>
  document.addEventListener('selectionchange', () => {
    clearTimeout(selecting)
    selecting = setTimeout(offerPicture, SELECTED_MS)
  })
}
