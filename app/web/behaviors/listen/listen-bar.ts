import type { Chosen } from './chosen.ts'
import { type PlayerState, RATES, type Sleep } from './player.ts'

interface Actions {
  toggle(): void
  previous(): void
  next(): void
  choose(choice: Partial<Chosen>): void
  sleep(sleep: Sleep): void
  close(): void
}

const MINUTE_MS = 60_000

/** When the reading can stop by itself, as the values of a choice. */
const SLEEPS = [
  ['', 'At the end'],
  ['idea', 'After this idea'],
  ['5', 'In 5 minutes'],
  ['15', 'In 15 minutes'],
  ['30', 'In 30 minutes'],
] as const

const TOLD: Record<PlayerState['status'], string> = {
  ready: '',
  playing: '',
  paused: 'Paused.',
  ended: 'You have heard all of it.',
  failed:
    'The voice did not start. Press Play to try again, or add an English voice in this device’s settings.',
}

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  parent: HTMLElement,
  text = '',
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  element.textContent = text
  parent.append(element)
  return element
}

/** The player at the foot of the window. */
export class ListenBar {
  readonly element = document.createElement('section')
  private readonly play: HTMLButtonElement
  private readonly told: HTMLElement
  private readonly part: HTMLElement
  private readonly voices: HTMLSelectElement
  private readonly sleeps: HTMLSelectElement
  private readonly chosenVoice: string | null

  constructor(actions: Actions, { rate, voice }: Chosen) {
    this.chosenVoice = voice
    this.element.className = 'listen-bar no-print'
    this.element.ariaLabel = 'Listen'
    const words = make('p', this.element)
    make('strong', words, 'Read by your device’s voice')
    this.part = make('span', words)
    this.told = make('span', words)
    this.told.role = 'status'
    const keys = make('div', this.element)
    this.button(keys, 'Previous', 'Previous idea', actions.previous)
    this.play = this.button(keys, 'Play', '', actions.toggle)
    this.button(keys, 'Next', 'Next idea', actions.next)
    const choices = make('div', this.element)
    this.choice(
      choices,
      'Speed',
      RATES.map((value) => [String(value), `${value} ×`]),
      String(rate),
      (value) => actions.choose({ rate: Number(value) }),
    )
    this.sleeps = this.choice(choices, 'Stops', SLEEPS, '', (value) =>
      actions.sleep(
        value === '' || value === 'idea'
          ? value || null
          : { at: Date.now() + Number(value) * MINUTE_MS },
      ),
    )
    this.voices = this.choice(choices, 'Voice', [], '', (value) =>
      actions.choose({ voice: value || null }),
    )
    this.voices.parentElement!.hidden = true
    this.button(choices, 'Close', 'Close the player', actions.close)
  }

  focus(): void {
    this.play.focus({ preventScroll: true })
  }

  show({ status, sleep }: PlayerState, part: string): void {
    this.play.textContent = status === 'playing' ? 'Pause' : 'Play'
    this.part.textContent = part
    // Said anew only when it changes.
    if (this.told.textContent !== TOLD[status]) this.told.textContent = TOLD[status]
    if (sleep === null) this.sleeps.value = ''
  }

  /** A choice of voices, where there is one. */
  offerVoices(voices: SpeechSynthesisVoice[]): void {
    this.voices.parentElement!.hidden = voices.length < 2
    this.voices.replaceChildren(
      new Option('Device’s choice', ''),
      ...voices.map(
        ({ name, voiceURI }) => new Option(name, voiceURI, false, voiceURI === this.chosenVoice),
      ),
    )
  }

  private button(parent: HTMLElement, text: string, label: string, act: () => void) {
    const button = make('button', parent, text)
    button.type = 'button'
    if (label) button.ariaLabel = label
    button.addEventListener('click', act)
    return button
  }

  private choice(
    parent: HTMLElement,
    label: string,
    options: readonly (readonly [value: string, text: string])[],
    chosen: string,
    choose: (value: string) => void,
  ) {
    const select = make('select', make('label', parent, `${label} `))
    for (const [value, text] of options)
      select.append(new Option(text, value, false, value === chosen))
    select.addEventListener('change', () => choose(select.value))
    return select
  }
}
