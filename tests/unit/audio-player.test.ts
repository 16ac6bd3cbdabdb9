import { http, HttpResponse } from 'msw/http'
import { describe, expect, test } from 'vitest'
import { byteRange } from '#app/reading/rules/byte-range.ts'
import {
  chapterAt,
  isTimeToStop,
  nextChapter,
  previousChapter,
  timeInWords,
  timeText,
  timingAt,
} from '#app/web/behaviors/listen/audio-chapters.ts'
import {
  fetchAudio,
  type PlayingTrack,
  startSeconds,
} from '#app/web/behaviors/listen/audio-track.ts'
import { playOutside } from '#tests/outside/outside.ts'
import { READR } from '#tests/outside/readr.ts'

const chapters = [0, 60, 200].map((start, i, all) => ({
  section: `idea-${i}`,
  title: `Idea ${i}`,
  startMs: start * 1000,
  endMs: (all[i + 1] ?? 300) * 1000,
}))

describe('the chapters of an audio', () => {
  test.each([
    [0, 0, 60, 0],
    [2, 0, 60, 0],
    [59.9, 0, 60, 0],
    [60, 1, 200, 0],
    [62, 1, 200, 0],
    [70, 1, 200, 60],
    [299, 2, null, 200],
  ])('at %d seconds: the chapter, the next, and the previous', (at, chapter, next, previous) => {
    expect(chapterAt(chapters, at)).toBe(chapter)
    expect(nextChapter(chapters, at)).toBe(next)
    expect(previousChapter(chapters, at)).toBe(previous)
  })

  test('may be none', () => {
    expect([chapterAt([], 5), nextChapter([], 5), previousChapter([], 2)]).toEqual([0, null, 0])
  })
})

test('the sleep timer stops after the idea, or at a time', () => {
  expect(isTimeToStop(null, chapters, 59, 61, 9e15)).toBe(false)
  expect(isTimeToStop('idea', chapters, 59, 59.9, 0)).toBe(false)
  expect(isTimeToStop('idea', chapters, 59.9, 60.1, 0)).toBe(true)
  expect(isTimeToStop('idea', chapters, 100, 10, 0)).toBe(false)
  expect(isTimeToStop({ at: 1000 }, chapters, 1, 2, 999)).toBe(false)
  expect(isTimeToStop({ at: 1000 }, chapters, 1, 2, 1000)).toBe(true)
})

test('the passage that is spoken', () => {
  const timings = [0, 10, 20].map((ms, i) => ({
    startMs: ms * 100,
    endMs: (ms + 10) * 100,
    start: i,
    end: i + 1,
  }))
  expect([0, 0.99, 1, 5].map((seconds) => timingAt(timings, seconds)?.start)).toEqual([0, 0, 1, 2])
  expect(timingAt([], 3)).toBeUndefined()
})

test('times as text and in words', () => {
  expect([0, 65, 3723].map(timeText)).toEqual(['0:00', '1:05', '1:02:03'])
  expect([1, 61.5, 120].map(timeInWords)).toEqual([
    '1 second',
    '1 minute 1 second',
    '2 minutes 0 seconds',
  ])
})

test('a player continues where it was, and after a while where the reader was on any device', () => {
  const facts = { position: { seconds: 40 } } as Parameters<typeof startSeconds>[1]
  const before = { seconds: 7, at: 1_000_000 } as PlayingTrack
  expect(startSeconds(before, facts, 1_000_500)).toBe(7)
  expect(startSeconds(before, facts, 9_000_000)).toBe(40)
  expect(startSeconds(before, { ...facts, position: null }, 9_000_000)).toBe(7)
  expect(startSeconds(null, facts, 0)).toBe(40)
  expect(startSeconds(null, { ...facts, position: null }, 0)).toBe(0)
})

test.each([
  [null, null],
  ['bytes=0-', { first: 0, last: 99 }],
  ['bytes=10-19', { first: 10, last: 19 }],
  ['bytes=90-900', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-900', { first: 0, last: 99 }],
  ['bytes=100-', 'outside'],
  ['bytes=20-10', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=-', null],
  ['bytes=0-1,5-6', null],
  ['lines=0-1', null],
])('the range of %j in 100 bytes', (header, range) => {
  expect(byteRange(header, 100)).toEqual(range)
})

describe('the address of an audio', () => {
  const outside = playOutside()

  test('is at the host of the page, which may have another name than APP_URL', async () => {
    const call = `${READR}/api/books/1/audio`
    const audio = { url: 'https://another.example/audio/walden?file=a.mp3' }
    outside.use(http.get(call, () => HttpResponse.json({ data: { audio } })))
    expect((await fetchAudio(call)).url).toBe('/audio/walden?file=a.mp3')
  })
})
