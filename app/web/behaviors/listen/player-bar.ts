import { build, buildButton } from '../build-element.ts'
import { SPEEDS, type SleepTimer } from './speech-queue.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'

interface Actions {
  toggle(): void
  previous(): void
  next(): void
  setRate(rate: number): void
  setSleepTimer(timer: SleepTimer): void
  close(): void
}

interface Parts {
  rate: number
  /** The name of the button that opens the sheet. */
  more: string
  line?: HTMLElement[]
  /** What the line says: the sentence, or the book. */
  text: HTMLElement
  sheet: HTMLElement[]
}

/** When to stop, as the options of a select. */
const SLEEP_OPTIONS = [
  ['', 'At the end'],
  ['idea', 'After this idea'],
  ['5', 'In 5 minutes'],
  ['15', 'In 15 minutes'],
  ['30', 'In 30 minutes'],
] as const

export type SelectOption = readonly [value: string, text: string]

export function buildSelect(
  options: readonly SelectOption[],
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

export const withLabel = (label: string, control: HTMLElement) => build('label', {}, label, control)

export function buildIconButton(sign: string, name: string, run: () => void): HTMLButtonElement {
  const button = buildButton('icon-button', sign, run)
  button.ariaLabel = name
  return button
}

/** The player: one line at the bottom of the window, and a sheet with the rest. */
export class PlayerBar {
  readonly element: HTMLElement
  private readonly play: HTMLButtonElement
  private readonly text: HTMLElement
  private readonly status = build('span', { role: 'status' })
  private readonly speed: HTMLSelectElement
  private readonly sleepTimer: HTMLSelectElement

  constructor(actions: Actions, { rate, more, line = [], text, sheet: parts }: Parts) {
    this.text = text
    this.play = buildButton('icon-button', '', actions.toggle)
    this.speed = buildSelect(
      SPEEDS.map((value) => [String(value), `${value} ×`]),
      String(rate),
      (value) => actions.setRate(Number(value)),
    )
    this.speed.ariaLabel = 'Speed'
    this.sleepTimer = buildSelect(SLEEP_OPTIONS, '', (value) =>
      actions.setSleepTimer(
        value === '' || value === 'idea'
          ? value || null
          : { at: Date.now() + Number(value) * MINUTE_MS },
      ),
    )
    const sheet = build(
      'dialog',
      { class: 'sheet-dialog listen-sheet', 'aria-label': 'Listening' },
      buildButton('button button-quiet', 'Previous idea', actions.previous),
      buildButton('button button-quiet', 'Next idea', actions.next),
      withLabel('Stop', this.sleepTimer),
      ...parts,
      buildButton('button', 'Done', () => sheet.close()),
    )
    this.element = build(
      'section',
      { class: 'listen-bar no-print', 'aria-label': 'Listen' },
      this.play,
      ...line,
      build('p', {}, text, this.status),
      this.speed,
      buildIconButton('⋯', more, () => sheet.showModal()),
      buildIconButton('✕', 'Close the player', actions.close),
      sheet,
    )
  }

  focus(): void {
    this.play.focus({ preventScroll: true })
  }

  /** @param message shown instead of the text */
  show(plays: boolean, sleepTimer: SleepTimer, message?: string): void {
    this.play.textContent = plays ? '❚❚' : '▶\uFE0E'
    this.play.ariaLabel = plays ? 'Pause' : 'Play'
    this.speed.hidden = message !== undefined
    this.text.hidden = message !== undefined
    // Screen readers announce each change, even to the same text.
    if (this.status.textContent !== (message ?? '')) this.status.textContent = message ?? ''
    if (sleepTimer === null) this.sleepTimer.value = ''
  }
}
