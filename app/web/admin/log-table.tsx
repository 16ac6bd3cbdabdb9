import { isoMinute } from '../../admin/rules/dates.ts'
import type { LogLine } from '../../admin/service/load-log.server.ts'
import { AdminTable } from './admin-page.tsx'
import { TextLink } from '../ui/controls.tsx'

export function LogTable({ lines }: { lines: LogLine[] }) {
  if (lines.length === 0) return <p className="mt-6 text-soft">No activity yet.</p>
  return (
    <AdminTable
      caption="Administrator activity"
      head={['Time (UTC)', 'Administrator', 'Action', 'Subject']}
    >
      {lines.map((line) => (
        <tr key={line.id}>
          <td className="whitespace-nowrap">
            <time dateTime={line.at.toISOString()}>{isoMinute(line.at)}</time>
          </td>
          <td>{line.actor ?? `Account ${line.actorId} (deleted)`}</td>
          <td>
            {line.action}
            {line.detail && ` (${line.detail})`}
          </td>
          <td>
            {line.subject ? (
              <TextLink href={line.subjectPath}>{line.subject}</TextLink>
            ) : (
              `${line.subjectId} (deleted)`
            )}
          </td>
        </tr>
      ))}
    </AdminTable>
  )
}
