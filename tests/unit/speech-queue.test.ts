import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  SpeechQueue,
  type SpeechQueueState,
  type Speaker,
} from '#app/web/behaviors/listen/speech-queue.ts'
import { spokenSentencesOf } from '#app/catalogue/rules/summary/sentences.ts'

const texts = (text: string) => spokenSentencesOf(text).map((sentence) => sentence.text)

describe('spokenSentencesOf', () => {
  test.each([
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    [
      'Mr. Thoreau paid $28.12 to J. Collins. He built.',
      ['Mr. Thoreau paid $28.12 to J. Collins.', 'He built.'],
    ],
    ['He said: “Go.” She went.', ['He said: “Go.”', 'She went.']],
    ['No full stop', ['No full stop']],
    ['   ', []],
  ])('of %j', (text, expected) => {
    expect(texts(text)).toEqual(expected)
  })

  test('splits long sentences at a pause', () => {
    const long = `${'word '.repeat(40).trim()}, ${'word '.repeat(40).trim()}.`
    const parts = texts(long)
    expect(parts).toHaveLength(2)
    expect(parts[0]).toMatch(/,$/)
  })

  test('covers every character once, in order, with its offsets', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 900, unit: fc.constantFrom(...'ab. ,;!?“”é\n') }),
        (text) => {
          const sentences = spokenSentencesOf(text)
          for (const { text: spoken, start, end } of sentences)
            expect(text.slice(start, end)).toBe(spoken)
          const characters = (value: string) => value.replace(/\s/g, '')
          expect(characters(sentences.map((one) => one.text).join(''))).toBe(characters(text))
        },
      ),
    )
  })
})

/** A player with a fake voice that finishes when the test says so. */
function createPlayer() {
  const spoken: { text: string; rate: number; voice: string | null }[] = []
  let done: (failed: boolean) => void = () => {}
  let stops = 0
  const speaker: Speaker = {
    say(text, how, onDone) {
      spoken.push({ text, ...how })
      done = onDone
    },
    stop: () => void stops++,
  }
  const clock = { now: 0 }
  const states: SpeechQueueState[] = []
  const sentences = ['a', 'b', 'c', 'd', 'e'].map((text, i) => ({
    text,
    idea: i < 2 ? 0 : i < 4 ? 1 : 2,
  }))
  const player = new SpeechQueue(
    sentences,
    speaker,
    () => clock.now,
    (state) => states.push(state),
    {
      rate: 1,
      voice: null,
    },
  )
  return {
    player,
    clock,
    states,
    /** The sentences so far, in one word. */
    words: () => spoken.map(({ text }) => text).join(''),
    last: () => spoken.at(-1),
    stops: () => stops,
    finish: (failed = false) => done(failed),
    /** Browsers may report the end of a sentence after it was stopped. */
    lateEnd: () => {
      const late = done
      return () => late(false)
    },
  }
}

describe('SpeechQueue', () => {
  test('speaks all sentences, then starts over', () => {
    const { player, words, finish } = createPlayer()
    player.play()
    for (let i = 0; i < 5; i++) finish()
    expect(words()).toBe('abcde')
    expect(player.state.status).toBe('ended')
    player.play()
    expect(words()).toBe('abcdea')
  })

  test('repeats the sentence after a pause and ignores late events', () => {
    const { player, words, finish, lateEnd } = createPlayer()
    player.play()
    finish()
    const late = lateEnd()
    player.pause()
    late()
    expect(player.state).toMatchObject({ status: 'paused', index: 1 })
    player.toggle()
    expect(words()).toBe('abb')
  })

  test('skips to the previous and next idea', () => {
    const { player, words, finish } = createPlayer()
    player.play()
    player.nextIdea()
    finish()
    player.previousIdea()
    player.previousIdea()
    expect(words()).toBe('acdca')
    player.nextIdea()
    player.nextIdea()
    player.nextIdea()
    expect(player.state.status).toBe('ended')
  })

  test('skips silently while paused', () => {
    const { player, words } = createPlayer()
    player.nextIdea()
    expect(player.state).toMatchObject({ status: 'paused', index: 2 })
    expect(words()).toBe('')
  })

  test('repeats the sentence when speed or voice change', () => {
    const { player, last, stops } = createPlayer()
    player.play()
    player.choose({ rate: 1.5 })
    player.choose({ voice: 'Ada' })
    expect(last()).toEqual({ text: 'a', rate: 1.5, voice: 'Ada' })
    expect(stops()).toBe(2)
  })

  test('stops at the end of an idea', () => {
    const { player, words, finish } = createPlayer()
    player.setSleepTimer('idea')
    player.play()
    finish()
    finish()
    expect(player.state).toMatchObject({ status: 'paused', index: 2, sleepTimer: null })
    player.play()
    finish()
    expect(words()).toBe('abcd')
  })

  test('stops at a time, after the sentence', () => {
    const { player, clock, finish } = createPlayer()
    player.setSleepTimer({ at: 1000 })
    player.play()
    clock.now = 999
    finish()
    expect(player.state.status).toBe('playing')
    clock.now = 1000
    finish()
    expect(player.state).toMatchObject({ status: 'paused', index: 2, sleepTimer: null })
  })

  test('reports a missing voice and can try again', () => {
    const { player, words, finish } = createPlayer()
    player.play()
    finish(true)
    expect(player.state.status).toBe('failed')
    player.play()
    expect(words()).toBe('aa')
  })
})
