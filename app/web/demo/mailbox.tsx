import { data } from 'react-router'
import { recentEmails } from '../../platform/email/store.server.ts'
import { env } from '../../platform/env.server.ts'
import type { Route } from './+types/mailbox'

export const handle = { withoutScripts: true }

export const meta = () => [
  { title: 'Mailbox · Readr demo' },
  { name: 'robots', content: 'noindex' },
]

const SHOWN = 50

/** November 21, 2026 at 7:55 PM UTC. */
const longMoment = (moment: string) =>
  `${new Date(moment).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

/** The mail that demo mode would have sent. There is no such address outside of it. */
export async function loader() {
  if (!env().isDemo) throw data(null, { status: 404 })
  const mails = await recentEmails(SHOWN)
  return {
    mails: mails.map(({ id, recipient, subject, text, createdAt }) => ({
      id,
      recipient,
      subject,
      text,
      sent: createdAt.toISOString(),
    })),
  }
}

/** A mail's text in which addresses can be pressed. */
const linked = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <a key={at} href={part} className="text-link">
        {part}
      </a>
    ),
  )

export default function MailboxPage({ loaderData: { mails } }: Route.ComponentProps) {
  return (
    <div className="wrap max-w-3xl pt-10 pb-24">
      <h1 className="page-title">Mailbox</h1>
      <p className="mt-3 text-soft">
        Demo mode sends no mail. What it would have sent is here, the newest first.
      </p>
      {mails.length === 0 && <p className="mt-8">No mail yet.</p>}
      {mails.map((mail) => (
        <article key={mail.id} className="mt-6 rounded-xl bg-sunk p-5">
          <h2 className="text-xl">{mail.subject}</h2>
          <p className="text-sm text-soft">
            to {mail.recipient}, <time dateTime={mail.sent}>{longMoment(mail.sent)}</time>
          </p>
          <pre className="mt-3 font-sans text-sm whitespace-pre-wrap">{linked(mail.text)}</pre>
          <a href={`/dev/mail/${mail.id}`} className="text-link mt-2 inline-block">
            As a mail client shows it<span className="sr-only">: {mail.subject}</span>
          </a>
        </article>
      ))}
    </div>
  )
}
