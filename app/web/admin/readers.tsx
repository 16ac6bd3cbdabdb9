import { isoDay } from '../../admin/rules/dates.ts'
import { listQuery } from '../../admin/schema/list-query.ts'
import { readersPage } from '../../admin/service/find-readers.server.ts'
import { AdminPage, NextPage, SearchForm, AdminTable } from './admin-page.tsx'
import { takeFlashText } from './flash-messages.ts'
import type { Route } from './+types/readers'
import { TextLink } from '../ui/controls.tsx'

export const handle = { withoutScripts: true }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: `Readers${loaderData?.search ? `: “${loaderData.search}”` : ''} · Administration · Readr`,
  },
]

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
    <AdminPage at="/admin/readers" title="Readers" flash={flash}>
      <SearchForm
        action="/admin/readers"
        label="Search by the start of an email address or name"
        search={search}
      />
      {readers.length === 0 ? (
        <p className="mt-6" role="status">
          No email address or name starts with that.
        </p>
      ) : (
        <AdminTable caption="Readers, newest first" head={['Email', 'Name', 'Role', 'Joined']}>
          {readers.map((reader) => (
            <tr key={reader.id}>
              <td>
                <TextLink href={`/admin/readers/${reader.id}`}>{reader.email}</TextLink>
              </td>
              <td>{reader.name}</td>
              <td>
                {reader.role}
                {reader.suspendedAt && ', suspended'}
              </td>
              <td className="whitespace-nowrap">{isoDay(reader.createdAt)}</td>
            </tr>
          ))}
        </AdminTable>
      )}
      <NextPage href={next} />
    </AdminPage>
  )
}
