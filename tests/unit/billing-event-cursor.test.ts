import { describe, expect, test } from 'vitest'
import {
  type LookBack,
  backfillFrom,
  type Place,
  parseCursor,
} from '#app/billing/rules/event-cursor.ts'

const DAY = 86_400
const NOW = 1_800_000_000
const place = (changes: Partial<Place> = {}): Place => ({
  before: 'evt_1',
  newest: 'evt_2',
  seenUntil: NOW - 30,
  lookBack: null,
  ...changes,
})
const missed = { isForgotten: false, lostAt: null, first: null, now: NOW }
const since = (from: number): LookBack => ({ from, of: 'disputes', after: null })

describe('the place in Stripe’s list of events', () => {
  test('is read as it was kept, and is none where it cannot be read', () => {
    const kept = place({ lookBack: { from: 5, of: 'refunds', after: 're_1' } })
    expect(parseCursor(JSON.stringify(kept))).toEqual(kept)
    const nowhere = { before: '', newest: '', seenUntil: null, lookBack: null }
    for (const text of [null, '', 'evt_1 evt_2', '{"newest":1}']) {
      expect(parseCursor(text)).toEqual(nowhere)
    }
  })

  test('leaves nothing to look back at while every event is still to be had', () => {
    expect(backfillFrom(place(), missed)).toBeNull()
    expect(backfillFrom(place({ seenUntil: NOW - 29 * DAY }), missed)).toBeNull()
    const begun = { from: 5, of: 'refunds' as const, after: 're_1' }
    expect(backfillFrom(place({ lookBack: begun }), missed)).toBe(begun)
  })

  test('leaves everything since then where events may be gone', () => {
    const seenUntil = NOW - 29 * DAY - 1
    expect(backfillFrom(place({ seenUntil }), missed)).toEqual(since(seenUntil - 3600))
    const lookBack = { from: 5, of: 'refunds' as const, after: 're_1' }
    expect(backfillFrom(place({ seenUntil, lookBack }), missed)).toEqual(since(5))
    expect(backfillFrom(place(), { ...missed, isForgotten: true })).toEqual(since(NOW - 3630))
    const lostAt = NOW - 50 * DAY
    expect(backfillFrom(place(), { ...missed, lostAt })).toEqual(since(lostAt - 3 * DAY))
  })

  test('that is none leaves everything since the first customer', () => {
    const none = place({ seenUntil: null })
    expect(backfillFrom(none, missed)).toBeNull()
    expect(backfillFrom(none, { ...missed, first: new Date(7000) })).toEqual(since(7))
  })
})
