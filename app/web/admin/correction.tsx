import { useForm } from '@conform-to/react'
import { isoDay } from '../../admin/rules/dates.ts'
import { answerReport, reportDetails } from '../../admin/service/answer-report.server.ts'
import {
  formHeaders,
  readForm,
  submitForm,
  type Refused,
} from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { reportAnswerForm } from '../../reading/schema/corrections.ts'
import { Field, FormBanner } from '../ui/field.tsx'
import { Callout } from '../ui/callout.tsx'
import { AdminPage } from './admin-page.tsx'
import { idInAddress } from './id-in-address.ts'
import { InputField } from './input-field.tsx'
import { redirectWithFlashMessage } from './flash-messages.ts'
import { errorPageOnDomainError } from '../shell/error-page-on-domain-error.ts'
import { ReportArticle } from './report-article.tsx'
import type { Route } from './+types/correction'
import { LineLink, SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Report about ${loaderData?.report.book.title ?? 'a book'} · Administration · Readr` },
]

export function loader({ params }: Route.LoaderArgs) {
  return errorPageOnDomainError(reportDetails(idInAddress(params)))
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const { user, session } = requireReader(context, url)
  const id = idInAddress(params)
  return submitForm(await readForm(request), reportAnswerForm, async (input) => {
    await answerReport(user.id, id, input)
    return redirectWithFlashMessage(session.id, '/admin/corrections', 'report-answered')
  })
}

export default function CorrectionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { report, corrections } = loaderData
  const { book } = report
  return (
    <AdminPage at="/admin/corrections" title={`Report about ${book.title}`}>
      <ReportArticle report={report} heading={null} />
      <p className="mt-4">
        <LineLink href={`/admin/books/${book.slug}`}>Edit {book.title}</LineLink>
      </p>
      {report.status === 'open' ? (
        <AnswerForm corrections={corrections} refused={actionData} />
      ) : (
        actionData && <NotAnswered refused={actionData} />
      )}
    </AdminPage>
  )
}

/** Someone else has answered in the meantime. The refused answer is shown, so that it can be copied. */
function NotAnswered({ refused: { result } }: { refused: Refused }) {
  return (
    <Callout isProblem className="mt-6">
      <p>{Object.values(result.error ?? {}).flat()[0]} Your answer was not sent:</p>
      <p className="mt-3 whitespace-pre-wrap">{`${result.initialValue?.['answer'] ?? ''}`}</p>
    </Callout>
  )
}

interface AnswerFormProps {
  corrections: Route.ComponentProps['loaderData']['corrections']
  refused: Route.ComponentProps['actionData']
}

function AnswerForm({ corrections, refused }: AnswerFormProps) {
  const [form, fields] = useForm<{ answer: string; outcome: string; revision: string }>({
    id: 'answer-report',
    lastResult: refused?.result ?? null,
  })
  return (
    <PostForm noValidate className="mt-6 grid max-w-xl grid-cols-1 gap-5">
      <FormBanner id="answer-message" message={form.errors?.[0] ?? fields.outcome.errors?.[0]} />
      <InputField
        name="revision"
        label="The change that corrects it (optional)"
        problems={fields.revision.errors}
      >
        {(attributes) => (
          <select {...attributes} defaultValue={fields.revision.initialValue}>
            <option value="">None</option>
            {corrections.map(({ revision, replacedAt, correction }) => (
              <option key={revision} value={revision}>
                {isoDay(replacedAt)}: {correction}
              </option>
            ))}
          </select>
        )}
      </InputField>
      <Field
        field={fields.answer as never}
        label="Answer, which the reader gets with our thanks by email"
        type="textarea"
        takesFocus={fields.answer.errors !== undefined}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton name="outcome" value="corrected">
          Corrected
        </SubmitButton>
        <SubmitButton name="outcome" value="declined" look="quiet">
          Decline
        </SubmitButton>
      </div>
    </PostForm>
  )
}
