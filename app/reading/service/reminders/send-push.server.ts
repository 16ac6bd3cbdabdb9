import { TODAY_PATH } from '../../../catalogue/rules/addresses.ts'
import { endOfUtcDay } from '../../../platform/utc-clock.server.ts'
import {
  type BookOfTheDay,
  bookOfTheDay,
} from '../../../catalogue/service/book-of-the-day.server.ts'
import { env } from '../../../platform/env.server.ts'
import { defineJob } from '../../../platform/jobs/define-job.server.ts'
import { log } from '../../../platform/log.server.ts'
import { newCounter } from '../../../platform/metrics.server.ts'
import { isPushService, type PushPayload } from '../../rules/reminders/push.ts'
import { untilText } from '../../rules/reminders/reminder-times.server.ts'
import { nextHourOn } from '../../rules/reader-clock.server.ts'
import {
  deleteEndpoint,
  type DuePush,
  duePushes,
  movePush,
} from '../../store/reminders/push.server.ts'
import { pushKeys } from './push-keys.server.ts'

const EVERY_MS = 30_000
const BATCH = 50
const TIMEOUT_MS = 10_000
/** Nobody wants one much later, and push services drop it then. */
const USELESS_AFTER_MS = 2 * 3_600_000

const countOutcome = newCounter(
  'readr_push_messages_total',
  'Notifications that were due, by what the push service said; expired: the browser is gone.',
  'outcome',
  ['sent', 'expired', 'refused'],
)

/**
 * Sends the book of the day to some browsers.
 * @returns whether there is more to do
 */
export async function sendSomePushes(now = new Date()): Promise<boolean> {
  const due = await duePushes(now, BATCH)
  if (due.length === 0) return false
  const today = await bookOfTheDay()
  await Promise.all(due.map((push) => sendToday(push, today && payloadOf(today, push, now), now)))
  return due.length === BATCH
}

const payloadOf = ({ book }: BookOfTheDay, { timeZone }: DuePush, now: Date): PushPayload => ({
  title: book.title,
  body: `Today’s read, by ${book.author}. Open in full until ${untilText(now, new Date(endOfUtcDay(now.getTime())), timeZone)}.`,
  path: TODAY_PATH,
})

/** Sends at most once: the next one is set before, so a notification that fails is not repeated. */
async function sendToday(push: DuePush, payload: PushPayload | null, now: Date): Promise<void> {
  const isMine = await movePush(push, nextHourOn(now, push.hour, push.timeZone))
  const isLate = now.getTime() - push.nextAt.getTime() > USELESS_AFTER_MS
  if (isMine && payload && push.isSignedIn && !isLate) await send(push, payload)
}

async function send(push: DuePush, payload: PushPayload): Promise<void> {
  const outcome = await trySending(push, payload)
  countOutcome(outcome)
  if (outcome === 'expired') await deleteEndpoint(push.endpoint)
}

/** What the push service says. Its address, which is a secret of the browser, is not logged. */
async function trySending(
  { endpoint, p256dh, auth, serverKey }: DuePush,
  payload: PushPayload,
): Promise<'sent' | 'expired' | 'refused'> {
  const keys = pushKeys().find(({ publicKey }) => publicKey === serverKey)
  // Nobody has the key that the browser trusts, or the operator no longer allows the service.
  if (!keys || !isPushService(endpoint, env().pushServices)) return 'expired'
  try {
    const { default: webPush } = await import('web-push')
    const sealed = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      {
        vapidDetails: { subject: `mailto:${env().supportEmail}`, ...keys },
        TTL: USELESS_AFTER_MS / 1000,
        topic: 'today',
      },
    )
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: sealed.headers as Record<string, string>,
      body: new Uint8Array(sealed.body!),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await answer.body?.cancel()
    if (answer.ok) return 'sent'
    if (answer.status === 404 || answer.status === 410) return 'expired'
    log.warn({ status: answer.status }, 'a notification was refused')
  } catch (error) {
    log.warn({ problem: (error as Error).name }, 'a notification was not sent')
  }
  return 'refused'
}

/** Sends the book of the day to the browsers in which readers want it. */
export const sendPushes = defineJob({
  name: 'push',
  every: EVERY_MS,
  run: () => sendSomePushes(),
})
