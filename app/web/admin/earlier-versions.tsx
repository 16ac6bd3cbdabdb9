import { isoMinute } from '../../admin/rules/dates.ts'
import type { NamedRevision } from '../../admin/service/named-revisions.server.ts'
import { AdminTable } from './admin-page.tsx'
import { PostForm } from '../ui/post-form.tsx'

/** The earlier versions of a book or collection, each with a form that restores it. */
export function EarlierVersions({ revisions }: { revisions: NamedRevision[] }) {
  const head = ['Replaced (UTC)', 'Replaced by', 'Restore']
  const hasCorrections = revisions.some(({ correction }) => correction)
  return (
    <>
      <h2 className="mt-12 text-2xl">Earlier versions</h2>
      {revisions.length === 0 ? (
        <p className="mt-4 text-soft">There are no earlier versions yet.</p>
      ) : (
        <AdminTable
          caption="Earlier versions"
          head={hasCorrections ? [...head, 'Correction'] : head}
        >
          {revisions.map((revision) => (
            <tr key={revision.id}>
              <td>{isoMinute(revision.replacedAt)}</td>
              <td>{revision.by}</td>
              <td>
                <RestoreForm revision={revision.id} />
              </td>
              {hasCorrections && <td>{revision.correction}</td>}
            </tr>
          ))}
        </AdminTable>
      )}
    </>
  )
}

function RestoreForm({ revision }: { revision: number }) {
  return (
    <PostForm>
      <input type="hidden" name="revision" value={revision} />
      <button type="submit" name="intent" value="restore" className="text-link">
        Restore
        <span className="sr-only"> version {revision}</span>
      </button>
    </PostForm>
  )
}
