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
  dropMail,
  insertMail,
  isWaitingTwice,
  markGivenUp,
  markRefused,
  type MailKind,
  markSent,
  postponeMail,
  takeDueMail,
  waitingMail,
} from './store.server.ts'

/** How often the outbox is looked at when nothing new was put in. */
const SEND_EVERY_MS = 15_000
/** A mail that was taken and not reported on is tried again after this. */
const SEND_TIMEOUT_MS = 60_000
/** Waits between tries: doubled from 30 seconds to at most six hours. */
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 6 * 3_600_000
/** A mail that nobody has taken for so long is given up, as mail servers do among themselves. */
export const GIVE_UP_AFTER_MS = 5 * 86_400_000
/** What was sent or given up is forgotten after this. */
const KEEP_SETTLED_MS = 30 * 86_400_000

let transport: Transporter | undefined

/**
 * Sends a mail, now or as soon as the mail server takes it. It is in the database when this
 * returns. Each kind has caps per recipient (caps.server.ts), which are looked at when it goes out.
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
 * Sends the last mail of an account to an address, as sendMail does. Once it is sent, nothing of it is stored; in
 * the demo it stays in the mailbox.
 */
export async function sendLastMail(recipient: string, mail: MailText): Promise<void> {
  await insertLastMail(recipient, mail)
  sendDueMail.wake()
}

/** Removes what waits for an address, and the traces of what was sent there. */
export function forgetMailTo(recipient: string): Promise<void> {
  return deleteMailTo(recipient)
}

/** The wait after the n-th try (from 1) has failed. */
export function waitAfterTry(tries: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
}

/** As nodemailer says it: which step failed, and what the server answered. */
interface SmtpProblem {
  command?: string
  responseCode?: number
}

/**
 * Whether the server will never take this mail: it has refused the recipient or the text for good.
 * A refused log-in or sender is a mistake of this installation, which will be mended.
 */
export function isRefusedForGood({ command, responseCode = 0 }: SmtpProblem): boolean {
  return responseCode >= 500 && responseCode < 600 && (command === 'RCPT TO' || command === 'DATA')
}

/** Notes why a mail was not taken, and whether it is tried again. */
async function putBack(mail: DueMail, error: unknown): Promise<void> {
  const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  // Servers name the address that they refuse, which is not for the log.
  const said = problem.replace(/[^\s<>@]+@[^\s<>]+/g, '…')
  const line = { mail: mail.id, tries: mail.tries, problem: said }
  const now = Date.now()
  const isTooOld = now - mail.createdAt.getTime() >= GIVE_UP_AFTER_MS
  if (isTooOld || isRefusedForGood(error as SmtpProblem)) {
    log.error(line, 'mail was given up; see readr mail list')
    await markGivenUp(mail.id, problem, new Date(now))
    return
  }
  log.warn(line, 'mail was not taken')
  await markRefused(mail.id, problem, new Date(now + waitAfterTry(mail.tries)))
}

/**
 * Whether a mail may go out now. If its recipient has had too many of its kind, it waits or is
 * dropped. Mail that is tried again has been counted.
 */
async function isWithinCaps(mail: DueMail, now: Date): Promise<boolean> {
  if (mail.tries > 1) return true
  const kind = (mail.kind ?? 'notice') as MailKind
  const until = await countMail(kind, mail.recipient, now)
  if (until === null) return true
  const { over } = MAIL_CAPS[kind]
  const isDropped = over === 'drop' || (over === 'wait-once' && (await isWaitingTwice(mail, now)))
  if (isDropped) {
    log.warn({ mail: mail.id, kind }, 'mail was dropped: its recipient had too many of its kind')
    countDroppedMail(kind)
    await dropMail(mail.id)
  } else {
    log.info({ mail: mail.id, kind, until }, 'mail waits: its recipient had too many of its kind')
    await postponeMail(mail.id, until)
  }
  return false
}

/** Sends everything that is due. In demo mode it lands in the mailbox at /dev/mail. */
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

/** Has measured what waits in the outbox. */
export function measureOutbox(): void {
  measure('readr_outbox_mails', 'Mails that wait to be sent.', 'state', async () => {
    const { waiting, refused } = await waitingMail()
    return { new: waiting - refused, refused }
  })
  measure(
    'readr_outbox_oldest_seconds',
    'Age of the oldest mail that waits; 0 when none does.',
    'state',
    async () => {
      const { since } = await waitingMail()
      return { waiting: since ? (Date.now() - since.getTime()) / 1000 : 0 }
    },
  )
}
