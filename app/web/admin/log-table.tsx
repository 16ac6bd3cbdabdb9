import { toTheMinute } from '../../admin/rules/publication.ts'
import { Table } from './page.tsx'

interface Line {
  id: number
  at: Date
  actor: string | null
  actorId: number
  action: string
  subject: string | null
  subjectId: number
  subjectPath: string
  detail: string
}

/** What administrators did, as a table. */
export function LogTable({ lines }: { lines: Line[] }) {
  if (lines.length === 0) return <p className="mt-6 text-soft">Nothing has been done yet.</p>
  return (
    <Table caption="What administrators did" head={['When (UTC)', 'Who', 'What', 'About']}>
      {lines.map((line) => (
        <tr key={line.id}>
          <td className="whitespace-nowrap">
            <time dateTime={line.at.toISOString()}>{toTheMinute(line.at)}</time>
          </td>
          <td>{line.actor ?? `Account ${line.actorId} (deleted)`}</td>
          <td>
            {line.action}
            {line.detail && ` (${line.detail})`}
          </td>
          <td>
            {line.subject ? (
              <a href={line.subjectPath} className="text-link">
                {line.subject}
              </a>
            ) : (
              `${line.subjectId} (deleted)`
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}
