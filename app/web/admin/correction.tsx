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
import { AdminForm } from './admin-form.tsx'
import { Callout } from '../ui/callout.tsx'
import { AdminPage } from './admin-page.tsx'
import { idInAddress } from './id-in-address.ts'
import { redirectWithFlashMessage } from './flash-messages.ts'
import { errorPageOnDomainError } from '../shell/error-page-on-domain-error.ts'
import { ReportArticle } from './report-article.tsx'
import type { Route } from './+types/correction'
import { LineLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const headers = formHeaders

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
      <ReportArticle report={report} />
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
  return (
    <AdminForm
      id="answer"
      refused={refused}
      className="mt-6 max-w-xl"
      message={refused?.result.error?.['outcome']?.[0]}
      fields={[
        {
          name: 'revision',
          label: 'The change that corrects it (optional)',
          options: [
            ['', 'None'],
            ...corrections.map(
              ({ revision, replacedAt, correction }) =>
                [revision, `${isoDay(replacedAt)}: ${correction}`] as const,
            ),
          ],
        },
        {
          name: 'answer',
          label: 'Answer, which the reader gets with our thanks by email',
          rows: 6,
        },
      ]}
      buttons={[
        { name: 'outcome', value: 'corrected', children: 'Corrected' },
        { name: 'outcome', value: 'declined', look: 'quiet', children: 'Decline' },
      ]}
    />
  )
}
