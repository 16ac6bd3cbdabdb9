import { isoMinute } from '../../admin/rules/dates.ts'
import type { Report } from '../../admin/service/answer-report.server.ts'
import { TextLink } from '../ui/controls.tsx'

interface ReportArticleProps {
  report: Report
  hasHeading?: boolean
  children?: React.ReactNode
}

export function ReportArticle({ report, hasHeading = false, children }: ReportArticleProps) {
  const { userId, email, reportedAt, passage, problem, source, status, answer, answeredAt } = report
  return (
    <article className="report">
      {hasHeading && <h3 className="text-xl">{report.book.title}</h3>}
      <p className="text-sm text-soft wrap-anywhere">
        <TextLink href={`/admin/readers/${userId}`}>{email}</TextLink>, {isoMinute(reportedAt)} UTC
      </p>
      <blockquote className="report-text report-passage font-serif" dir="auto">
        {passage}
      </blockquote>
      <p className="report-text" dir="auto">
        {problem}
      </p>
      {source !== null && (
        <p className="report-text text-soft" dir="auto">
          Source: {source}
        </p>
      )}
      {answeredAt && (
        <div className="text-soft">
          <p className="font-semibold">
            {status === 'corrected' ? 'Corrected' : 'Declined'}, {isoMinute(answeredAt)} UTC
          </p>
          <p className="report-text">{answer}</p>
          {report.correction !== null && (
            <p className="report-text">Correction: {report.correction}</p>
          )}
        </div>
      )}
      {children}
    </article>
  )
}
