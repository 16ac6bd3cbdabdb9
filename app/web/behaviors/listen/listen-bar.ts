import { build, buildButton } from '../build-element.ts'
import type { ListenChoices } from './listen-choices.ts'
import { type PlayerState, RATES, type SleepTimer } from './player.ts'

interface Actions {
  toggle(): void
  previous(): void
  next(): void
  choose(choice: Partial<ListenChoices>): void
  setSleepTimer(timer: SleepTimer): void
  close(): void
}

const MINUTE_MS = 60_000

/** When to stop, as the options of a select. */
const SLEEP_OPTIONS = [
  ['', 'At the end'],
  ['idea', 'After this idea'],
  ['5', 'In 5 minutes'],
  ['15', 'In 15 minutes'],
  ['30', 'In 30 minutes'],
] as const

const NO_VOICE = 'This device has no English voice. Add one in its settings.'

const STATUS_TEXT: Partial<Record<PlayerState['status'], string>> = {
  ended: 'You’ve reached the end.',
  failed: 'The voice didn’t start. Select Play to try again.',
}

type Option = readonly [value: string, text: string]

function buildSelect(
  options: readonly Option[],
  chosen: string,
  choose: (value: string) => void,
): HTMLSelectElement {
  const select = build('select', { class: 'field' })
  for (const [value, text] of options) {
    select.append(new Option(text, value, false, value === chosen))
  }
  select.addEventListener('change', () => choose(select.value))
  return select
}

const labeled = (label: string, select: HTMLSelectElement) => build('label', {}, label, select)

/** The player: one line at the bottom of the window, and a sheet with the rest. */
export class ListenBar {
  readonly element: HTMLElement
  private readonly play: HTMLButtonElement
  private readonly sentence = build('span', {})
  private readonly status = build('span', { role: 'status' })
  private readonly speed: HTMLSelectElement
  private readonly voice: HTMLElement
  private readonly voices: HTMLSelectElement
  private readonly sleepTimer: HTMLSelectElement
  private readonly chosenVoice: string | null
  private canSpeak = true

  constructor(actions: Actions, { rate, voice }: ListenChoices) {
    this.chosenVoice = voice
    this.play = buildButton('icon-button', '', actions.toggle)
    this.speed = buildSelect(
      RATES.map((value) => [String(value), `${value} ×`]),
      String(rate),
      (value) => actions.choose({ rate: Number(value) }),
    )
    this.speed.ariaLabel = 'Speed'
    this.sleepTimer = buildSelect(SLEEP_OPTIONS, '', (value) =>
      actions.setSleepTimer(
        value === '' || value === 'idea'
          ? value || null
          : { at: Date.now() + Number(value) * MINUTE_MS },
      ),
    )
    this.voices = buildSelect([], '', (value) => actions.choose({ voice: value || null }))
    this.voice = labeled('Voice', this.voices)
    const sheet = build(
      'dialog',
      { class: 'sheet-dialog listen-sheet', 'aria-label': 'Listening' },
      buildButton('button button-quiet', 'Previous idea', actions.previous),
      buildButton('button button-quiet', 'Next idea', actions.next),
      labeled('Stop', this.sleepTimer),
      this.voice,
      build('p', {}, 'Read by your device’s voice.'),
      buildButton('button', 'Done', () => sheet.close()),
    )
    const named = (sign: string, name: string, run: () => void) => {
      const button = buildButton('icon-button', sign, run)
      button.ariaLabel = name
      return button
    }
    this.element = build(
      'section',
      { class: 'listen-bar no-print', 'aria-label': 'Listen' },
      this.play,
      build('p', {}, this.sentence, this.status),
      this.speed,
      named('⋯', 'Timer and voice', () => sheet.showModal()),
      named('✕', 'Close the player', actions.close),
      sheet,
    )
  }

  focus(): void {
    this.play.focus({ preventScroll: true })
  }

  show({ status, sleepTimer }: PlayerState, sentence: string): void {
    const plays = status === 'playing'
    this.play.textContent = plays ? '❚❚' : '▶\uFE0E'
    this.play.ariaLabel = plays ? 'Pause' : 'Play'
    const message = status === 'failed' && !this.canSpeak ? NO_VOICE : STATUS_TEXT[status]
    this.speed.hidden = message !== undefined
    this.sentence.textContent = message ? '' : sentence
    // Screen readers announce each change, even to the same text.
    if (this.status.textContent !== (message ?? '')) this.status.textContent = message ?? ''
    if (sleepTimer === null) this.sleepTimer.value = ''
  }

  /** Offers the device's voices, if there is more than one. */
  offerVoices(voices: SpeechSynthesisVoice[]): void {
    this.canSpeak = voices.length > 0
    this.voice.hidden = voices.length < 2
    this.voices.replaceChildren(
      new Option('Device default', ''),
      ...voices.map(
        ({ name, voiceURI }) => new Option(name, voiceURI, false, voiceURI === this.chosenVoice),
      ),
    )
  }
}
