import {
  type StorageFailure,
  type OfflineBook,
  formatSize,
  COPY_STATUS_LABELS,
} from '../../../reading/rules/offline.ts'
import { askWorker } from './ask-worker.ts'
import { build, buildButton } from '../build-element.ts'
import { type Device, watchDevice } from './watch-device.ts'
import { offerInstall } from './offer-install.ts'
import { canSave, recallSetting, rememberSetting } from './offline-setting.ts'
import type { Command } from './worker.ts'

class CopyElement extends HTMLElement {
  private stop: (() => void) | undefined

  connectedCallback(): void {
    const slug = this.getAttribute('slug')
    this.stop = watchDevice(({ about, books }) => {
      const book = about?.keeps ? books.find((one) => one.slug === slug) : undefined
      const hadFocus = this.contains(document.activeElement)
      this.replaceChildren(...(book ? describe(book) : []))
      if (!hadFocus) return
      // The button with the focus is gone.
      this.tabIndex = -1
      ;(this.querySelector('button') ?? this).focus({ preventScroll: true })
    })
  }

  disconnectedCallback(): void {
    this.stop?.()
  }
}

const sizeOf = ({ bytes, hasAudio, audio }: OfflineBook) =>
  bytes + (hasAudio && audio ? audio.bytes : 0)

function describe(book: OfflineBook): (Node | string)[] {
  const { slug, title, status } = book
  const change = (label: string, command: 'leave out' | 'take in', place = '') => {
    const button = buildButton('text-link copy-action', label, () => {
      void askWorker({ do: command, slug }).then((failure) => panel()?.showFailure(failure))
    })
    button.setAttribute('aria-label', `${label}${place}: ${title}`)
    return button
  }
  const words = build(
    'span',
    { class: 'copy-text', 'data-status': status },
    COPY_STATUS_LABELS[status],
  )
  if (status === 'saved') {
    return [
      words,
      `${formatSize(sizeOf(book))} · `,
      change('Remove', 'leave out', ' from this device'),
    ]
  }
  if (status === 'left out') return [words, change('Save', 'take in', ' on this device')]
  if (status === 'failed' || status === 'no room') {
    return [words, change('Try Again', 'take in')]
  }
  return [words]
}

const panel = () => document.querySelector<PanelElement>('readr-offline-panel')

const FAILURE_WORDS: Record<StorageFailure, string> = {
  'no room':
    'There is no room left on this device. Free up space, for example by removing a book, and try again.',
  failed:
    'That didn’t work. Check your connection, make sure this browser can store data for Readr, and try again.',
}

/**
 * The panel above My List that saves all of it on this device, or removes it. Its elements stay while
 * their text changes: screen readers announce the change, and the focus is not lost.
 */
class PanelElement extends HTMLElement {
  private stop: (() => void) | undefined
  private device: Device | undefined
  private failure: StorageFailure | null = null
  private readonly heading = build('h2', { class: 'offline-title' })
  private readonly words = build('p', { role: 'status' })
  private readonly button = buildButton('button button-quiet', '', () => void this.toggle())
  private readonly audioButton = buildButton(
    'button button-quiet',
    '',
    () =>
      void this.send(
        { do: this.device?.about?.keepsAudio ? 'stop audio' : 'keep audio' },
        this.audioButton,
      ),
  )
  private readonly panel = build(
    'div',
    { class: 'panel offline-panel' },
    build('div', {}, this.heading, this.words),
    this.button,
    this.audioButton,
  )
  private notes: HTMLElement[] = []

  connectedCallback(): void {
    if (!canSave()) {
      this.hidden = true
      return
    }
    const offer = offerInstall()
    this.stop = watchDevice((device) => {
      rememberSetting(device.about?.keeps === true)
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

  private async toggle(): Promise<void> {
    const command: Command = { do: this.device?.about?.keeps ? 'stop' : 'keep' }
    // Asks the browser not to clear the data on its own.
    if (command.do === 'keep') navigator.storage?.persist?.().catch(() => {})
    await this.send(command, this.button)
  }

  private async send(command: Command, pressed: HTMLElement): Promise<void> {
    this.showFailure(null)
    pressed.setAttribute('aria-busy', 'true')
    this.showFailure(await askWorker(command))
  }

  /** Says why a command failed; null: it did not. */
  showFailure(failure: StorageFailure | null): void {
    this.failure = failure
    this.show()
  }

  private show(): void {
    const { about, books } = this.device!
    const keeps = about?.keeps === true
    const kept = books.filter(({ status }) => status === 'saved')
    const isSaving = books.some(({ status }) => status === 'saving' || status === 'waiting')
    const bytes = kept.reduce((sum, book) => sum + sizeOf(book), 0)
    const audio = kept.flatMap((book) => book.audio ?? [])
    const audioBytes = audio.reduce((sum, one) => sum + one.bytes, 0)
    const left = kept.filter((book) => book.audio && !book.hasAudio).length
    setText(this.heading, keeps ? 'My List on this device' : 'Read offline')
    setText(
      this.words,
      keeps
        ? `${isSaving ? 'Saving: ' : ''}${kept.length} of ${books.length} ${books.length === 1 ? 'book' : 'books'}${kept.length > 0 ? `, ${formatSize(bytes)}` : ''}`
        : 'Save My List on this device to read its books offline, including the ones you add later. They’re removed when you log out.',
    )
    setText(this.button, keeps ? 'Remove all' : 'Save on this device')
    for (const button of [this.button, this.audioButton]) button.removeAttribute('aria-busy')
    this.audioButton.hidden = !keeps || audio.length === 0
    setText(
      this.audioButton,
      about?.keepsAudio
        ? `Remove audio${left > 0 ? ` (saving ${left} more)` : ''}`
        : `Save audio too (${formatSize(audioBytes)})`,
    )
    const failure = books.some(({ status }) => status === 'no room') ? 'no room' : this.failure
    const notes = failureNote(failure)
    const text = (elements: HTMLElement[]) => elements.map((one) => one.textContent).join()
    if (text(notes) === text(this.notes)) return
    for (const note of this.notes) note.remove()
    this.panel.append(...notes)
    this.notes = notes
  }
}

/** Screen readers announce each change, even to the same text. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

function failureNote(failure: StorageFailure | null): HTMLElement[] {
  if (!failure) return []
  const attributes = { class: 'callout callout-alert', role: 'alert' }
  return [build('p', attributes, FAILURE_WORDS[failure])]
}

export function defineOfflineElements(): void {
  if (customElements.get('readr-copy-status')) return
  recallSetting()
  customElements.define('readr-copy-status', CopyElement)
  customElements.define('readr-offline-panel', PanelElement)
}
