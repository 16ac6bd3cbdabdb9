import {
  type Failure,
  type KeptBook,
  sizeText,
  STANDING_WORDS,
} from '../../../reading/rules/offline.ts'
import { askWorker } from './ask-worker.ts'
import { build, buildButton } from '../build-element.ts'
import { type Device, followDevice } from './device.ts'
import { installOffer } from './install.ts'
import type { Command } from './worker.ts'

/** Whether this browser can keep anything: not without a worker, which needs HTTPS. */
const CAN_KEEP = 'serviceWorker' in navigator

/** Where a book of My List stands on this device, with its size and a way to change it. */
class KeptElement extends HTMLElement {
  private stop: (() => void) | undefined

  connectedCallback(): void {
    const slug = this.getAttribute('slug')
    this.stop = followDevice(({ about, books }) => {
      const book = about?.keeps ? books.find((one) => one.slug === slug) : undefined
      const hadFocus = this.contains(document.activeElement)
      this.replaceChildren(...(book ? describe(book) : []))
      if (!hadFocus) return
      // Whoever has just pressed what is gone now stays here.
      this.tabIndex = -1
      ;(this.querySelector('button') ?? this).focus({ preventScroll: true })
    })
  }

  disconnectedCallback(): void {
    this.stop?.()
  }
}

function describe({ slug, title, standing, bytes }: KeptBook): (Node | string)[] {
  const change = (label: string, command: 'leave out' | 'take in', place = '') => {
    const button = buildButton('text-link kept-action', label, () => {
      const told = askWorker({ do: command, slug })
      void told.then((failure) => panel()?.tell(failure))
    })
    button.setAttribute('aria-label', `${label}${place}: ${title}`)
    return button
  }
  const words = build(
    'span',
    { class: 'kept-words', 'data-standing': standing },
    STANDING_WORDS[standing],
  )
  if (standing === 'kept') {
    return [words, `${sizeText(bytes)} · `, change('Remove', 'leave out', ' from this device')]
  }
  if (standing === 'left out') return [words, change('Save', 'take in', ' on this device')]
  if (standing === 'failed' || standing === 'no room') {
    return [words, change('Try again', 'take in')]
  }
  return [words]
}

const panel = () => document.querySelector<KeepingElement>('readr-keeping')

const FAILURE_WORDS: Record<Failure, string> = {
  'no room':
    'There is no room left on this device. Remove a book here or something else, and try again.',
  failed:
    'That could not be done. Check the connection, and whether this browser may store data for Readr, and try again.',
}

/**
 * Above My List: keeps all of it on this device, or removes it from there. Its parts stay while
 * their words change, so that changes are heard and the focus keeps its place.
 */
class KeepingElement extends HTMLElement {
  private stop: (() => void) | undefined
  private device: Device | undefined
  private failure: Failure | null = null
  private readonly heading = build('h2', { class: 'keeping-title' })
  private readonly words = build('p', { role: 'status' })
  private readonly button = buildButton('button button-quiet', '', () => void this.ask())
  private readonly panel = build(
    'div',
    { class: 'panel keeping' },
    build('div', {}, this.heading, this.words),
    this.button,
  )
  private notes: HTMLElement[] = []

  connectedCallback(): void {
    if (!CAN_KEEP) {
      this.hidden = true
      return
    }
    const offer = installOffer()
    this.stop = followDevice((device) => {
      rememberKeeping(device.about?.keeps === true)
      this.device = device
      this.show()
      this.panel.append(...offer.shown())
      if (!this.panel.isConnected) this.replaceChildren(this.panel)
    })
    offer.onChange(() => this.panel.append(...offer.shown()))
  }

  disconnectedCallback(): void {
    this.stop?.()
  }

  private async ask(): Promise<void> {
    const command: Command = { do: this.device?.about?.keeps ? 'stop' : 'keep' }
    this.tell(null)
    this.button.setAttribute('aria-busy', 'true')
    // Asks the browser not to clear it away by itself.
    if (command.do === 'keep') navigator.storage?.persist?.().catch(() => {})
    this.tell(await askWorker(command))
  }

  /** Says why something could not be done here; null: it is done. */
  tell(failure: Failure | null): void {
    this.failure = failure
    this.show()
  }

  private show(): void {
    const { about, books, waiting } = this.device!
    const keeps = about?.keeps === true
    const kept = books.filter(({ standing }) => standing === 'kept')
    const under = books.some(({ standing }) => standing === 'saving' || standing === 'waiting')
    const bytes = kept.reduce((sum, book) => sum + book.bytes, 0)
    write(this.heading, keeps ? 'My List on this device' : 'Read without a connection')
    write(
      this.words,
      keeps
        ? `${under ? 'Saving: ' : ''}${kept.length} of ${books.length} ${books.length === 1 ? 'book' : 'books'}${kept.length > 0 ? `, ${sizeText(bytes)}` : ''}`
        : 'Keep My List on this device: its books, and those you save later, then open offline. They go when you sign out.',
    )
    write(this.button, keeps ? 'Remove all' : 'Keep on this device')
    this.button.removeAttribute('aria-busy')
    const failure = books.some(({ standing }) => standing === 'no room') ? 'no room' : this.failure
    const notes = [...failureNote(failure), ...waitingNote(waiting.length)]
    const text = (elements: HTMLElement[]) => elements.map((one) => one.textContent).join()
    if (text(notes) === text(this.notes)) return
    for (const note of this.notes) note.remove()
    this.panel.append(...notes)
    this.notes = notes
  }
}

/** Words that stay the same are not said again. */
function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

function failureNote(failure: Failure | null): HTMLElement[] {
  if (!failure) return []
  const attributes = { class: 'notice notice-alert', role: 'alert' }
  return [build('p', attributes, FAILURE_WORDS[failure])]
}

function waitingNote(count: number): HTMLElement[] {
  if (count === 0) return []
  const words =
    count === 1
      ? 'One change made offline waits to be sent.'
      : `${count} changes made offline wait to be sent.`
  return [build('p', { class: 'keeping-note' }, words)]
}

const KEEPS = 'readr.keeps'

/** The database answers too late to keep room for what it says; this says whether there is need. */
function rememberKeeping(keeps: boolean): void {
  try {
    if (keeps) localStorage.setItem(KEEPS, '1')
    else localStorage.removeItem(KEEPS)
  } catch {
    // Where nothing can be noted, things move a little when they come.
  }
  document.documentElement.toggleAttribute('data-keeps', keeps)
}

/** Lets the browser know the two elements, once. */
export function defineKeptElements(): void {
  if (customElements.get('readr-kept')) return
  rememberKeeping(CAN_KEEP && localStorage.getItem(KEEPS) !== null)
  customElements.define('readr-kept', KeptElement)
  customElements.define('readr-keeping', KeepingElement)
}
