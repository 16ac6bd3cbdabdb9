import { findRecipient } from '../../../accounts/service/find-recipient.server.ts'
import { accessFor } from '../../../catalogue/rules/access.ts'
import { now as subscriptionTime } from '../../../platform/clock.server.ts'
import { countWaitingOf, insertEmail } from '../../../platform/email/outbox-store.server.ts'
import { env } from '../../../platform/env.server.ts'
import { defineJob } from '../../../platform/jobs/define-job.server.ts'
import { pauseAfterStep } from '../../../platform/database-work.server.ts'
import { remindersPath, stopPath } from '../../rules/reminders/address.ts'
import { reviewPath } from '../../rules/review/address.ts'
import { dayOf } from '../../rules/reader-clock.server.ts'
import { isNight, nextEmailAt } from '../../rules/reminders/reminder-times.server.ts'
import {
  type DueReview,
  dueReviews,
  moveOn,
} from '../../store/review/review-email-choices.server.ts'
import { stopToken } from '../reminders/stop-token.server.ts'
import { reviewEmail } from './review-email.ts'
import { listReview } from './list-review.server.ts'

const EVERY_MS = 60_000
const BATCH = 20
/** The most that wait in the outbox; others are added when the mail server has accepted these. */
const MAX_WAITING = 100

/**
 * Emails some readers the cards of their day.
 * @returns whether there is more to do
 */
export async function sendSomeReviews(now = new Date()): Promise<boolean> {
  if ((await countWaitingOf('review')) >= MAX_WAITING) return false
  const due = await dueReviews(now, BATCH)
  for (const one of due) {
    const startedAt = performance.now()
    await sendReview(one, now)
    await pauseAfterStep(startedAt)
  }
  return due.length === BATCH
}

/**
 * Emails one reader, unless there is nothing to review, it is night, nothing may be sent to them, or the
 * next email comes later today: this one is from an earlier day then, which a stop of the server delayed.
 */
async function sendReview(due: DueReview, now: Date): Promise<void> {
  const reader = await findRecipient(due.userId)
  const zone = reader?.timeZone ?? 'UTC'
  const next = nextEmailAt(now, due, zone)
  const isEarlyToday = dayOf(next, zone) === dayOf(now, zone)
  if (!reader || isNight(now, zone) || isEarlyToday) return moveOn(due, next)
  const access = accessFor(reader, subscriptionTime())
  const { cards } = await listReview({ ...reader, access }, now)
  if (cards.length === 0) return moveOn(due, next)
  const origin = env().appUrl
  const email = reviewEmail({
    reader: { name: reader.name, emailVerified: true },
    cards,
    reviewUrl: origin + reviewPath(),
    settingsUrl: origin + remindersPath,
    stopUrl: origin + stopPath('review', stopToken('review', reader.id)),
  })
  await moveOn(due, next, (tx) => insertEmail(reader.email, email, 'review', tx))
}

/** Sends the review emails that readers chose. */
export const sendReviewEmails = defineJob({
  name: 'review-emails',
  every: EVERY_MS,
  run: () => sendSomeReviews(),
})
