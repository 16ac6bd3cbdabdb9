import type { Stripe } from 'stripe'
import { now } from '../../platform/clock.server.ts'
import { defineJob } from '../../platform/jobs/define-job.server.ts'
import { cursorOf, holdLease, setCursor } from '../../platform/jobs/lease.server.ts'
import { log } from '../../platform/log.server.ts'
import { isMissing, isRefusal, stripe } from '../../platform/stripe.server.ts'
import {
  deleteEventsBefore,
  markProcessed,
  processedOf,
  unprocessedEvents,
} from '../store/events.server.ts'
import { putOff, readersDue } from '../store/lease.server.ts'
import { WEBHOOK_EVENTS } from '../rules/webhook-events.ts'
import { backfillFrom, type Place, parseCursor } from '../rules/event-cursor.ts'
import { firstCustomerAt } from '../store/state.server.ts'
import { lookAtPage } from './backfill-refunds.server.ts'
import { reconcile } from './reconcile.server.ts'
import { processEvent } from './receive-stripe-event.server.ts'

const EVERY_MS = 30_000
const JOB = 'billing'
/** A look that failed is tried again after this. */
const PUT_OFF_MS = 5 * 60_000
const BATCH = 50
/** Events at a time; they are processed together. */
const PAGE = 50
/** Longer than the thirty days for which Stripe keeps its events. */
const KEEP_EVENTS_MS = 60 * 86_400_000
/** At most so many pages at a time; the next time goes on. */
const PAGES = 20

const FOLLOWED = new Set<string>(WEBHOOK_EVENTS)

/**
 * Catches up with Stripe: events that did not come or were not processed, and readers for whom
 * something is due. Everything that a lost webhook leaves behind is healed here, by one process at
 * a time.
 * @returns whether there may be more that has not been looked at
 * @throws errors of Stripe's; what was done until then stays
 */
export async function catchUp(): Promise<boolean> {
  if (!(await holdLease(JOB))) return false
  const lostAt = await retryEvents()
  const isMore = await catchUpOnEvents(lostAt)
  const isMoreBehind = await lookBack()
  await lookAtReadersDue()
  await deleteEventsBefore(new Date(Date.now() - KEEP_EVENTS_MS))
  return isMore || isMoreBehind
}

/**
 * Fetches what Stripe has sent since the last time but one, and processes what was not. An event
 * shows in two runs, so that one which Stripe lists late is seen as well. Where Stripe may have
 * forgotten some meanwhile, what they would have told of is to be looked back at.
 * @param lostAt when an event came that was never processed and is forgotten, in seconds since 1970
 */
async function catchUpOnEvents(lostAt: number | null): Promise<boolean> {
  const place = parseCursor(await cursorOf(JOB))
  const startedAt = Math.floor(now().getTime() / 1000)
  const onward = await processAfter(place.before || place.newest)
  const { newest, isMore } = onward ?? (await processAfter('')) ?? NONE
  const first = place.seenUntil === null ? await firstCustomerAt() : null
  await keepPlace({
    before: onward ? place.newest : '',
    newest: newest?.id ?? (onward ? place.newest : ''),
    seenUntil: isMore && newest ? newest.created : startedAt,
    lookBack: backfillFrom(place, { isForgotten: onward === null, lostAt, first, now: startedAt }),
  })
  return isMore
}

interface Processed {
  newest: Stripe.Event | null
  isMore: boolean
}
const NONE: Processed = { newest: null, isMore: false }

/** Processes what came after an event; without one, the newest page. Null: that one is forgotten. */
async function processAfter(id: string): Promise<Processed | null> {
  let { newest } = NONE
  for (let page = 0; page < PAGES; page++) {
    const events = await eventsAfter(newest?.id ?? id)
    if (!events) return null
    await processMissed(events.data)
    newest = events.data[0] ?? newest
    if (!events.has_more || id === '') return { newest, isMore: false }
  }
  return { newest, isMore: true }
}

/** Looks at what went back while its events could not be had. */
async function lookBack(): Promise<boolean> {
  const place = parseCursor(await cursorOf(JOB))
  let { lookBack: left } = place
  for (let page = 0; left !== null && page < PAGES && (await holdLease(JOB)); page++) {
    left = await lookAtPage(left)
    await keepPlace({ ...place, lookBack: left })
  }
  return left !== null
}

const keepPlace = (place: Place) => setCursor(JOB, JSON.stringify(place))

/** A page of events after one, the newest first; without one, the newest. Null: that one is forgotten. */
async function eventsAfter(id: string) {
  try {
    return await stripe().events.list({ limit: PAGE, ...(id ? { ending_before: id } : {}) })
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function processMissed(events: Stripe.Event[]): Promise<void> {
  const processed = await processedOf(events.map(({ id }) => id))
  const missed = events.filter(({ id, type }) => FOLLOWED.has(type) && !processed.has(id))
  // Together, because those of one reader need one look at Stripe. What fails is noted, and tried
  // again by its id.
  await Promise.allSettled(missed.map((event) => processEvent(event)))
}

/**
 * Tries events again that came and could not be processed.
 * @returns when the first of those came that are forgotten, in seconds since 1970; null: none is
 */
async function retryEvents(): Promise<number | null> {
  let lostAt: number | null = null
  for (const { id, receivedAt } of await unprocessedEvents(
    new Date(Date.now() - EVERY_MS),
    BATCH,
  )) {
    try {
      await processEvent(await stripe().events.retrieve(id))
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (!isMissing(error)) continue
      await markProcessed(id, new Date())
      lostAt = Math.min(lostAt ?? Infinity, Math.floor(receivedAt.getTime() / 1000))
    }
  }
  return lostAt
}

async function lookAtReadersDue(): Promise<void> {
  for (;;) {
    const due = await readersDue(now(), BATCH)
    for (const userId of due) {
      await putOff(userId, new Date(now().getTime() + PUT_OFF_MS))
      try {
        await reconcile(userId)
      } catch (error) {
        log.warn({ userId, problem: String(error) }, 'a reader’s state could not be fetched')
      }
    }
    if (due.length < BATCH) return
  }
}

/** Catches up with Stripe. Whatever is left when a run ends waits for the next one. */
export const followStripe = defineJob({
  name: JOB,
  every: EVERY_MS,
  async run() {
    await catchUp()
  },
})
