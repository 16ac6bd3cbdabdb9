import { describe, expect, test } from 'vitest'
import {
  type Backfill,
  backfillFrom,
  type EventCursor,
  parseCursor,
} from '#app/billing/rules/event-cursor.ts'

const DAY = 86_400
const NOW = 1_800_000_000
const cursor = (changes: Partial<EventCursor> = {}): EventCursor => ({
  before: 'evt_1',
  newest: 'evt_2',
  seenUntil: NOW - 30,
  backfill: null,
  ...changes,
})
const missed = { isForgotten: false, lostAt: null, first: null, now: NOW }
const since = (from: number): Backfill => ({ from, of: 'disputes', after: null })
const begun: Backfill = { from: 5, of: 'refunds', after: 're_1' }

describe('the cursor in Stripe’s list of events', () => {
  test('survives storage; an unreadable one starts from the beginning', () => {
    const stored = cursor({ backfill: begun })
    expect(parseCursor(JSON.stringify(stored))).toEqual(stored)
    const start = { before: '', newest: '', seenUntil: null, backfill: null }
    for (const text of [null, '', 'evt_1 evt_2', '{"newest":1}']) {
      expect(parseCursor(text)).toEqual(start)
    }
  })

  test('needs no backfill while Stripe still has every event', () => {
    expect(backfillFrom(cursor(), missed)).toBeNull()
    expect(backfillFrom(cursor({ seenUntil: NOW - 29 * DAY }), missed)).toBeNull()
    expect(backfillFrom(cursor({ backfill: begun }), missed)).toBe(begun)
  })

  test('needs a backfill since the last event when events may be gone', () => {
    const seenUntil = NOW - 29 * DAY - 1
    expect(backfillFrom(cursor({ seenUntil }), missed)).toEqual(since(seenUntil - 3600))
    expect(backfillFrom(cursor({ seenUntil, backfill: begun }), missed)).toEqual(since(5))
    expect(backfillFrom(cursor(), { ...missed, isForgotten: true })).toEqual(since(NOW - 3630))
    const lostAt = NOW - 50 * DAY
    expect(backfillFrom(cursor(), { ...missed, lostAt })).toEqual(since(lostAt - 3 * DAY))
  })

  test('needs a backfill since the first customer when there is no cursor', () => {
    const none = cursor({ seenUntil: null })
    expect(backfillFrom(none, missed)).toBeNull()
    expect(backfillFrom(none, { ...missed, first: new Date(7000) })).toEqual(since(7))
  })
})
