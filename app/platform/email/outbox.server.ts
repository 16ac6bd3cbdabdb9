import { createTransport, type Transporter } from 'nodemailer'
import { env } from '../env.server.ts'
import { defineJob } from '../jobs/define-job.server.ts'
import { log } from '../log.server.ts'
import { countDroppedMail, measure } from '../metrics.server.ts'
import { countMail, MAIL_CAPS } from './caps.server.ts'
import type { MailText } from './layout.ts'
import {
  type DueMail,
  deleteMail,
  deleteMailTo,
  deleteSettledBefore,
  insertLastMail,
  insertMail,
  isWaitingTwice,
  type MailKind,
  markSent,
  takeDueMail,
  updateMail,
  waitingMail,
} from './store.server.ts'

/** How often emails are looked for that are due again. New ones are sent right away. */
const SEND_EVERY_MS = 15_000
/** After this, an email whose process died while sending is tried again. */
const SEND_TIMEOUT_MS = 60_000
/** Delays between tries double from 30 seconds to six hours. */
const FIRST_DELAY_MS = 30_000
const LONGEST_DELAY_MS = 6 * 3_600_000
/** An email that could not be sent for this long is given up, as mail servers do. */
export const GIVE_UP_AFTER_MS = 5 * 86_400_000
/** The rows of sent and given-up emails are deleted after this. */
const KEEP_SETTLED_MS = 30 * 86_400_000

let transport: Transporter | undefined

/**
 * Sends an email, now or as soon as the mail server accepts it. It is stored when this returns. The
 * caps of its kind (caps.server.ts) apply when it is sent.
 */
export async function sendMail(
  recipient: string,
  mail: MailText,
  kind: MailKind = 'notice',
): Promise<void> {
  await insertMail(recipient, mail, kind)
  sendDueMail.wake()
}

/**
 * Sends the last email of an account, as sendMail does. Nothing of it is stored after it was sent,
 * except in the mailbox of the demo.
 */
export async function sendLastMail(recipient: string, mail: MailText): Promise<void> {
  await insertLastMail(recipient, mail)
  sendDueMail.wake()
}

/** Deletes emails that wait for an address, and the rows of those that were sent to it. */
export function forgetMailTo(recipient: string): Promise<void> {
  return deleteMailTo(recipient)
}

/** The delay after the n-th try (from 1) has failed, in milliseconds. */
export function waitAfterTry(tries: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (tries - 1))
}

/** From nodemailer: the SMTP command that failed, and the reply code of the server. */
interface SmtpProblem {
  command?: string
  responseCode?: number
}

/**
 * Whether the server will never accept this email, because it has rejected the recipient or the
 * text. A rejected sign-in or sender is a mistake of this installation, so the email is kept.
 */
function isRejectedForGood({ command, responseCode = 0 }: SmtpProblem): boolean {
  return responseCode >= 500 && responseCode < 600 && (command === 'RCPT TO' || command === 'DATA')
}

/** Stores why an email was not accepted, and when it is tried again. */
async function putBack(mail: DueMail, error: unknown): Promise<void> {
  const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  // Servers quote the address, which must not be logged.
  const masked = problem.replace(/[^\s<>@]+@[^\s<>]+/g, '…')
  const line = { mail: mail.id, tries: mail.tries, problem: masked }
  const now = Date.now()
  const isTooOld = now - mail.createdAt.getTime() >= GIVE_UP_AFTER_MS
  if (isTooOld || isRejectedForGood(error as SmtpProblem)) {
    log.error(line, 'email given up; see readr mail list')
    await updateMail(mail.id, { problem, givenUpAt: new Date(now) })
    return
  }
  log.warn(line, 'email not accepted; it will be tried again')
  await updateMail(mail.id, { problem, nextTryAt: new Date(now + waitAfterTry(mail.tries)) })
}

/**
 * Whether an email may be sent now. If not, it is postponed or dropped. Emails that are tried again
 * have been counted before.
 */
async function isWithinCaps(mail: DueMail, now: Date): Promise<boolean> {
  if (mail.tries > 1) return true
  const kind = (mail.kind ?? 'notice') as MailKind
  const until = await countMail(kind, mail.recipient, now)
  if (until === null) return true
  const { over } = MAIL_CAPS[kind]
  const isDropped = over === 'drop' || (over === 'wait-once' && (await isWaitingTwice(mail, now)))
  if (isDropped) {
    log.warn({ mail: mail.id, kind }, 'email dropped: too many of its kind for this recipient')
    countDroppedMail(kind)
    await deleteMail(mail.id)
  } else {
    log.info(
      { mail: mail.id, kind, until },
      'email postponed: too many of its kind for this recipient',
    )
    await updateMail(mail.id, { tries: 0, nextTryAt: until })
  }
  return false
}

/** Sends everything that is due. In demo mode it stays in the mailbox at /dev/mail. */
export async function deliverDueMail(): Promise<void> {
  for (;;) {
    const now = new Date()
    const mail = await takeDueMail(now, new Date(now.getTime() + SEND_TIMEOUT_MS))
    if (!mail) return
    if (!(await isWithinCaps(mail, now))) continue
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
        const { recipient: address, subject, text, html } = mail
        await transport.sendMail({ to: { name: '', address }, from: mailFrom, subject, text, html })
      }
      const isDemo = smtpUrl === undefined
      if (mail.isLast && !isDemo) await deleteMail(mail.id)
      else await markSent(mail.id, new Date(), isDemo)
    } catch (error) {
      await putBack(mail, error)
    }
  }
}

/**
 * Empties the outbox. Every process does: an email belongs to the process that takes its row, and is
 * sent as soon as it is in the outbox.
 */
export const sendDueMail = defineJob({
  name: 'email',
  every: SEND_EVERY_MS,
  scope: 'process',
  async run() {
    await deliverDueMail()
    await deleteSettledBefore(new Date(Date.now() - KEEP_SETTLED_MS))
  },
})

export { reviveMail, unsentMail } from './store.server.ts'

/** Adds the metrics of the outbox. */
export function measureOutbox(): void {
  measure('readr_outbox_mails', 'Emails that wait to be sent.', 'state', async () => {
    const { waiting, refused } = await waitingMail()
    return { new: waiting - refused, refused }
  })
  measure(
    'readr_outbox_oldest_seconds',
    'Age of the oldest email that waits; 0 if none does.',
    'state',
    async () => {
      const { since } = await waitingMail()
      return { waiting: since ? (Date.now() - since.getTime()) / 1000 : 0 }
    },
  )
}
