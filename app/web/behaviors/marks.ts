import { pageReader } from './page-reader.ts'

/** Milliseconds after which sending a mark is given up. */
const SEND_TIMEOUT_MS = 8000

/** What was changed on this page, by mark and slug: a book can be on several cards, and in the dialog. */
const changed = new Map<string, boolean>()

/** Marks are sent one after the other, so that the last change of a book wins. */
let sending: Promise<unknown> = Promise.resolve()

const keyOf = ({ dataset }: HTMLElement, mark: string) => `${mark} ${dataset['slug']}`

/** Shows the changed marks of one book. */
function show(element: HTMLElement): void {
  for (const button of element.querySelectorAll<HTMLButtonElement>('[data-mark]')) {
    const { mark, labels } = button.dataset
    const on = changed.get(keyOf(element, mark!))
    if (on === undefined) continue
    const text = labels!.split('|')[+on]!
    const label = button.querySelector('span')
    if (label) label.textContent = text
    else {
      button.title = text
      button.ariaPressed = `${on}`
    }
    button.querySelector('path, circle')!.setAttribute('fill', on ? 'currentColor' : 'none')
  }
}

function change(key: string, on: boolean): void {
  changed.set(key, on)
  for (const element of document.querySelectorAll<HTMLElement>('readr-marks')) show(element)
}

/**
 * Sends a mark, even when the page is left before that is done.
 * @returns how many books are in My List now
 */
async function send(url: string, mark: string, on: boolean): Promise<number | undefined> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ reader: pageReader()!, mark, on: `${on}` }),
    keepalive: true,
    // The server redirects when nobody is signed in any more.
    redirect: 'error',
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  })
  if (!response.ok) throw new Error()
  // Without a count, the service worker has stored the mark, and sends it later.
  return ((await response.json()) as { savedCount?: number }).savedCount
}

function showListCount(savedCount: number | undefined): void {
  if (savedCount === undefined) return
  for (const count of document.querySelectorAll<HTMLElement>('[data-list-count]')) {
    count.hidden = savedCount === 0
    count.firstChild!.textContent = `${savedCount}`
    count.lastElementChild!.textContent = savedCount === 1 ? ' book' : ' books'
  }
  document.documentElement.dataset['savedCount'] = `${savedCount}`
  document.dispatchEvent(new Event('readr:list-count'))
}

/** A toggle shows its new state right away, and takes it back if it cannot be sent. */
function toggle(event: Event): void {
  const form = event.target as HTMLFormElement
  const element = form.closest<HTMLElement>('readr-marks')
  if (!element) return
  event.preventDefault()
  const mark = new FormData(form).get('mark') as string
  const key = keyOf(element, mark)
  const on = !(changed.get(key) ?? element.dataset[mark] === 'true')
  change(key, on)
  sending = sending
    .then(() => send(form.action, mark, on))
    .then(showListCount, () => changed.get(key) === on && change(key, !on))
  if (mark === 'read' && on) element.dispatchEvent(new Event('readr:read', { bubbles: true }))
}

/** Makes the marks of all books work without a reload, also of those that are added later. */
export function defineMarks(): void {
  // A page saved for reading offline names the marks that have changed since it was saved.
  const since = JSON.parse(document.documentElement.dataset['marks'] ?? '{}')
  for (const element of document.querySelectorAll<HTMLElement>('readr-marks')) {
    for (const mark in since) changed.set(keyOf(element, mark), since[mark])
  }
  customElements.define(
    'readr-marks',
    class extends HTMLElement {
      // React writes the attributes again when it has loaded new marks.
      static readonly observedAttributes = ['data-saved', 'data-read']
      connectedCallback() {
        show(this)
      }
      attributeChangedCallback() {
        show(this)
      }
    },
  )
  document.addEventListener('submit', toggle)
}
