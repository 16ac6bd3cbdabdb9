/** What speaks: a device's voice, or a stand-in in tests. */
export interface Speaker {
  /** Says a text; `done` is told once, when it has been said or could not be. */
  say(
    text: string,
    how: { rate: number; voice: string | null },
    done: (failed: boolean) => void,
  ): void
  /** Falls silent at once. */
  stop(): void
}

export interface Spoken {
  text: string
  /** The number of the idea that it belongs to, from 0. */
  idea: number
}

/** When to fall silent by itself: at a time, at the end of the idea, or not before the end. */
export type Sleep = { at: number } | 'idea' | null

export interface PlayerState {
  status: 'ready' | 'playing' | 'paused' | 'ended' | 'failed'
  /** The sentence that is said, or will be next. */
  index: number
  rate: number
  voice: string | null
  sleep: Sleep
}

/** Speeds that can be chosen, as shares of the voice's own. */
export const RATES = [0.75, 1, 1.25, 1.5, 1.75, 2] as const

/**
 * Reads sentences aloud, one after the other.
 * @param now milliseconds of a clock, for the sleep timer
 * @param onChange is told of each change
 */
export class Player {
  state: PlayerState
  /** What is being said; whatever ends under another number was stopped. */
  private turn = 0

  private readonly sentences: Spoken[]
  private readonly speaker: Speaker
  private readonly now: () => number
  private readonly onChange: (state: PlayerState) => void

  constructor(
    sentences: Spoken[],
    speaker: Speaker,
    now: () => number,
    onChange: (state: PlayerState) => void,
    chosen: { rate: number; voice: string | null },
  ) {
    this.sentences = sentences
    this.speaker = speaker
    this.now = now
    this.onChange = onChange
    this.state = { status: 'ready', index: 0, sleep: null, ...chosen }
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

  /** To the beginning of the next idea; at the last one to the end. */
  nextIdea(): void {
    const { index } = this.state
    const next = this.sentences.findIndex(
      ({ idea }, i) => i > index && idea !== this.sentences[index]!.idea,
    )
    if (next === -1) this.end()
    else this.goTo(next)
  }

  /** To the beginning of the idea; from there to the one before. */
  previousIdea(): void {
    const { index } = this.state
    const start = this.startOfIdea(index)
    this.goTo(index > start ? start : this.startOfIdea(Math.max(0, start - 1)))
  }

  /** Goes on, or will, with a sentence. */
  goTo(index: number): void {
    const plays = this.state.status === 'playing'
    this.silence()
    this.change({ index, status: plays ? 'playing' : 'paused' })
    if (plays) this.say()
  }

  /** Another speed or voice, from the beginning of the sentence on. */
  choose(choice: Partial<Pick<PlayerState, 'rate' | 'voice'>>): void {
    this.change(choice)
    if (this.state.status !== 'playing') return
    this.silence()
    this.say()
  }

  sleep(sleep: Sleep): void {
    this.change({ sleep })
  }

  private startOfIdea(index: number): number {
    const { idea } = this.sentences[index]!
    return this.sentences.findIndex((sentence) => sentence.idea === idea)
  }

  private say(): void {
    const turn = ++this.turn
    const { index, rate, voice } = this.state
    this.speaker.say(this.sentences[index]!.text, { rate, voice }, (failed) => {
      if (turn !== this.turn) return
      if (failed) this.change({ status: 'failed' })
      else this.goOn()
    })
  }

  private goOn(): void {
    const { index, sleep } = this.state
    const next = this.sentences[index + 1]
    if (!next) return this.end()
    const isTime =
      sleep === 'idea'
        ? next.idea !== this.sentences[index]!.idea
        : sleep !== null && this.now() >= sleep.at
    this.change({ index: index + 1, ...(isTime ? { status: 'paused', sleep: null } : {}) })
    if (!isTime) this.say()
  }

  private end(): void {
    this.silence()
    this.change({ status: 'ended', index: Math.max(0, this.sentences.length - 1), sleep: null })
  }

  private silence(): void {
    this.turn++
    this.speaker.stop()
  }

  private change(change: Partial<PlayerState>): void {
    this.state = { ...this.state, ...change }
    this.onChange(this.state)
  }
}
