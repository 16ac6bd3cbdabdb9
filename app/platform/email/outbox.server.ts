import { defineJob } from '../jobs/define-job.server.ts'
import { measure } from '../metrics.server.ts'
import { deliverEmail } from './deliver-email.server.ts'
import type { EmailContent } from './layout.ts'
import {
  claimBulkEmails,
  claimDueEmail,
  countWaitingEmails,
  deleteFinishedBefore,
  type EmailKind,
  insertEmail,
} from './outbox-store.server.ts'

/** Polling interval of the outbox. */
const POLL_EVERY_MS = 15_000
const POLL_BULK_EVERY_MS = 5_000
/** A claimed email without a result is tried again after this time. */
const SEND_TIMEOUT_MS = 60_000
/** The same for emails that wait for their turn in a batch. */
const BULK_TIMEOUT_MS = 10 * 60_000
const BULK_BATCH = 100
/** Sent and failed emails are deleted after this time. */
const KEEP_FINISHED_MS = 30 * 86_400_000
const DELETED_AT_ONCE = 500

/**
 * Queues an email in the database and sends it as soon as the mail server accepts it. Each kind has
 * caps per recipient (recipient-caps.server.ts), which apply when it is sent.
 */
export async function sendEmail(
  recipient: string,
  email: EmailContent,
  kind: EmailKind = 'notice',
): Promise<void> {
  await insertEmail(recipient, email, kind)
  sendDueEmails.wake()
}

export async function deliverDueEmails(): Promise<void> {
  for (;;) {
    const now = new Date()
    const email = await claimDueEmail(now, new Date(now.getTime() + SEND_TIMEOUT_MS))
    if (!email) return
    await deliverEmail(email)
  }
}

/** Sends all bulk email that is due, several at a time. */
export async function deliverBulkEmails(signal?: AbortSignal): Promise<void> {
  for (;;) {
    if (signal?.aborted) return
    const now = new Date()
    const until = new Date(now.getTime() + BULK_TIMEOUT_MS)
    const emails = await claimBulkEmails(now, until, BULK_BATCH)
    if (emails.length === 0) return
    await Promise.all(emails.map(deliverEmail))
  }
}

export {
  deleteEmailsTo,
  insertLastEmail,
  retryFailedEmails,
  unsentEmails,
} from './outbox-store.server.ts'

/**
 * Sends the emails of the outbox. Every process does: an email belongs to the process that claims its
 * row.
 */
export const sendDueEmails = defineJob({
  name: 'email',
  every: POLL_EVERY_MS,
  scope: 'process',
  async run() {
    await deliverDueEmails()
    await deleteFinishedBefore(new Date(Date.now() - KEEP_FINISHED_MS), DELETED_AT_ONCE)
  },
})

/**
 * Sends reminders. Only one process at a time does, so that BULK_EMAILS_PER_SECOND holds for all of
 * them together.
 */
export const sendBulkEmails = defineJob({
  name: 'bulk-email',
  every: POLL_BULK_EVERY_MS,
  run: deliverBulkEmails,
})

/** Registers the metrics of the outbox. */
export function measureOutbox(): void {
  measure('readr_outbox_emails', 'Emails waiting to be sent.', 'state', async () => {
    const { waiting, refused } = await countWaitingEmails()
    return { new: waiting - refused, refused }
  })
  measure(
    'readr_outbox_oldest_seconds',
    'Age of the oldest waiting email; 0 when none is waiting.',
    'state',
    async () => {
      const { since } = await countWaitingEmails()
      return { waiting: since ? (Date.now() - since.getTime()) / 1000 : 0 }
    },
  )
}
