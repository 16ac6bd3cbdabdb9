import { data, redirect } from 'react-router'
import { z } from 'zod'
import { AccountForm } from '../accounts/account-form.tsx'
import { longDate } from '../../billing/rules/format.ts'
import {
  formHeaders,
  readForm,
  type Refused,
  submitForm,
} from '../../middleware/form-action.server.ts'
import { requireReader } from '../../middleware/guards.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { deleteInput, grantInput, readerIntent } from '../../admin/schema/readers.ts'
import { rowId } from '../../admin/schema/list-query.ts'
import { logPage } from '../../admin/service/log.server.ts'
import {
  deleteReader,
  grantUntil,
  readerDetails,
  revokeGrant,
  signOutEverywhere,
} from '../../admin/service/readers.server.ts'
import { LogTable } from './log-table.tsx'
import { AdminPage } from './page.tsx'
import type { Route } from './+types/reader'

export const handle = { withoutScripts: true }

export const headers = formHeaders

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.reader.email ?? 'Reader'} · Administration · Readr` },
]

/** What was done, said once after the redirect. */
const DONE = {
  grant: 'Full access is granted.',
  revoke: 'The gift is taken back.',
  'sign-out': 'The reader is signed out on all devices.',
} as const

function idIn(params: { id: string }): number {
  const { data: id } = rowId.safeParse(params.id)
  if (id === undefined) throw data(null, { status: 404 })
  return id
}

export async function loader({ params, url }: Route.LoaderArgs) {
  const id = idIn(params)
  const [details, { lines }] = await Promise.all([
    readerDetails(id).catch((error: unknown) => {
      if (error instanceof DomainError) throw data(null, { status: error.status })
      throw error
    }),
    logPage(null, { subjectKind: 'reader', subjectId: id }),
  ])
  const done = url.searchParams.get('done')
  const { reader, devices } = details
  const { source, label, planName, currentPeriodEnd, endsAt, cancelAtPeriodEnd, lastPayment } =
    details.subscription
  return {
    reader,
    devices,
    subscription: {
      source,
      label,
      planName,
      currentPeriodEnd,
      endsAt,
      cancelAtPeriodEnd,
      lastPayment,
    },
    lines,
    done: done && Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE] : null,
  }
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const { user } = requireReader(context, url)
  const id = idIn(params)
  const form = await readForm(request)
  const { data: intent } = readerIntent.safeParse(form.get('intent'))
  if (!intent) throw data(null, { status: 400 })
  const doneWith = (what: keyof typeof DONE) => redirect(`/admin/readers/${id}?done=${what}`, 303)
  const answer = await runIntent(intent)
  return answer instanceof Response ? answer : { ...answer, data: { ...answer.data, intent } }

  function runIntent(chosen: z.output<typeof readerIntent>) {
    switch (chosen) {
      case 'grant':
        return submitForm(form, grantInput, async ({ until }) => {
          await grantUntil(user.id, id, until)
          return doneWith('grant')
        })
      case 'revoke':
        return submitForm(form, z.object({}), async () => {
          await revokeGrant(user.id, id)
          return doneWith('revoke')
        })
      case 'sign-out':
        return submitForm(form, z.object({}), async () => {
          await signOutEverywhere(user.id, id)
          return doneWith('sign-out')
        })
      case 'delete':
        return submitForm(form, deleteInput, async ({ confirm }) => {
          await deleteReader(user.id, id, confirm)
          return redirect('/admin/readers?done=deleted', 303)
        })
    }
  }
}

const SOURCES = {
  stripe: 'Stripe',
  mobile: 'a mobile app',
  complimentary: 'complimentary access',
  admin: 'the role',
} as const

export default function ReaderPage({ loaderData, actionData }: Route.ComponentProps) {
  const { reader, subscription, devices, lines, done } = loaderData
  const refusedFor = (intent: string): Refused | undefined =>
    actionData?.intent === intent ? actionData : undefined
  const facts: [string, string][] = [
    ['Name', reader.name],
    ['Role', reader.role],
    ['Subscription', subscription.label],
    ['Access by', subscription.source ? SOURCES[subscription.source] : 'nothing'],
    ['Plan', subscription.planName ?? 'none'],
    [
      subscription.cancelAtPeriodEnd ? 'Canceled, ends' : 'Period ends',
      subscription.currentPeriodEnd ? longDate(subscription.currentPeriodEnd) : 'no period',
    ],
    ['Access ends', subscription.endsAt ? longDate(subscription.endsAt) : 'not by itself'],
    [
      'Last payment',
      subscription.lastPayment
        ? `$${(subscription.lastPayment.cents / 100).toFixed(2)} on ${longDate(subscription.lastPayment.at)}`
        : 'none',
    ],
    ['Signed-in devices', String(devices)],
  ]
  return (
    <AdminPage at="/admin/readers" title={reader.email} done={actionData ? null : done}>
      <dl className="mt-6 grid gap-x-8 sm:grid-cols-[8rem_1fr] sm:gap-y-2 [&_dd]:max-sm:mb-3">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-10 grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <section className="rounded-xl bg-sunk p-5" aria-labelledby="grant-title">
          <h2 id="grant-title" className="mb-4 text-2xl">
            Complimentary access
          </h2>
          <AccountForm
            id="grant"
            intent="grant"
            submit="Grant full access"
            refused={refusedFor('grant')}
            fields={[{ name: 'until', label: 'Last day (UTC)', type: 'date' }]}
          />
          {subscription.source === 'complimentary' && (
            <div className="mt-4">
              <AccountForm
                id="revoke"
                intent="revoke"
                submit="Take it back"
                refused={refusedFor('revoke')}
                fields={[]}
              />
            </div>
          )}
        </section>
        <section className="rounded-xl bg-sunk p-5" aria-labelledby="sign-out-title">
          <h2 id="sign-out-title" className="mb-4 text-2xl">
            Sign out everywhere
          </h2>
          <p className="mb-4">Ends the sessions of all browsers and apps. The password stays.</p>
          <AccountForm
            id="sign-out"
            intent="sign-out"
            submit="Sign out everywhere"
            refused={refusedFor('sign-out')}
            fields={[]}
          />
        </section>
        <section className="rounded-xl bg-sunk p-5" aria-labelledby="delete-title">
          <h2 id="delete-title" className="mb-4 text-2xl">
            Delete the account
          </h2>
          <p className="mb-4">
            Ends the subscription, if there is one, and deletes everything that is stored with the
            account, at once and for good.
          </p>
          <AccountForm
            id="delete"
            intent="delete"
            submit="Delete the account"
            isFinal
            refused={refusedFor('delete')}
            fields={[
              { name: 'confirm', label: 'The account’s address, typed again', type: 'email' },
            ]}
          />
        </section>
      </div>
      <h2 className="mt-12 text-2xl">What administrators did here</h2>
      <LogTable lines={lines} />
    </AdminPage>
  )
}
