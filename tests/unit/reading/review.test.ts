import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  CARD_KINDS,
  chooseNew,
  cueOf,
  highlightCard,
  takeawayCard,
} from '#app/reading/rules/review/cards.ts'
import {
  daysAfter,
  type Grade,
  GRADES,
  type Schedule,
  scheduleAnswer,
} from '#app/reading/rules/review/schedule.ts'
import { cardsText, daysText } from '#app/reading/rules/review/words.ts'

const DAY = 24 * 3_600_000
const NOW = new Date('2026-11-23T08:00:00Z')
const NEW: Schedule = {
  due: NOW,
  ...{ stability: 0, difficulty: 0, scheduledDays: 0, reps: 0, lapses: 0, state: 0 },
  reviewedAt: null,
}

/** Answers, each some days after the card was due. */
const answers = fc.array(
  fc.record({ grade: fc.constantFrom(...GRADES), lateMs: fc.integer({ min: 0, max: 90 * DAY }) }),
  { maxLength: 30 },
)
const after = (given: { grade: Grade; lateMs: number }[]) =>
  given.reduce(
    (schedule, { grade, lateMs }) =>
      scheduleAnswer(schedule, grade, new Date(schedule.due.getTime() + lateMs)),
    NEW,
  )

describe('the schedule of a card', () => {
  test('starts with days, and grows with every good answer', () => {
    expect(daysAfter(NEW, NOW)).toEqual({ again: 1, hard: 2, good: 3, easy: 8 })
    const days: number[] = []
    let schedule = NEW
    for (let i = 0; i < 6; i++) {
      schedule = scheduleAnswer(schedule, 'good', schedule.due)
      days.push(schedule.scheduledDays)
    }
    expect(days).toEqual(days.toSorted((a, b) => a - b))
    expect(days[0]).toBe(3)
    expect(days[5]).toBeGreaterThan(200)
  })

  test('after any answers is a day or more ahead, and the same for the same answers', () => {
    fc.assert(
      fc.property(answers, fc.constantFrom(...GRADES), fc.nat(90 * DAY), (given, grade, late) => {
        const before = after(given)
        const at = new Date(before.due.getTime() + late)
        const next = scheduleAnswer(before, grade, at)
        expect(next.due.getTime() - at.getTime()).toBeGreaterThanOrEqual(DAY)
        // FSRS keeps the four grades apart, even at the limit.
        expect(next.scheduledDays).toBeLessThanOrEqual(5 * 365 + 3)
        expect(next.reviewedAt).toEqual(at)
        expect(next.reps).toBe(before.reps + 1)
        expect(next.stability).toBeGreaterThan(0)
        expect(scheduleAnswer(before, grade, at)).toEqual(next)
        expect(after(given)).toEqual(before)
        const days = daysAfter(before, at)
        const inOrder = GRADES.map((one) => days[one])
        expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
        expect(days[grade]).toBe(next.scheduledDays)
      }),
    )
  })

  test('grows with "good" whenever the card was remembered on time', () => {
    fc.assert(
      fc.property(answers, (given) => {
        const before = scheduleAnswer(after(given), 'good', after(given).due)
        const next = scheduleAnswer(before, 'good', before.due)
        expect(next.stability).toBeGreaterThan(before.stability)
        // At the limit of five years, it stays.
        expect(next.scheduledDays).toBeGreaterThanOrEqual(Math.min(before.scheduledDays, 5 * 365))
      }),
    )
  })

  test('treats a clock that went back as no time', () => {
    const answered = scheduleAnswer(NEW, 'good', NOW)
    const earlier = new Date(NOW.getTime() - 10 * DAY)
    expect(scheduleAnswer(answered, 'hard', earlier)).toEqual(scheduleAnswer(answered, 'hard', NOW))
  })
})

describe('cards', () => {
  test('ask how a passage continues, without giving it away', () => {
    const passage =
      'The price of a thing is the amount of life that you exchange for it, in the end.'
    expect(cueOf(passage)).toBe('The price of a thing is …')
    expect(cueOf('A label, with words: and more of them')).toBe('A label, with …')
    expect(cueOf('Simplify, simplify.')).toBeNull()
    expect(takeawayCard({ label: 'Cost', text: 'It is life.' })).toEqual({
      question: 'Cost',
      answer: 'It is life.',
    })
    expect(takeawayCard({ label: null, text: 'Too short.' })).toBeNull()
    expect(
      highlightCard({ prefix: 'lives of ', exact: 'quiet desperation', suffix: '. What' }),
    ).toEqual({
      question: '“quiet desperation”',
      answer: '…lives of quiet desperation. What…',
    })
    expect(highlightCard({ prefix: '', exact: passage, suffix: '' })).toEqual({
      question: 'The price of a thing is …',
      answer: passage,
    })
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), (text) => {
        const cue = cueOf(text)
        if (cue !== null) expect(cue.split(/\s+/).length - 1).toBeLessThan(text.split(/\s+/).length)
      }),
    )
  })

  test('that are new come from each book in turn, and of each kind in turn', () => {
    const candidates = [1, 2, 3].flatMap((bookId) =>
      CARD_KINDS.flatMap((kind) => [0, 1].map((n) => ({ bookId, kind, n }))),
    )
    const names = (count: number) =>
      chooseNew(candidates, count).map(({ bookId, kind }) => `${bookId} ${kind}`)
    expect(names(5)).toEqual([
      ...['1 question', '2 highlight', '3 takeaway', '1 question', '2 highlight'],
    ])
    expect(chooseNew(candidates, 100)).toHaveLength(candidates.length)
    expect(
      chooseNew(
        candidates.filter(({ kind }) => kind === 'takeaway'),
        2,
      ),
    ).toHaveLength(2)
    expect(chooseNew([], 5)).toEqual([])
  })

  test('say in words when they come again', () => {
    expect([1, 3, 14, 90, 1000].map(daysText)).toEqual([
      ...['tomorrow', 'in 3 days', 'in 2 weeks', 'in 3 months', 'in 3 years'],
    ])
    expect([0, 1, 5].map(cardsText)).toEqual(['No cards', 'One card', 'Five cards'])
  })
})
