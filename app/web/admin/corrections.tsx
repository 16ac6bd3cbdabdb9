import { listQuery } from '../../admin/schema/list-query.ts'
import { reportsPage } from '../../admin/service/answer-report.server.ts'
import { AdminPage, NextPage } from './admin-page.tsx'
import { takeFlashText } from './flash-messages.ts'
import { ReportArticle } from './report-article.tsx'
import type { Route } from './+types/corrections'
import { ButtonLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export async function loader({ url, context }: Route.LoaderArgs) {
  const { after } = listQuery.parse(Object.fromEntries(url.searchParams))
  return { ...(await reportsPage(after)), flash: await takeFlashText(context) }
}

export default function CorrectionsPage({ loaderData }: Route.ComponentProps) {
  const { open, openCount, answered, next, flash } = loaderData
  return (
    <AdminPage at="/admin/corrections" title="Corrections" flash={flash}>
      <p className="lead mt-3">Mistakes that readers reported.</p>
      <h2 className="mt-12 text-2xl">Open ({openCount})</h2>
      {open.length === 0 && <p className="mt-4 text-soft">Nothing is waiting for an answer.</p>}
      {open.map((report) => (
        <ReportArticle key={report.id} report={report} hasHeading>
          <p>
            <ButtonLink href={`/admin/corrections/${report.id}`} look="quiet">
              Answer
              <span className="sr-only"> the report about {report.book.title}</span>
            </ButtonLink>
          </p>
        </ReportArticle>
      ))}
      {answered.length > 0 && (
        <>
          <h2 className="mt-12 text-2xl">Answered</h2>
          {answered.map((report) => (
            <ReportArticle key={report.id} report={report} hasHeading />
          ))}
        </>
      )}
      <NextPage href={next === null ? null : `/admin/corrections?after=${next}`} />
    </AdminPage>
  )
}
