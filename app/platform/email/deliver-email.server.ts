import { createHash } from 'node:crypto'
import type { Transporter } from 'nodemailer'
import { env } from '../env.server.ts'
import { log } from '../log.server.ts'
import { countDroppedEmail, newCounter } from '../metrics.server.ts'
import type { TracedOperation } from '../trace.ts'
import { inSpan } from '../tracing.server.ts'
import { attachmentOf } from './attachments.server.ts'
import { countEmail, EMAIL_CAPS } from './recipient-caps.server.ts'
import { isGone, isPermanentRefusal, type SmtpError } from './refusals.ts'
import {
  BULK_KINDS,
  deleteEmail,
  type DueEmail,
  type EmailKind,
  hasWaitingDuplicate,
  markAddressRefused,
  markFailed,
  markSent,
  postponeEmail,
  scheduleRetry,
} from './outbox-store.server.ts'

/** The wait between tries doubles from the first to the longest. */
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 6 * 3_600_000
/** An email that no server has accepted for this long fails, as is usual among mail servers. */
export const FAIL_AFTER_MS = 5 * 86_400_000
/** Connections that bulk email keeps open: at 80 ms for a message, they carry 250 a second. */
const BULK_CONNECTIONS = 20

const countOutcome = newCounter(
  'readr_emails_total',
  'Emails that were due, by what happened; a refused one is tried again, a failed one is not.',
  'outcome',
  ['sent', 'postponed', 'refused', 'failed'],
)

/** Bulk email has separate connections, and a rate, so that other email does not wait for it. */
const transports: Partial<Record<'single' | 'bulk', Transporter>> = {}

async function transportFor(
  kind: string | null,
  smtpUrl: string,
  mailFrom: string,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const group = BULK_KINDS.some((bulk) => bulk === kind) ? 'bulk' : 'single'
  const pool = { pool: true, maxConnections: BULK_CONNECTIONS, maxMessages: 500 }
  const rate = { rateDelta: 1000, rateLimit: env().bulkEmailsPerSecond }
  return (transports[group] ??= createTransport(
    {
      url: smtpUrl,
      connectionTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(group === 'bulk' ? { ...pool, ...rate } : {}),
    } as never,
    { from: mailFrom },
  ))
}

function sendSpan(smtpUrl: string, kind: string | null): TracedOperation {
  const { hostname, port } = new URL(smtpUrl)
  return {
    name: 'send email',
    attributes: {
      'network.protocol.name': 'smtp',
      'server.address': hostname,
      ...(port === '' ? {} : { 'server.port': Number(port) }),
      'readr.email.kind': kind ?? 'notice',
    },
  }
}

/** The wait after the nth failed try, counted from 1. */
export function waitAfterTry(tries: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
}

async function handleSendError(email: DueEmail, error: unknown): Promise<void> {
  const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500)
  // Servers repeat the refused address, which must not be logged.
  const redacted = problem.replace(/[^\s<>@]+@[^\s<>]+/g, '…')
  const line = { email: email.id, tries: email.tries, problem: redacted }
  const now = Date.now()
  const isTooOld = now - email.createdAt.getTime() >= FAIL_AFTER_MS
  const attachment = email.attachment === null ? null : attachmentOf(email.attachment)
  if (isTooOld || isPermanentRefusal(error as SmtpError)) {
    log.error(line, 'email failed; see readr mail list')
    if (isGone(error as SmtpError)) await markAddressRefused(email.recipient, new Date(now))
    await attachment?.report('failed', new Date(now))
    if (attachment) await deleteEmail(email.id)
    else await markFailed(email.id, problem, new Date(now))
    countOutcome('failed')
    return
  }
  await attachment?.report('refused', new Date(now))
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

/** The headers with which email clients offer to unsubscribe with one click (RFC 8058). */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

async function isUseless({ id, kind, createdAt }: DueEmail, now: Date): Promise<boolean> {
  const { uselessAfterMs = Infinity } = EMAIL_CAPS[(kind ?? 'notice') as EmailKind]
  if (now.getTime() - createdAt.getTime() < uselessAfterMs) return false
  log.warn({ email: id, kind }, 'email dropped: too late')
  countDroppedEmail(kind as EmailKind)
  await deleteEmail(id)
  return true
}

/**
 * The same for every try. If the process dies after the mail server has accepted an email, it is sent
 * again, and mail servers recognize the copy.
 */
function messageIdOf({ id, recipient, createdAt }: DueEmail, mailFrom: string): string {
  const digest = createHash('sha256').update(`${id} ${recipient} ${createdAt.getTime()}`)
  const domain = /@([^\s>]+)/.exec(mailFrom)?.[1] ?? 'localhost'
  return `<${digest.digest('hex').slice(0, 32)}@${domain}>`
}

/** Sends an email that this process has claimed. In demo mode it appears in the mailbox at /dev/mail. */
export async function deliverEmail(email: DueEmail): Promise<void> {
  const now = new Date()
  if ((await isUseless(email, now)) || !(await isWithinCaps(email, now))) return
  try {
    const attachment = email.attachment === null ? null : attachmentOf(email.attachment)
    const file = (await attachment?.make()) ?? null
    if (attachment && !file) {
      await attachment.report('withheld', new Date())
      await deleteEmail(email.id)
      return
    }
    const { smtpUrl, mailFrom } = env()
    if (smtpUrl !== undefined) {
      const { recipient: address, subject, text, html, unsubscribeUrl } = email
      const message = {
        to: { name: '', address },
        from: mailFrom,
        subject,
        text,
        html,
        messageId: messageIdOf(email, mailFrom),
        ...(unsubscribeUrl && { headers: unsubscribeHeaders(unsubscribeUrl) }),
        attachments: file
          ? [{ filename: file.name, contentType: file.type, content: file.content }]
          : [],
      }
      await inSpan(
        () => sendSpan(smtpUrl, email.kind),
        async () => (await transportFor(email.kind, smtpUrl, mailFrom)).sendMail(message),
      )
    }
    const isDemo = smtpUrl === undefined
    await attachment?.report('sent', new Date())
    if ((email.isLast || attachment) && !isDemo) await deleteEmail(email.id)
    else await markSent(email.id, new Date(), isDemo)
    countOutcome('sent')
  } catch (error) {
    await handleSendError(email, error)
  }
}
