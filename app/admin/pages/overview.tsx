import { logPage } from '../service/log.server.ts'
import { LogTable } from '../ui/log-table.tsx'
import { AdminPage, SearchForm } from '../ui/page.tsx'
import type { Route } from './+types/overview'

export const handle = { withoutScripts: true }

export const meta: Route.MetaFunction = () => [{ title: 'Administration · Readr' }]

const SHOWN_LINES = 10

export async function loader() {
  const { lines } = await logPage(null)
  return { lines: lines.slice(0, SHOWN_LINES) }
}

export default function OverviewPage({ loaderData: { lines } }: Route.ComponentProps) {
  return (
    <AdminPage at="/admin" title="Administration">
      <SearchForm
        action="/admin/readers"
        label="Find a reader by the start of the address or name"
        search=""
      />
      <h2 className="mt-12 text-2xl">What was done last</h2>
      <LogTable lines={lines} />
    </AdminPage>
  )
}
