import { isoMinute } from '../../admin/rules/dates.ts'
import type { LogLine } from '../../admin/service/load-log.server.ts'
import { AdminList } from './admin-page.tsx'

export function LogTable({ lines, next = null }: { lines: LogLine[]; next?: string | null }) {
  return (
    <AdminList
      caption="Administrator activity"
      rows={lines.map((line) => ({
        'Time (UTC)': (
          <time className="whitespace-nowrap" dateTime={line.at.toISOString()}>
            {isoMinute(line.at)}
          </time>
        ),
        Administrator: line.actor ?? `Account ${line.actorId} (deleted)`,
        Action: line.detail ? `${line.action} (${line.detail})` : line.action,
        Subject: line.subject
          ? { href: line.subjectPath, text: line.subject }
          : `${line.subjectId} (deleted)`,
      }))}
      empty="No activity yet."
      next={next}
    />
  )
}
