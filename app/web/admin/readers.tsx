import { isoDay } from '../../admin/rules/dates.ts'
import { listQuery } from '../../admin/schema/list-query.ts'
import { readersPage } from '../../admin/service/find-readers.server.ts'
import { AdminList, AdminPage, SearchForm } from './admin-page.tsx'
import { takeFlashText } from './flash-messages.ts'
import type { Route } from './+types/readers'

export const handle = { withoutScripts: true }

export async function loader({ url, context }: Route.LoaderArgs) {
  const { search, after } = listQuery.parse(Object.fromEntries(url.searchParams))
  const { readers, next } = await readersPage(search, after)
  return {
    search,
    readers,
    next:
      next === null
        ? null
        : `/admin/readers?${new URLSearchParams({ search, after: String(next) })}`,
    flash: await takeFlashText(context),
  }
}

export default function ReadersPage({ loaderData }: Route.ComponentProps) {
  const { search, readers, next, flash } = loaderData
  return (
    <AdminPage
      at="/admin/readers"
      title="Readers"
      tab={`Readers${search && `: “${search}”`}`}
      flash={flash}
    >
      <SearchForm
        action="/admin/readers"
        label="Search by the start of an email address or name"
        search={search}
      />
      <AdminList
        caption="Readers, newest first"
        rows={readers.map(({ id, email, name, role, suspendedAt, createdAt }) => ({
          Email: { href: `/admin/readers/${id}`, text: email },
          Name: name,
          Role: suspendedAt ? `${role}, suspended` : role,
          Joined: <span className="whitespace-nowrap">{isoDay(createdAt)}</span>,
        }))}
        isResult
        empty="No email address or name starts with that."
        next={next}
      />
    </AdminPage>
  )
}
