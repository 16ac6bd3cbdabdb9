import { now } from '../../platform/clock.server.ts'
import { env } from '../../platform/env.server.ts'
import { cursorOf } from '../../platform/jobs/lease.server.ts'
import { hasLiveKeys } from '../../platform/stripe.server.ts'
import { parseCursor } from '../rules/event-cursor.ts'
import { billingBacklog } from '../store/health.server.ts'
import { EVENTS_JOB } from './catch-up-with-stripe.server.ts'

/** A reader who is due for longer is overdue. */
const OVERDUE_MS = 15 * 60_000

/** How Stripe and Readr get along, from the database alone: the job that asks Stripe notes its answers. */
export async function billingHealth() {
  const moment = now()
  const [backlog, cursor] = await Promise.all([
    billingBacklog(new Date(moment.getTime() - OVERDUE_MS)),
    cursorOf(EVENTS_JOB),
  ])
  const { seenUntil, backfill } = parseCursor(cursor)
  return {
    ...backlog,
    keys: env().isDemo
      ? ('emulated' as const)
      : hasLiveKeys()
        ? ('live' as const)
        : ('test' as const),
    now: moment,
    /** When Stripe last answered with its events; null: never. */
    answeredAt: seenUntil === null ? null : new Date(seenUntil * 1000),
    isBackfilling: backfill !== null,
  }
}
