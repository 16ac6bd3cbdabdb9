import { AdminSection } from './admin-page.tsx'
import { AccountForm } from '../accounts/account-form.tsx'
import type { Refused } from '../../middleware/form-action.server.ts'
import { isoMinute } from '../../admin/rules/dates.ts'
import type { PublicationState } from '../../admin/rules/publication.ts'
import { SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

const STATE_TEXTS: Record<PublicationState['state'], (time: string) => string> = {
  published: (time) => `Published on ${time} UTC.`,
  scheduled: (time) => `Only administrators can see this book until ${time} UTC.`,
  withdrawn: (time) =>
    `Withdrawn on ${time} UTC. Only administrators can see this book. When you return it, readers who saved it will see it again.`,
}

export function PublicationForms({
  publication,
  publishedAt,
  refused,
}: {
  publication: PublicationState
  publishedAt: Date
  refused: Refused | undefined
}) {
  const isWithdrawn = publication.state === 'withdrawn'
  return (
    <AdminSection id="publication" title="Publication">
      <p className="mb-5">{STATE_TEXTS[publication.state](isoMinute(publication.at))}</p>
      <AccountForm
        intent="publish"
        submit="Save date"
        refused={refused}
        values={{ at: publishedAt.toISOString().slice(0, 16) }}
        fields={[{ name: 'at', label: 'Publication date (UTC)', type: 'datetime-local' }]}
      />
      <PostForm className="mt-5">
        <input type="hidden" name="withdrawn" value={String(!isWithdrawn)} />
        <SubmitButton intent="withdraw" look="quiet">
          {isWithdrawn ? 'Return to the catalogue' : 'Withdraw'}
        </SubmitButton>
      </PostForm>
    </AdminSection>
  )
}
