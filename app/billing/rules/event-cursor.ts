import { z } from 'zod'

/** A look at everything that went back since a moment, because its events cannot be had any more. */
const lookBack = z.object({
  /** Seconds since 1970. */
  from: z.number(),
  /** What is looked at now; disputes come first. */
  of: z.enum(['disputes', 'refunds']),
  /** The last that was looked at, by Stripe's id; null: none yet. */
  after: z.string().nullable(),
})
export type LookBack = z.output<typeof lookBack>

const place = z.object({
  /** The newest event of the last time but one; empty: none. */
  before: z.string(),
  /** The newest event of the last time. */
  newest: z.string(),
  /** What happened until then was seen, in seconds since 1970; null: nothing ever was. */
  seenUntil: z.number().nullable(),
  lookBack: lookBack.nullable(),
})
/** How far the catching up with Stripe has come. */
export type Place = z.output<typeof place>

const NOWHERE: Place = { before: '', newest: '', seenUntil: null, lookBack: null }

/** A place as it was kept; what cannot be read counts as none. */
export function parseCursor(kept: string | null): Place {
  try {
    return place.parse(JSON.parse(kept ?? ''))
  } catch {
    return NOWHERE
  }
}

/** Events that are older than this may be forgotten: Stripe keeps them for thirty days. */
const SURELY_KEPT_S = 29 * 86_400
/** What Stripe lists late is seen all the same. */
const OVERLAP_S = 3600
/** For so long Stripe goes on sending an event that is not taken. */
const SENT_FOR_S = 3 * 86_400

/** What may have been missed. Moments are in seconds since 1970. */
export interface Missed {
  /** Stripe does not know the event any more from which on was to be looked. */
  isForgotten: boolean
  /** When an event came that was never processed and is forgotten; null: there is none. */
  lostAt: number | null
  /** When the first reader became a customer, where nothing was ever seen; null: nobody has. */
  first: Date | null
  now: number
}

/** What is to be looked back at; null: nothing. */
export function backfillFrom(
  { seenUntil, lookBack: begun }: Place,
  { isForgotten, lostAt, first, now }: Missed,
): LookBack | null {
  const isGap = seenUntil === null || isForgotten || now - seenUntil > SURELY_KEPT_S
  const since = [
    ...(isGap && seenUntil !== null ? [seenUntil - OVERLAP_S] : []),
    ...(isGap && first !== null ? [Math.floor(first.getTime() / 1000)] : []),
    ...(lostAt === null ? [] : [lostAt - SENT_FOR_S]),
  ]
  if (since.length === 0) return begun
  return { from: Math.min(...since, begun?.from ?? Infinity), of: 'disputes', after: null }
}
