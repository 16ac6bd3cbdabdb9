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

const STATUS_TEXT: Record<PlayerState['status'], string> = {
  ready: '',
  playing: '',
  paused: 'Paused.',
  ended: 'You’ve reached the end.',
  failed:
    'The voice didn’t start. Select Play to try again, or add an English voice in this device’s settings.',
}

type Option = readonly [value: string, text: string]

function buildSelect(
  label: string,
  options: readonly Option[],
  chosen: string,
  choose: (value: string) => void,
): HTMLSelectElement {
  const select = build('select', {})
  for (const [value, text] of options) {
    select.append(new Option(text, value, false, value === chosen))
  }
  select.addEventListener('change', () => choose(select.value))
  build('label', {}, `${label} `, select)
  return select
}

/** The player at the bottom of the window. */
export class ListenBar {
  readonly element: HTMLElement
  private readonly play: HTMLButtonElement
  private readonly status = build('span', { role: 'status' })
  private readonly section = build('span', {})
  private readonly voices: HTMLSelectElement
  private readonly sleepTimer: HTMLSelectElement
  private readonly chosenVoice: string | null

  constructor(actions: Actions, { rate, voice }: ListenChoices) {
    this.chosenVoice = voice
    this.play = buildButton('', 'Play', actions.toggle)
    const speed = buildSelect(
      'Speed',
      RATES.map((value) => [String(value), `${value} ×`]),
      String(rate),
      (value) => actions.choose({ rate: Number(value) }),
    )
    this.sleepTimer = buildSelect('Stop', SLEEP_OPTIONS, '', (value) =>
      actions.setSleepTimer(
        value === '' || value === 'idea'
          ? value || null
          : { at: Date.now() + Number(value) * MINUTE_MS },
      ),
    )
    this.voices = buildSelect('Voice', [], '', (value) => actions.choose({ voice: value || null }))
    this.voices.parentElement!.hidden = true
    const labelled = (text: string, label: string, act: () => void) => {
      const button = buildButton('', text, act)
      button.ariaLabel = label
      return button
    }
    this.element = build(
      'section',
      { class: 'listen-bar no-print', 'aria-label': 'Listen' },
      build('p', {}, build('strong', {}, 'Read by your device’s voice'), this.section, this.status),
      build(
        'div',
        {},
        labelled('Previous', 'Previous idea', actions.previous),
        this.play,
        labelled('Next', 'Next idea', actions.next),
      ),
      build(
        'div',
        {},
        speed.parentElement,
        this.sleepTimer.parentElement,
        this.voices.parentElement,
        labelled('Close', 'Close the player', actions.close),
      ),
    )
  }

  focus(): void {
    this.play.focus({ preventScroll: true })
  }

  show({ status, sleepTimer }: PlayerState, section: string): void {
    this.play.textContent = status === 'playing' ? 'Pause' : 'Play'
    this.section.textContent = section
    // Screen readers announce each change, even to the same text.
    if (this.status.textContent !== STATUS_TEXT[status]) {
      this.status.textContent = STATUS_TEXT[status]
    }
    if (sleepTimer === null) this.sleepTimer.value = ''
  }

  /** Offers the device's voices, if there is more than one. */
  offerVoices(voices: SpeechSynthesisVoice[]): void {
    this.voices.parentElement!.hidden = voices.length < 2
    this.voices.replaceChildren(
      new Option('Device default', ''),
      ...voices.map(
        ({ name, voiceURI }) => new Option(name, voiceURI, false, voiceURI === this.chosenVoice),
      ),
    )
  }
}
