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
} from '../store/stripe-events.server.ts'
import { postponeCheck, readersDue } from '../store/next-stripe-check.server.ts'
import { WEBHOOK_EVENTS } from '../rules/webhook-events.ts'
import { backfillFrom, type EventCursor, parseCursor } from '../rules/event-cursor.ts'
import { firstCustomerAt } from '../store/billing-state.server.ts'
import { backfillPage } from './backfill-reversals.server.ts'
import { reconcile } from './reconcile.server.ts'
import { processEvent } from './receive-stripe-event.server.ts'
import { DAY_MS } from '../../platform/durations.ts'

export const EVENTS_JOB = 'billing'
const EVERY_MS = 30_000
/** When to retry a reader whose reconciliation failed. */
const RETRY_MS = 5 * 60_000
const BATCH = 50
/** Events per page; a page is processed in parallel. */
const PAGE = 50
/** Pages per run; the next run continues. */
const MAX_PAGES = 20
/** Longer than the 30 days for which Stripe keeps its events. */
const KEEP_EVENTS_MS = 60 * DAY_MS

const HANDLED = new Set<string>(WEBHOOK_EVENTS)

/**
 * Catches up with Stripe: processes missed and failed events, and reconciles the readers who are
 * due. Runs in one process at a time and repairs everything that a lost webhook leaves behind.
 * @returns whether there may be more to process
 * @throws errors of Stripe; what was done until then stays
 */
export async function catchUpWithStripe(): Promise<boolean> {
  if (!(await holdLease(EVENTS_JOB))) return false
  const lostAt = await retryEvents()
  const hasMoreEvents = await processNewEvents(lostAt)
  const hasMoreToBackfill = await continueBackfill()
  await reconcileReadersDue()
  await deleteEventsBefore(new Date(Date.now() - KEEP_EVENTS_MS))
  return hasMoreEvents || hasMoreToBackfill
}

/**
 * Processes the events since the run before the last: each event is fetched in two runs, in case
 * Stripe lists one late. If Stripe may no longer have some events, a backfill is planned.
 * @param lostAt when an event was received that was never processed and is gone, in seconds since 1970
 */
async function processNewEvents(lostAt: number | null): Promise<boolean> {
  const cursor = parseCursor(await cursorOf(EVENTS_JOB))
  const startedAt = Math.floor(now().getTime() / 1000)
  const processed = await processAfter(cursor.before || cursor.newest)
  const { newest, isMore } = processed ?? (await processAfter('')) ?? NONE
  const first = cursor.seenUntil === null ? await firstCustomerAt() : null
  const isForgotten = processed === null
  await saveCursor({
    before: isForgotten ? '' : cursor.newest,
    newest: newest?.id ?? (isForgotten ? '' : cursor.newest),
    seenUntil: isMore && newest ? newest.created : startedAt,
    backfill: backfillFrom(cursor, { isForgotten, lostAt, first, now: startedAt }),
  })
  return isMore
}

interface Processed {
  newest: Stripe.Event | null
  isMore: boolean
}
const NONE: Processed = { newest: null, isMore: false }

/** Processes the events after this one, or the newest page without one. Null: it is forgotten. */
async function processAfter(id: string): Promise<Processed | null> {
  let { newest } = NONE
  for (let page = 0; page < MAX_PAGES; page++) {
    const events = await eventsAfter(newest?.id ?? id)
    if (!events) return null
    await processMissed(events.data)
    newest = events.data[0] ?? newest
    if (!events.has_more || id === '') return { newest, isMore: false }
  }
  return { newest, isMore: true }
}

/** @returns whether there is more to backfill */
async function continueBackfill(): Promise<boolean> {
  const cursor = parseCursor(await cursorOf(EVENTS_JOB))
  let { backfill: left } = cursor
  for (let page = 0; left !== null && page < MAX_PAGES && (await holdLease(EVENTS_JOB)); page++) {
    left = await backfillPage(left)
    await saveCursor({ ...cursor, backfill: left })
  }
  return left !== null
}

const saveCursor = (cursor: EventCursor) => setCursor(EVENTS_JOB, JSON.stringify(cursor))

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
  const missed = events.filter(({ id, type }) => HANDLED.has(type) && !processed.has(id))
  // In parallel, so that events of one reader share a reconciliation. Failed ones are retried by id.
  await Promise.allSettled(missed.map((event) => processEvent(event)))
}

/**
 * Retries events that were received and not processed.
 * @returns when the first one that Stripe forgot was received, in seconds since 1970; null: none
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

async function reconcileReadersDue(): Promise<void> {
  for (;;) {
    const due = await readersDue(now(), BATCH)
    for (const userId of due) {
      await postponeCheck(userId, new Date(now().getTime() + RETRY_MS))
      try {
        await reconcile(userId)
      } catch (error) {
        log.warn({ userId, problem: String(error) }, 'a reader could not be reconciled')
      }
    }
    if (due.length < BATCH) return
  }
}

/** Catches up with Stripe in one of several processes. What a run leaves waits for the next one. */
export const followStripe = defineJob({
  name: EVENTS_JOB,
  every: EVERY_MS,
  async run() {
    await catchUpWithStripe()
  },
})
