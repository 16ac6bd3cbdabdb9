/** Speaks with a device's voice; tests use a fake. */
export interface Speaker {
  /** Says a text, and calls `done` once: when it was said, or could not be. */
  say(
    text: string,
    how: { rate: number; voice: string | null },
    done: (failed: boolean) => void,
  ): void
  stop(): void
}

export interface SpokenSentence {
  text: string
  idea: number
}

/** When to pause: at a time, after the idea, or only at the end (null). */
export type SleepTimer = { at: number } | 'idea' | null

export interface SpeechQueueState {
  status: 'ready' | 'playing' | 'paused' | 'ended' | 'failed'
  /** The sentence that is being said, or will be next. */
  index: number
  rate: number
  /** The URI of a voice; null: the device's default. */
  voice: string | null
  sleepTimer: SleepTimer
}

/** Speeds to choose from, where 1 is the voice's own. */
export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5] as const

/**
 * Reads sentences aloud, one after the other.
 * @param now the time in milliseconds, for the sleep timer
 * @param onChange is called with each new state
 */
export class SpeechQueue {
  state: SpeechQueueState
  /** The number of the current utterance. An older one that ends was stopped. */
  private utterance = 0

  private readonly sentences: SpokenSentence[]
  private readonly speaker: Speaker
  private readonly now: () => number
  private readonly onChange: (state: SpeechQueueState) => void

  constructor(
    sentences: SpokenSentence[],
    speaker: Speaker,
    now: () => number,
    onChange: (state: SpeechQueueState) => void,
    choices: { rate: number; voice: string | null },
  ) {
    this.sentences = sentences
    this.speaker = speaker
    this.now = now
    this.onChange = onChange
    this.state = { status: 'ready', index: 0, sleepTimer: null, ...choices }
  }

  play(): void {
    if (this.state.status === 'playing' || this.sentences.length === 0) return
    const isOver = this.state.status === 'ended'
    this.change({ status: 'playing', index: isOver ? 0 : this.state.index })
    this.say()
  }

  pause(): void {
    if (this.state.status !== 'playing') return
    this.silence()
    this.change({ status: 'paused' })
  }

  toggle(): void {
    if (this.state.status === 'playing') this.pause()
    else this.play()
  }

  nextIdea(): void {
    const { index } = this.state
    const next = this.sentences.findIndex(
      ({ idea }, i) => i > index && idea !== this.sentences[index]!.idea,
    )
    if (next === -1) this.end()
    else this.goTo(next)
  }

  previousIdea(): void {
    const { index } = this.state
    const start = this.startOfIdea(index)
    this.goTo(index > start ? start : this.startOfIdea(Math.max(0, start - 1)))
  }

  goTo(index: number): void {
    const plays = this.state.status === 'playing'
    this.silence()
    this.change({ index, status: plays ? 'playing' : 'paused' })
    if (plays) this.say()
  }

  choose(choice: Partial<Pick<SpeechQueueState, 'rate' | 'voice'>>): void {
    this.change(choice)
    if (this.state.status !== 'playing') return
    this.silence()
    this.say()
  }

  setSleepTimer(sleepTimer: SleepTimer): void {
    this.change({ sleepTimer })
  }

  private startOfIdea(index: number): number {
    const { idea } = this.sentences[index]!
    return this.sentences.findIndex((sentence) => sentence.idea === idea)
  }

  private say(): void {
    const utterance = ++this.utterance
    const { index, rate, voice } = this.state
    this.speaker.say(this.sentences[index]!.text, { rate, voice }, (failed) => {
      if (utterance !== this.utterance) return
      if (failed) this.change({ status: 'failed' })
      else this.advance()
    })
  }

  private advance(): void {
    const { index, sleepTimer } = this.state
    const next = this.sentences[index + 1]
    if (!next) return this.end()
    const isTime =
      sleepTimer === 'idea'
        ? next.idea !== this.sentences[index]!.idea
        : sleepTimer !== null && this.now() >= sleepTimer.at
    this.change({ index: index + 1, ...(isTime ? { status: 'paused', sleepTimer: null } : {}) })
    if (!isTime) this.say()
  }

  private end(): void {
    this.silence()
    this.change({
      status: 'ended',
      index: Math.max(0, this.sentences.length - 1),
      sleepTimer: null,
    })
  }

  private silence(): void {
    this.utterance++
    this.speaker.stop()
  }

  private change(change: Partial<SpeechQueueState>): void {
    this.state = { ...this.state, ...change }
    this.onChange(this.state)
  }
}
