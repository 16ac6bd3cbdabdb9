import { isoMinute } from '../../admin/rules/dates.ts'
import type { Report } from '../../admin/service/answer-report.server.ts'
import { TextLink } from '../ui/controls.tsx'

interface ReportArticleProps {
  report: Report
  /** The level of its heading. */
  heading: React.ReactNode
  children?: React.ReactNode
}

/** What a reader reported, and the editor’s answer. */
export function ReportArticle({ report, heading, children }: ReportArticleProps) {
  const { userId, email, reportedAt, passage, problem, source, status, answer, answeredAt } = report
  return (
    <article className="report">
      {heading}
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
