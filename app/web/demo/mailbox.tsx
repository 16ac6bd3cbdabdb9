import { data } from 'react-router'
import { recentEmails } from '../../platform/email/outbox-store.server.ts'
import { env } from '../../platform/env.server.ts'
import { allSampleEmails } from './sample-emails.server.ts'
import type { Route } from './+types/mailbox'
import './demo.css'
import { LineLink, TextLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const meta = () => [
  { title: 'Mailbox · Readr demo' },
  { name: 'robots', content: 'noindex' },
]

const SHOWN = 50

/** November 21, 2026 at 7:55 PM UTC. */
const longMoment = (moment: string) =>
  `${new Date(moment).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`

/** The email that the demo did not really send. */
export async function loader() {
  if (!env().isDemo) throw data(null, { status: 404 })
  const emails = await recentEmails(SHOWN)
  return {
    samples: Object.entries(allSampleEmails()).map(([name, { subject }]) => ({ name, subject })),
    emails: emails.map(({ id, recipient, subject, text, attachment, createdAt }) => ({
      id,
      recipient,
      subject,
      text,
      hasFile: attachment !== null,
      sent: createdAt.toISOString(),
    })),
  }
}

const linked = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <TextLink key={at} href={part}>
        {part}
      </TextLink>
    ),
  )

export default function MailboxPage({ loaderData: { emails, samples } }: Route.ComponentProps) {
  return (
    <div className="wrap max-w-3xl pt-10 pb-24">
      <h1 className="page-title">Mailbox</h1>
      <p className="mt-3 text-soft">
        The demo sends no email. Here is what it would have sent, newest first.
      </p>
      <details className="mt-4">
        <summary className="text-link inline-flex min-h-11 items-center">
          An example of every email
        </summary>
        <ul className="mt-2 gap-x-8 md:columns-2">
          {samples.map(({ name, subject }) => (
            <li key={name}>
              <LineLink href={`/dev/mail/${name}`}>{subject}</LineLink>
            </li>
          ))}
        </ul>
      </details>
      {emails.length === 0 && <p className="mt-8">No email yet.</p>}
      {emails.map((email) => (
        <article key={email.id} className="mt-6 rounded-xl bg-sunk p-5">
          <h2 className="text-xl">{email.subject}</h2>
          <p className="text-sm text-soft">
            to {email.recipient}, <time dateTime={email.sent}>{longMoment(email.sent)}</time>
          </p>
          <pre className="mailbox-text mt-3 font-sans text-sm">{linked(email.text)}</pre>
          <a href={`/dev/mail/${email.id}`} className="text-link mt-2 inline-block">
            View as HTML<span className="sr-only">: {email.subject}</span>
          </a>
          {email.hasFile && (
            <a
              href={`/dev/mail/${email.id}?file=1`}
              download
              className="text-link mt-2 ml-6 inline-block"
            >
              Attached file<span className="sr-only">: {email.subject}</span>
            </a>
          )}
        </article>
      ))}
    </div>
  )
}
