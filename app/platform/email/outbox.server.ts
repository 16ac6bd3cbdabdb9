import { createTransport, type Transporter } from 'nodemailer'
import { env } from '../env.server.ts'
import { defineJob } from '../jobs/define-job.server.ts'
import { log } from '../log.server.ts'
import { countDroppedEmail, measure, newCounter } from '../metrics.server.ts'
import { countEmail, EMAIL_CAPS } from './recipient-caps.server.ts'
import type { EmailContent } from './layout.ts'
import {
  type DueEmail,
  deleteEmail,
  deleteFinishedBefore,
  insertLastEmail,
  insertEmail,
  hasWaitingDuplicate,
  markFailed,
  scheduleRetry,
  type EmailKind,
  markSent,
  postponeEmail,
  claimDueEmail,
  countWaitingEmails,
} from './store.server.ts'

/** Polling interval of the outbox. */
const POLL_EVERY_MS = 15_000
/** A claimed email without a result is tried again after this time. */
const SEND_TIMEOUT_MS = 60_000
/** The wait between tries doubles from the first to the longest. */
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 6 * 3_600_000
/** An email that no server has accepted for this long fails, as is usual among mail servers. */
export const FAIL_AFTER_MS = 5 * 86_400_000
/** Sent and failed emails are deleted after this time. */
const KEEP_FINISHED_MS = 30 * 86_400_000

/** Counts what happened to an email that was due. */
const countOutcome = newCounter(
  'readr_emails_total',
  'Emails that were due, by what happened; a refused one is tried again, a failed one is not.',
  'outcome',
  ['sent', 'postponed', 'refused', 'failed'],
)

let transport: Transporter | undefined

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

/** Sends the last email of an account. Its row is deleted after sending, except in the demo. */
export async function sendLastEmail(recipient: string, email: EmailContent): Promise<void> {
  await insertLastEmail(recipient, email)
  sendDueEmails.wake()
}

/** The wait after the nth failed try, counted from 1. */
export function waitAfterTry(tries: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
}

/** The error of nodemailer: the SMTP command that failed, and the response code. */
interface SmtpError {
  command?: string
  responseCode?: number
}

/**
 * Whether the server has permanently refused the recipient or the content. A refused login or
 * sender is an error in the configuration, so the email is tried again.
 */
function isPermanentRefusal({ command, responseCode = 0 }: SmtpError): boolean {
  return responseCode >= 500 && responseCode < 600 && (command === 'RCPT TO' || command === 'DATA')
}

/** Schedules another try, or marks the email as failed. */
async function handleSendError(email: DueEmail, error: unknown): Promise<void> {
  const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  // Servers repeat the refused address, which must not be logged.
  const redacted = problem.replace(/[^\s<>@]+@[^\s<>]+/g, '…')
  const line = { email: email.id, tries: email.tries, problem: redacted }
  const now = Date.now()
  const isTooOld = now - email.createdAt.getTime() >= FAIL_AFTER_MS
  if (isTooOld || isPermanentRefusal(error as SmtpError)) {
    log.error(line, 'email failed; see readr mail list')
    await markFailed(email.id, problem, new Date(now))
    countOutcome('failed')
    return
  }
  log.warn(line, 'email was not accepted')
  await scheduleRetry(email.id, problem, new Date(now + waitAfterTry(email.tries)))
  countOutcome('refused')
}

/**
 * Whether an email may be sent now. Over the caps of its recipient, it is postponed or dropped.
 * Retries were counted on the first try.
 */
async function isWithinCaps(email: DueEmail, now: Date): Promise<boolean> {
  if (email.tries > 1) return true
  const kind = (email.kind ?? 'notice') as EmailKind
  const until = await countEmail(kind, email.recipient, now)
  if (until === null) return true
  const { over } = EMAIL_CAPS[kind]
  const isDropped =
    over === 'drop' || (over === 'wait-once' && (await hasWaitingDuplicate(email, now)))
  if (isDropped) {
    log.warn({ email: email.id, kind }, 'email dropped: too many of its kind to its recipient')
    countDroppedEmail(kind)
    await deleteEmail(email.id)
  } else {
    log.info(
      { email: email.id, kind, until },
      'email postponed: too many of its kind to its recipient',
    )
    await postponeEmail(email.id, until)
    countOutcome('postponed')
  }
  return false
}

/** Sends all emails that are due. In demo mode they appear in the mailbox at /dev/mail. */
export async function deliverDueEmails(): Promise<void> {
  for (;;) {
    const now = new Date()
    const email = await claimDueEmail(now, new Date(now.getTime() + SEND_TIMEOUT_MS))
    if (!email) return
    if (!(await isWithinCaps(email, now))) continue
    try {
      const { smtpUrl, mailFrom } = env()
      if (smtpUrl !== undefined) {
        transport ??= createTransport(smtpUrl, {
          from: mailFrom,
          connectionTimeout: 10_000,
          socketTimeout: 30_000,
          disableFileAccess: true,
          disableUrlAccess: true,
        } as never)
        const { recipient: address, subject, text, html } = email
        await transport.sendMail({ to: { name: '', address }, from: mailFrom, subject, text, html })
      }
      const isDemo = smtpUrl === undefined
      if (email.isLast && !isDemo) await deleteEmail(email.id)
      else await markSent(email.id, new Date(), isDemo)
      countOutcome('sent')
    } catch (error) {
      await handleSendError(email, error)
    }
  }
}

export { deleteEmailsTo, retryFailedEmails, unsentEmails } from './store.server.ts'

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
    await deleteFinishedBefore(new Date(Date.now() - KEEP_FINISHED_MS))
  },
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
