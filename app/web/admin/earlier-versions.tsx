import { isoMinute } from '../../admin/rules/dates.ts'
import type { NamedRevision } from '../../admin/service/named-revisions.server.ts'
import { AdminList } from './admin-page.tsx'
import { SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

/** The earlier versions of a book or collection, each with a form that restores it. */
export function EarlierVersions({ revisions }: { revisions: NamedRevision[] }) {
  const hasCorrections = revisions.some(({ correction }) => correction)
  return (
    <>
      <h2 className="mt-12 text-2xl">Earlier versions</h2>
      <AdminList
        caption="Earlier versions"
        rows={revisions.map(({ id, replacedAt, by, correction }) => ({
          'Replaced (UTC)': isoMinute(replacedAt),
          'Replaced by': by,
          Restore: (
            <PostForm>
              <input type="hidden" name="revision" value={id} />
              <SubmitButton intent="restore" look="link">
                Restore<span className="sr-only"> version {id}</span>
              </SubmitButton>
            </PostForm>
          ),
          ...(hasCorrections && { Correction: correction }),
        }))}
        empty="There are no earlier versions yet."
      />
    </>
  )
}
