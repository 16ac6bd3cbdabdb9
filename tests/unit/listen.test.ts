import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Player, type PlayerState, type Speaker } from '#app/web/behaviors/listen/player.ts'
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

  test('takes long ones apart at a pause', () => {
    const long = `${'word '.repeat(40).trim()}, ${'word '.repeat(40).trim()}.`
    const parts = texts(long)
    expect(parts).toHaveLength(2)
    expect(parts[0]).toMatch(/,$/)
  })

  test('says every letter once, in its order, and where it stands', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 900, unit: fc.constantFrom(...'ab. ,;!?“”é\n') }),
        (text) => {
          const sentences = spokenSentencesOf(text)
          for (const { text: said, start, end } of sentences)
            expect(text.slice(start, end)).toBe(said)
          const letters = (some: string) => some.replace(/\s/g, '')
          expect(letters(sentences.map((one) => one.text).join(''))).toBe(letters(text))
        },
      ),
    )
  })
})

/** A voice whose words end when the test says so. */
function stand() {
  const said: { text: string; rate: number; voice: string | null }[] = []
  let done: (failed: boolean) => void = () => {}
  let stops = 0
  const speaker: Speaker = {
    say(text, how, onDone) {
      said.push({ text, ...how })
      done = onDone
    },
    stop: () => void stops++,
  }
  const clock = { now: 0 }
  const states: PlayerState[] = []
  const sentences = ['a', 'b', 'c', 'd', 'e'].map((text, i) => ({
    text,
    idea: i < 2 ? 0 : i < 4 ? 1 : 2,
  }))
  const player = new Player(
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
    /** What has been said so far, in one word. */
    words: () => said.map(({ text }) => text).join(''),
    last: () => said.at(-1),
    stops: () => stops,
    finish: (failed = false) => done(failed),
    /** The end of what is being said, told after it was stopped, as browsers do. */
    lateEnd: () => {
      const late = done
      return () => late(false)
    },
  }
}

describe('Player', () => {
  test('says all sentences, and then again from the first', () => {
    const { player, words, finish } = stand()
    player.play()
    for (let i = 0; i < 5; i++) finish()
    expect(words()).toBe('abcde')
    expect(player.state.status).toBe('ended')
    player.play()
    expect(words()).toBe('abcdea')
  })

  test('pauses at a sentence and says it again, whatever a stopped voice still tells', () => {
    const { player, words, finish, lateEnd } = stand()
    player.play()
    finish()
    const late = lateEnd()
    player.pause()
    late()
    expect(player.state).toMatchObject({ status: 'paused', index: 1 })
    player.toggle()
    expect(words()).toBe('abb')
  })

  test('goes to ideas before and after', () => {
    const { player, words, finish } = stand()
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

  test('goes to an idea while it is paused, and stays silent', () => {
    const { player, words } = stand()
    player.nextIdea()
    expect(player.state).toMatchObject({ status: 'paused', index: 2 })
    expect(words()).toBe('')
  })

  test('says the sentence again with another speed or voice', () => {
    const { player, last, stops } = stand()
    player.play()
    player.choose({ rate: 1.5 })
    player.choose({ voice: 'Ada' })
    expect(last()).toEqual({ text: 'a', rate: 1.5, voice: 'Ada' })
    expect(stops()).toBe(2)
  })

  test('falls silent at the end of the idea', () => {
    const { player, words, finish } = stand()
    player.setSleepTimer('idea')
    player.play()
    finish()
    finish()
    expect(player.state).toMatchObject({ status: 'paused', index: 2, sleepTimer: null })
    player.play()
    finish()
    expect(words()).toBe('abcd')
  })

  test('falls silent at a time, after the sentence', () => {
    const { player, clock, finish } = stand()
    player.setSleepTimer({ at: 1000 })
    player.play()
    clock.now = 999
    finish()
    expect(player.state.status).toBe('playing')
    clock.now = 1000
    finish()
    expect(player.state).toMatchObject({ status: 'paused', index: 2, sleepTimer: null })
  })

  test('says when there is no voice, and tries again', () => {
    const { player, words, finish } = stand()
    player.play()
    finish(true)
    expect(player.state.status).toBe('failed')
    player.play()
    expect(words()).toBe('aa')
  })
})
