import { Form } from 'react-router'
import { AccountForm } from '../accounts/account-form.tsx'
import type { Refused } from '../../middleware/form-action.server.ts'
import { type Publication, toTheMinute } from '../../admin/rules/publication.ts'

const SAYS: Record<Publication['state'], (moment: string) => string> = {
  published: (moment) => `Readers see it, since ${moment} UTC.`,
  scheduled: (moment) => `Nobody but administrators sees it until ${moment} UTC.`,
  withdrawn: (moment) =>
    `It was withdrawn on ${moment} UTC: nobody but administrators sees it. It stays on readers’ lists, unseen, and is there again when it is put back.`,
}

/** Whether readers see a book, and the forms that change it. */
export function PublicationForms({
  publication,
  publishedAt,
  refused,
}: {
  publication: Publication
  publishedAt: Date
  refused: Refused | undefined
}) {
  const isWithdrawn = publication.state === 'withdrawn'
  return (
    <section aria-labelledby="publication-title" className="min-w-0 rounded-xl bg-sunk p-5">
      <h2 id="publication-title" className="text-2xl">
        Publication
      </h2>
      <p className="mt-3 mb-5">{SAYS[publication.state](toTheMinute(publication.at))}</p>
      <AccountForm
        id="publish"
        intent="publish"
        submit="Set the date"
        refused={refused}
        values={{ at: publishedAt.toISOString().slice(0, 16) }}
        fields={[{ name: 'at', label: 'Published from (UTC)', type: 'datetime-local' }]}
      />
      <Form method="post" className="mt-5">
        <input type="hidden" name="withdrawn" value={String(!isWithdrawn)} />
        <button type="submit" name="intent" value="withdraw" className="button button-quiet">
          {isWithdrawn ? 'Put it back' : 'Withdraw it'}
        </button>
      </Form>
    </section>
  )
}
