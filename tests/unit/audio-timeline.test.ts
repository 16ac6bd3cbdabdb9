import { describe, expect, test } from 'vitest'
import { narrationPieces } from '#app/catalogue/rules/audio/narration.ts'
import {
  charAt,
  cutOf,
  estimateTimeline,
  msAt,
  sectionRanges,
  timelineFrom,
  timelineUntil,
} from '#app/catalogue/rules/audio/timeline.ts'
import { parseWebVtt, timingsOf } from '#app/catalogue/rules/audio/webvtt.ts'
import { parseSummary } from '#app/catalogue/rules/summary/parse.ts'
import { readingText } from '#app/catalogue/rules/summary/reading-text.ts'
import { charOfPosition, positionAtChar } from '#app/reading/rules/listening-position.ts'

const SOURCE = `Hook

One sentence here. Another sentence there.

3. Third idea

It is free.

4. Paid idea

It costs something.`

const summary = parseSummary(SOURCE, 'whole')
const { text } = readingText(summary)
const ranges = sectionRanges(summary)
const freeEnd = text.indexOf('\nPaid idea')

/** Captions of the text, three seconds for each line. */
const VTT = `\uFEFFWEBVTT - test

NOTE a comment

1
00:00.000 --> 00:03.000 align:start
<v Ann>One sentence</v> here.

00:03.000 --> 00:06.000
Another sentence
there.

00:06.000 --> 00:07.000
[music]

00:00:07.000 --> 00:00:10.000
It is free!

00:10.000 --> 00:13.000
It costs something.

bad --> worse
Nothing`

describe('captions', () => {
  test('are read without their markup; anything else is left out', () => {
    const cues = parseWebVtt(VTT)!
    expect(cues).toHaveLength(5)
    expect(cues[0]).toEqual({ startMs: 0, endMs: 3000, text: 'One sentence here.' })
    expect(cues[1]!.text).toBe('Another sentence there.')
    expect(parseWebVtt('1\n00:00.000 --> 00:03.000\nA SubRip file')).toBeNull()
    expect(parseWebVtt('WEBVTTX')).toBeNull()
  })

  test('are found in the text in order, without what the text does not say', () => {
    const timings = timingsOf(parseWebVtt(VTT)!, text)
    expect(timings.map(({ start, end }) => text.slice(start, end))).toEqual([
      'One sentence here',
      'Another sentence there',
      'It is free',
      'It costs something',
    ])
  })
})

describe('the timeline', () => {
  test('has a range of the text for each section', () => {
    expect(ranges.map(({ start, end }) => text.slice(start, end).split('\n')[0])).toEqual([
      'Hook',
      'Third idea',
      'Paid idea',
    ])
    expect(ranges.map(({ title }) => title)).toEqual([
      'Hook',
      'Idea 3: Third idea',
      'Idea 4: Paid idea',
    ])
  })

  test('follows the captions, and the free part ends with the last free one', () => {
    const timeline = timelineFrom(timingsOf(parseWebVtt(VTT)!, text), ranges, 13_000)!
    expect(timeline.chapters.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 7000],
      [7000, 10_000],
      [10_000, 13_000],
    ])
    expect(cutOf(timeline, freeEnd)).toBe(10_000)
  })

  test('does not guess where the free part ends', () => {
    const timeline = estimateTimeline(ranges, 60_000)
    expect(timeline.isEstimated).toBe(true)
    expect(timeline.chapters.at(-1)!.endMs).toBe(60_000)
    expect(cutOf(timeline, freeEnd)).toBeNull()
  })

  test('a caption across the cut is not free', () => {
    const timings = [
      { startMs: 0, endMs: 4000, start: 0, end: freeEnd - 4 },
      { startMs: 4000, endMs: 9000, start: freeEnd - 3, end: freeEnd + 9 },
    ]
    const timeline = { ...estimateTimeline(ranges, 9000), timings }
    expect(cutOf(timeline, freeEnd)).toBe(4000)
    expect(cutOf({ ...timeline, timings: timings.slice(1) }, freeEnd)).toBeNull()
  })

  test('a shorter one names nothing that follows', () => {
    const timeline = timelineFrom(timingsOf(parseWebVtt(VTT)!, text), ranges, 13_000)!
    const free = timelineUntil(timeline, 9990)
    expect(JSON.stringify(free)).not.toContain('Paid')
    expect(free.chapters.at(-1)).toMatchObject({ section: 'idea-3', endMs: 9990 })
    expect(free.timings).toHaveLength(2)
  })

  test.each([
    ['captions', timelineFrom(timingsOf(parseWebVtt(VTT)!, text), ranges, 13_000)!],
    ['estimated chapters', estimateTimeline(ranges, 60_000)],
  ])('leads from the text to the sound and back by %s', (_, timeline) => {
    for (const word of ['One sentence', 'It is free', 'It costs']) {
      const char = text.indexOf(word)
      const spot = positionAtChar(readingText(summary), char)
      expect(charOfPosition(readingText(summary), spot)).toBe(char)
      const found = charAt(timeline, ranges, msAt(timeline, ranges, char))
      expect(Math.abs(found - char), word).toBeLessThanOrEqual(1)
    }
    expect(
      charOfPosition(readingText(summary), { section: 'gone', paragraph: 0, offset: 0, share: 1 }),
    ).toBe(text.length)
  })
})

test('a narration has a piece for each section, and none crosses the cut', () => {
  const source =
    'First words.\n\nHook\n\nIt costs $& nothing.\n\n[FREE CUT HERE]\n\nPaid.\n\n7. Idea\n\nText.'
  const pieces = narrationPieces(source)
  expect(pieces.map(({ text, isFree }) => [text, isFree])).toEqual([
    ['First words.', true],
    ['Hook.\nIt costs $& nothing.', true],
    ['Paid.', false],
    ['Idea 7: Idea.\nText.', false],
  ])
  const sentences = pieces[1]!.sentences
  expect(sentences).toEqual([
    { start: 13, end: 17 },
    { start: 18, end: 38 },
  ])
  expect(pieces.map(({ section }) => section)).toEqual(['start', 'hook', 'hook', 'idea-7'])
})
