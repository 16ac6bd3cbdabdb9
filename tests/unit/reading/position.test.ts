import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSummary } from '#app/catalogue/rules/summary/parse.ts'
import { followReading, type Reading, type Rest } from '#app/reading/rules/follow-reading.ts'
import {
  addPosition,
  locate,
  openingOf,
  type Position,
  type ReadingProgress,
} from '#app/reading/rules/position.ts'

const SECOND = 1000
/** A window shows a twentieth of the text. */
const WINDOW = 0.05

describe('looking around', () => {
  /** Follows a reader who rests at each share for some seconds. */
  function read(start: number | null, ...rests: [share: number, seconds?: number][]) {
    let at = 0
    let reading: Reading<Rest> | null =
      start === null
        ? null
        : followReading(null as Reading<Rest> | null, { share: start, window: WINDOW, at })
    for (const [share, seconds = 3] of rests) {
      at += seconds * SECOND
      reading = followReading(reading, { share, window: WINDOW, at })
    }
    return reading!
  }
  const lastOf = (...args: Parameters<typeof read>) => read(...args).last.share

  test('a reader who begins or moves on is reading', () => {
    expect(lastOf(null, [0.02])).toBe(0.02)
    expect(lastOf(0.3, [0.34], [0.36])).toBe(0.36)
  })

  test('rereading up to a window above is reading', () => {
    expect(lastOf(0.64, [0.6])).toBe(0.6)
  })

  test('a glance at the beginning leaves the position, with and without a stop on the way', () => {
    expect(lastOf(0.64, [0.02])).toBe(0.64)
    expect(lastOf(0.64, [0.6], [0.4], [0.02, 15])).toBe(0.64)
    expect(read(0.64, [0.02]).back).not.toBeNull()
  })

  test('a phone left at the beginning leaves the position', () => {
    expect(lastOf(0.64, [0.02, 3600])).toBe(0.64)
  })

  test('leafing back to the position ends the glance', () => {
    const reading = read(0.64, [0.02], [0.1, 4], [0.3, 4], [0.64, 4])
    expect([reading.last.share, reading.back]).toEqual([0.64, null])
  })

  test('reading on from the beginning is reading, after a while', () => {
    expect(lastOf(0.64, [0.02], [0.04, 12])).toBe(0.64)
    expect(lastOf(0.64, [0.02], [0.04, 12], [0.05, 12])).toBe(0.05)
    // Scrolling further up begins a new glance.
    expect(lastOf(0.64, [0.05], [0.02, 15], [0.05, 15])).toBe(0.64)
  })

  test('a reader who looks ahead and returns is where they were', () => {
    expect(lastOf(0.3, [0.97], [0.31])).toBe(0.31)
    expect(lastOf(0.3, [0.6], [0.97], [0.31])).toBe(0.31)
    // They have read there: now it is a glance.
    expect(lastOf(0.3, [0.6], [0.7, 90], [0.31])).toBe(0.7)
  })

  const rest = fc.record({
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    window: fc.double({ min: 0.01, max: 0.2, noNaN: true }),
    wait: fc.integer({ min: 0, max: 100_000 }),
  })
  const rests = fc.array(rest, { minLength: 1, maxLength: 12 }).map((list) =>
    list.map(({ share, window }, i) => ({
      share,
      window,
      at: list.slice(0, i + 1).reduce((sum, { wait }) => sum + wait, 0),
    })),
  )
  const followAll = (list: Rest[]) => list.reduce<Reading<Rest> | null>(followReading, null)!

  test('the position is always where the reader rested, and never after their reach', () => {
    fc.assert(
      fc.property(rests, (list) => {
        const { last, reach, back } = followAll(list)
        expect(list).toContain(last)
        expect(last.share).toBeLessThanOrEqual(reach.share)
        if (back) expect(last).toBe(reach)
        else expect(last).toBe(list.at(-1))
      }),
    )
  })

  test('a glance of less than 20 seconds never moves the position back', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.3, max: 1, noNaN: true }),
        fc.array(rest, { minLength: 1, maxLength: 6 }),
        (start, glance) => {
          const before = followReading(null as Reading<Rest> | null, {
            share: start,
            window: 0.1,
            at: 0,
          })
          const seen = glance
            .map(({ share, wait }) => ({ share: share * (start - 0.2), window: 0.1, at: wait / 6 }))
            .toSorted((a, b) => a.at - b.at)
          expect(seen.reduce<Reading<Rest>>(followReading, before).last).toBe(before.last)
        },
      ),
    )
  })
})

describe('positions of several devices', () => {
  const at = (minute: number) => new Date(minute * 60_000)
  const position = (share: number, minute: number): Position => ({
    section: `idea-${Math.round(share * 10)}`,
    paragraph: 0,
    offset: 0,
    share,
    placedAt: at(minute),
  })
  const begun = (first: Position): ReadingProgress => ({
    last: first,
    furthest: first,
    restartedAt: null,
  })
  const addAll = ([first, ...rest]: Position[], readAt: Date | null = null) =>
    rest.reduce((stored, one) => addPosition(stored, one, readAt), begun(first!))

  const unfinished = fc
    .uniqueArray(
      fc.record({
        share: fc.double({ min: 0, max: 0.94, noNaN: true }),
        minute: fc.integer({ min: 0, max: 1000 }),
      }),
      { minLength: 1, maxLength: 8, selector: ({ minute }) => minute },
    )
    .map((list) => list.map(({ share, minute }) => position(share, minute)))

  test('the later is the last, and the furthest only grows, in any order', () => {
    fc.assert(
      fc.property(
        unfinished.chain((list) =>
          fc.tuple(
            fc.constant(list),
            fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
          ),
        ),
        ([list, shuffled]) => {
          const { last, furthest } = addAll(shuffled)
          const latest = Math.max(...list.map(({ placedAt }) => placedAt.getTime()))
          expect(last.placedAt.getTime()).toBe(latest)
          expect(furthest.share).toBe(Math.max(...list.map(({ share }) => share)))
        },
      ),
    )
  })

  test('the last is never after the furthest, and the same position changes nothing', () => {
    const any = fc.record({
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      minute: fc.integer({ min: 0, max: 99 }),
    })
    fc.assert(
      fc.property(
        fc.array(any, { minLength: 1, maxLength: 9 }),
        fc.option(fc.integer({ min: 0, max: 99 })),
        (list, read) => {
          const readAt = read === null ? null : at(read)
          const positions = list.map(({ share, minute }) => position(share, minute))
          const stored = addAll(positions, readAt)
          expect(stored.last.share).toBeLessThanOrEqual(stored.furthest.share)
          expect(addPosition(stored, stored.last, readAt)).toEqual(stored)
        },
      ),
    )
  })

  test('after the end, and after the book was marked as read, the next position begins again', () => {
    const again = addAll([position(0.98, 1), position(0.1, 5)])
    expect(again).toMatchObject({ furthest: { share: 0.1 }, restartedAt: at(5) })
    const reread = addAll([position(0.5, 1), position(0.1, 5)], at(3))
    expect(reread).toMatchObject({ furthest: { share: 0.1 }, restartedAt: at(5) })
    // A device sends late what was read before that.
    expect(addPosition(again, position(0.9, 3), null)).toEqual(again)
    expect(addPosition(again, position(0.2, 6), null).furthest.share).toBe(0.2)
    // A position from before the mark does not begin again.
    expect(addAll([position(0.5, 1), position(0.1, 2)], at(3)).furthest.share).toBe(0.5)
  })
})

describe('a position in the text as it is now', () => {
  const paragraphs = (n: number, name: string) =>
    Array.from({ length: n }, (_, i) => `${name} ${i} ${'word '.repeat(20)}`).join('\n\n')
  const TEXT = [1, 2, 3, 4, 5].map((n) => `${n}. Idea\n\n${paragraphs(4, `p${n}`)}`).join('\n\n')
  const whole = parseSummary(`Hook\n\n${paragraphs(2, 'hook')}\n\n${TEXT}`, 'whole')
  const free = parseSummary(`Hook\n\n${paragraphs(2, 'hook')}\n\n${TEXT}`, 'free')
  const spot = (section: string, paragraph: number, share: number) => ({
    section,
    paragraph,
    share,
  })

  test('is the same paragraph', () => {
    expect(locate(whole, 1, spot('idea-5', 2, 0.9), 0.4)).toEqual({
      section: 'idea-5',
      paragraph: 2,
      offset: 0.4,
      label: 'idea 5',
    })
    expect(locate(whole, 1, spot('hook', 0, 0.01))!.label).toBe('“Hook”')
  })

  test('is the end of a section that became shorter', () => {
    expect(locate(whole, 1, spot('idea-2', 9, 0.4), 0.4)).toMatchObject({
      section: 'idea-2',
      paragraph: 3,
      offset: 0,
    })
  })

  test('is at the same share when the section is gone', () => {
    expect(locate(whole, 1, spot('how-to-apply-it', 3, 0.5))!.section).toBe('idea-3')
    expect(locate(whole, 1, spot('gone', 0, 1))).toMatchObject({ section: 'idea-5', paragraph: 3 })
    expect(locate(whole, 1, spot('gone', 0, 0))).toMatchObject({ section: 'hook', paragraph: 0 })
  })

  test('is the end of the free part when the rest is not readable now', () => {
    expect(locate(free, 0.6, spot('idea-5', 2, 0.9))).toMatchObject({
      section: 'idea-3',
      paragraph: 3,
    })
    expect(locate(parseSummary('', 'whole'), 1, spot('hook', 0, 0))).toBeNull()
  })

  test('the furthest is offered if it is ahead in another section, and not after the end', () => {
    const progress = (last: number, furthest: number, readAt: Date | null = null) => ({
      readAt,
      last: { ...spot(`idea-${last}`, 0, last / 6), offset: 0, placedAt: new Date(0) },
      furthest: spot(`idea-${furthest}`, 1, furthest / 6),
      restartedAt: null,
    })
    expect(openingOf(whole, 1, progress(1, 5))).toMatchObject({
      last: { label: 'idea 1' },
      furthest: { section: 'idea-5', paragraph: 1, label: 'idea 5' },
    })
    expect(openingOf(whole, 1, progress(2, 2)).furthest).toBeNull()
    expect(openingOf(whole, 1, progress(6, 6))).toMatchObject({ last: null, share: 1 })
    expect(openingOf(whole, 1, progress(1, 5, new Date(0)))).toMatchObject({ last: null })
  })
})
