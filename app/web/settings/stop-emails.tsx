import { data, redirect } from 'react-router'
import { readForm } from '../../middleware/form-action.server.ts'
import {
  kindOfStopPath,
  remindersPath,
  type Stoppable,
} from '../../reading/rules/reminders/address.ts'
import { saveBookRequestEmails } from '../../accounts/service/save-preferences.server.ts'
import { stopDigest } from '../../reading/service/reminders/digest-choice.server.ts'
import { readerOfStopToken } from '../../reading/service/reminders/stop-token.server.ts'
import { stopEmails } from '../../reading/service/review/review-email-choice.server.ts'
import '../review/review.css'
import type { Route } from './+types/stop-emails'
import { SubmitButton, TextLink } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export const handle = { withoutScripts: true }

/** In the address: the emails were stopped. */
const STOPPED = 'stopped'

const TEXTS = {
  review: {
    title: 'Stop Review Emails',
    question: 'Stop the review emails?',
    button: 'Stop the emails',
    before: 'Your cards stay, and you can turn the emails on again anytime.',
    done: 'No more review emails',
    after: 'Your cards are still there whenever you want them.',
  },
  digest: {
    title: 'Stop the Digest',
    question: 'Stop the digest?',
    button: 'Stop the digest',
    before: 'You can turn it on again anytime.',
    done: 'No more digests',
    after: 'Your highlights and My List are still there.',
  },
  request: {
    title: 'Stop Emails About Requests',
    question: 'Stop the emails about requests?',
    button: 'Stop the emails',
    before:
      'Your votes stay. If you vote for another book, we’ll email you when its summary is ready.',
    done: 'No more emails about requests',
    after: 'Your votes still count.',
  },
} satisfies Record<Stoppable, Record<string, string>>

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? TEXTS[loaderData.kind].title : 'Page Not Found'} · Readr` },
  { name: 'robots', content: 'noindex' },
]

function readerOf(kind: Stoppable, token: string): number {
  const reader = readerOfStopToken(kind, token)
  if (reader === null) throw data(null, { status: 404 })
  return reader
}

/** Opening the link changes nothing, because email programs also open links. */
export function loader({ url, params }: Route.LoaderArgs) {
  const kind = kindOfStopPath(url.pathname)
  readerOf(kind, params.token)
  return { kind, isStopped: url.searchParams.has(STOPPED) }
}

/** The page's button, or the one-click request of an email client (RFC 8058). */
export async function action({ request, url, params }: Route.ActionArgs) {
  const form = await readForm(request)
  const kind = kindOfStopPath(url.pathname)
  const reader = readerOf(kind, params.token)
  if (kind === 'digest') await stopDigest(reader)
  else if (kind === 'request') await saveBookRequestEmails(reader, false)
  else await stopEmails(reader)
  // RFC 8058 forbids to answer an email client with a redirect.
  return form.has('List-Unsubscribe') ? null : redirect(`?${STOPPED}`, 303)
}

export default function StopEmailsPage({ loaderData }: Route.ComponentProps) {
  const texts = TEXTS[loaderData.kind]
  return (
    <div className="review review-end">
      {loaderData.isStopped ? (
        <>
          <h1 className="page-title">{texts.done}</h1>
          <p className="lead">
            {texts.after} <TextLink href={remindersPath}>Change your settings</TextLink>
          </p>
        </>
      ) : (
        <>
          <h1 className="page-title">{texts.question}</h1>
          <p className="lead">{texts.before}</p>
          <PostForm>
            <SubmitButton look="large">{texts.button}</SubmitButton>
          </PostForm>
        </>
      )}
    </div>
  )
}
