import { useForm } from '@conform-to/react'
import type { z } from 'zod'
import { LIMITS } from '../../accounts/rules/rate-limits.ts'
import { takeFlashMessage } from '../../accounts/service/flash-message.server.ts'
import { consumeAttempt } from '../../accounts/service/rate-limits.server.ts'
import { correctionPath, summaryPath } from '../../catalogue/rules/addresses.ts'
import { requestContextOf } from '../../middleware/request/context.server.ts'
import {
  redirectWithText,
  formHeaders,
  readForm,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { readerOfForm } from '../../middleware/require-reader.server.ts'
import { reportForm } from '../../reading/schema/corrections.ts'
import { reportMistake } from '../../reading/service/report-mistake.server.ts'
import { bookOr404 } from '../catalogue/book-or-404.server.ts'
import { LogInFirst } from '../accounts/log-in-first.tsx'
import { Field } from '../ui/field.tsx'
import { FieldForm, focusFirstError } from '../ui/field-form.tsx'
import { Callout } from '../ui/callout.tsx'
import type { Route } from './+types/report-mistake'
import { ButtonLink, LineLink, SubmitButton } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData
      ? `Report a mistake in ${loaderData.book.title} · Readr`
      : 'Page Not Found · Readr',
  },
  { name: 'robots', content: 'noindex' },
]

const THANKS = 'Thank you. An editor will check it, and we’ll email you what we did.'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { slug, title } = await bookOr404(params.slug)
  const { signedIn } = requestContextOf(context)
  const message = signedIn && (await takeFlashMessage(signedIn.session.id))
  return { book: { slug, title }, isSignedIn: signedIn !== null, isSent: message?.text === THANKS }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const path = correctionPath(params.slug)
  const { user, session } = readerOfForm(context, path)
  return submitForm(await readForm(request), reportForm, async (report) => {
    const book = await bookOr404(params.slug)
    await consumeAttempt([{ limit: LIMITS.correctionReports, by: String(user.id) }])
    await reportMistake(user.id, book.id, report)
    return redirectWithText(session.id, path, THANKS)
  })
}

export default function ReportMistakePage({ loaderData, actionData }: Route.ComponentProps) {
  const { book, isSignedIn } = loaderData
  const isSent = loaderData.isSent && !actionData
  return (
    <div className="wrap max-w-3xl pt-10 pb-24">
      <p className="mb-2">
        <LineLink href={summaryPath(book.slug)}>{book.title}</LineLink>
      </p>
      <h1 className="page-title">Report a mistake</h1>
      {isSent ? (
        <>
          <Callout className="mt-6">{THANKS}</Callout>
          <p className="mt-6 flex flex-wrap gap-3">
            <ButtonLink href={summaryPath(book.slug)}>Back to the summary</ButtonLink>
            <ButtonLink href={correctionPath(book.slug)} look="quiet">
              Report another
            </ButtonLink>
          </p>
        </>
      ) : (
        <>
          <p className="lead mt-3">
            Tell us what is wrong in our summary of {book.title}. An editor checks every report and
            answers by email.
          </p>
          {isSignedIn ? (
            <ReportForm refused={actionData} />
          ) : (
            <LogInFirst back={correctionPath(book.slug)}>
              Please log in first, so that we can answer you. You’ll come back here.
            </LogInFirst>
          )}
        </>
      )}
    </div>
  )
}

function ReportForm({ refused }: { refused: Route.ComponentProps['actionData'] }) {
  const [form, fields] = useForm<z.input<typeof reportForm>>({
    id: 'report',
    lastResult: refused?.result ?? null,
  })
  const focus = focusFirstError([fields.passage, fields.problem, fields.source])
  return (
    <FieldForm id={form.id} problem={form.errors?.[0]}>
      <Field
        field={fields.passage}
        label="The passage or the idea"
        type="textarea"
        {...focus(fields.passage)}
      />
      <Field
        field={fields.problem}
        label="What is wrong?"
        type="textarea"
        {...focus(fields.problem)}
      />
      <Field
        field={fields.source}
        label="Where can we check it? A page or a link (optional)"
        {...focus(fields.source)}
      />
      <SubmitButton look="large" className="justify-self-start">
        Send
      </SubmitButton>
    </FieldForm>
  )
}
