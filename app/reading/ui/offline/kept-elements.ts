import { type KeptBook, sizeText, STANDING_WORDS } from '../../rules/offline.ts'
import { action, build } from './build.ts'
import { type Device, followDevice } from './device.ts'
import { installOffer } from './install.ts'
import { askWorker } from './start-worker.ts'

/** Whether this browser can keep anything: not without a worker, which needs HTTPS. */
const CAN_KEEP = 'serviceWorker' in navigator

/** Where a book of My List stands on this device, with its size and a way to change it. */
class KeptElement extends HTMLElement {
  private stop: (() => void) | undefined

  connectedCallback(): void {
    const slug = this.getAttribute('slug')
    this.stop = followDevice(({ about, books }) => {
      const book = about?.keeps ? books.find((one) => one.slug === slug) : undefined
      this.replaceChildren(...(book ? describe(book) : []))
    })
  }

  disconnectedCallback(): void {
    this.stop?.()
  }
}

function describe({ slug, title, standing, bytes }: KeptBook): (Node | string)[] {
  const change = (label: string, command: 'leave out' | 'take in') => {
    const button = action(
      'text-link kept-action',
      [label],
      () => void askWorker({ do: command, slug }),
    )
    button.setAttribute('aria-label', `${label}: ${title}`)
    return button
  }
  const words = build(
    'span',
    { class: 'kept-words', 'data-standing': standing },
    STANDING_WORDS[standing],
  )
  if (standing === 'kept') {
    return [words, `${sizeText(bytes)} · `, change('Remove', 'leave out')]
  }
  if (standing === 'left out') return [words, change('Save', 'take in')]
  if (standing === 'failed' || standing === 'no room') {
    return [words, change('Try again', 'take in')]
  }
  return [words]
}

/** Above My List: keeps all of it on this device, or removes it from there. */
class KeepingElement extends HTMLElement {
  private stop: (() => void) | undefined

  connectedCallback(): void {
    if (!CAN_KEEP) {
      this.hidden = true
      return
    }
    const offer = installOffer()
    this.stop = followDevice((device) => {
      rememberKeeping(device.about?.keeps === true)
      this.replaceChildren(
        build('div', { class: 'panel keeping' }, ...panel(device), ...offer.shown()),
      )
    })
    offer.onChange(() => this.querySelector('.keeping')?.append(...offer.shown()))
  }

  disconnectedCallback(): void {
    this.stop?.()
  }
}

function panel({ about, books, waiting }: Device): Node[] {
  const later =
    waiting.length > 0 &&
    build(
      'p',
      { class: 'keeping-note' },
      waiting.length === 1
        ? 'One change made offline waits to be sent.'
        : `${waiting.length} changes made offline wait to be sent.`,
    )
  if (!about?.keeps) {
    const keep = action('button button-quiet', ['Keep on this device'], () => {
      keep.setAttribute('aria-busy', 'true')
      // Asks the browser not to clear it away by itself.
      void navigator.storage?.persist?.()
      void askWorker({ do: 'keep' })
    })
    const words = build(
      'div',
      {},
      build('h2', { class: 'keeping-title' }, 'Read without a connection'),
      build(
        'p',
        {},
        'Keep My List on this device: its books, and those you save later, then open offline. They go when you sign out.',
      ),
    )
    return [words, keep, ...(later ? [later] : [])]
  }
  const kept = books.filter(({ standing }) => standing === 'kept')
  const under = books.some(({ standing }) => standing === 'saving' || standing === 'waiting')
  const bytes = kept.reduce((sum, book) => sum + book.bytes, 0)
  const words = build(
    'div',
    {},
    build('h2', { class: 'keeping-title' }, 'My List on this device'),
    build(
      'p',
      { role: 'status' },
      `${under ? 'Saving: ' : ''}${kept.length} of ${books.length} ${books.length === 1 ? 'book' : 'books'}${kept.length > 0 ? `, ${sizeText(bytes)}` : ''}`,
    ),
  )
  const noRoom =
    books.some(({ standing }) => standing === 'no room') &&
    build(
      'p',
      { class: 'notice notice-alert', role: 'alert' },
      'There is no room left on this device. Remove a book here or something else, and try again.',
    )
  const remove = action('button button-quiet', ['Remove all'], () => void askWorker({ do: 'stop' }))
  return [words, remove, ...(noRoom ? [noRoom] : []), ...(later ? [later] : [])]
}

const KEEPS = 'readr.keeps'

/** The database answers too late to keep room for what it says; this says whether there is need. */
function rememberKeeping(keeps: boolean): void {
  if (keeps) localStorage.setItem(KEEPS, '1')
  else localStorage.removeItem(KEEPS)
  document.documentElement.toggleAttribute('data-keeps', keeps)
}

/** Lets the browser know the two elements, once. */
export function defineKeptElements(): void {
  if (customElements.get('readr-kept')) return
  rememberKeeping(CAN_KEEP && localStorage.getItem(KEEPS) !== null)
  customElements.define('readr-kept', KeptElement)
  customElements.define('readr-keeping', KeepingElement)
}
