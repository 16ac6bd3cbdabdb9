import { z } from 'zod'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'

/** A pass over all refunds and disputes since a moment whose events Stripe no longer has. */
const backfill = z.object({
  /** Seconds since 1970. */
  from: z.number(),
  /** The list it is working through; disputes come first. */
  of: z.enum(['disputes', 'refunds']),
  /** Stripe's id of the last item that was processed; null: none yet. */
  after: z.string().nullable(),
})
export type Backfill = z.output<typeof backfill>

const eventCursor = z.object({
  /** The newest event of the run before the last; empty: none. */
  before: z.string(),
  newest: z.string(),
  /** Events up to then were seen, in seconds since 1970; null: no run has finished yet. */
  seenUntil: z.number().nullable(),
  backfill: backfill.nullable(),
})

export type EventCursor = z.output<typeof eventCursor>

const START: EventCursor = { before: '', newest: '', seenUntil: null, backfill: null }

/** Reads a stored cursor; one that cannot be read counts as none, which leads to a backfill. */
export function parseCursor(stored: string | null): EventCursor {
  try {
    return eventCursor.parse(JSON.parse(stored ?? ''))
  } catch {
    return START
  }
}

/** Stripe keeps events for 30 days: older ones may be gone. */
const EVENTS_KEPT_S = (29 * DAY_MS) / 1000
/** Overlaps the last run, for events that Stripe lists late. */
const OVERLAP_S = HOUR_MS / 1000
const DELIVERY_S = (3 * DAY_MS) / 1000

/** What may have been missed. Moments are in seconds since 1970. */
interface Missed {
  /** Stripe no longer knows the event that the list should continue from. */
  isForgotten: boolean
  /** When an event was received that was never processed and is now gone; null: none. */
  lostAt: number | null
  /** When the first reader became a customer, if no run has finished yet; null: no customers. */
  first: Date | null
  now: number
}

/** The backfill that is needed; null: none. */
export function backfillFrom(
  { seenUntil, backfill: begun }: EventCursor,
  { isForgotten, lostAt, first, now }: Missed,
): Backfill | null {
  const isGap = seenUntil === null || isForgotten || now - seenUntil > EVENTS_KEPT_S
  const since = [
    ...(isGap && seenUntil !== null ? [seenUntil - OVERLAP_S] : []),
    ...(isGap && first !== null ? [Math.floor(first.getTime() / 1000)] : []),
    ...(lostAt === null ? [] : [lostAt - DELIVERY_S]),
  ]
  if (since.length === 0) return begun
  return { from: Math.min(...since, begun?.from ?? Infinity), of: 'disputes', after: null }
}
