import { listQuery } from '../../admin/schema/list-query.ts'
import { loadLog } from '../../admin/service/load-log.server.ts'
import { LogTable } from './log-table.tsx'
import { AdminPage } from './admin-page.tsx'
import type { Route } from './+types/log'

export const handle = { withoutScripts: true }

export function loader({ url }: Route.LoaderArgs) {
  return loadLog(listQuery.parse(Object.fromEntries(url.searchParams)).after)
}

export default function LogPage({ loaderData: { lines, next } }: Route.ComponentProps) {
  return (
    <AdminPage at="/admin/log" title="Log">
      <p className="lead mt-3">
        What administrators and commands did, sign-ins, and refusals, latest first.
      </p>
      <LogTable lines={lines} next={next === null ? null : `/admin/log?after=${next}`} />
    </AdminPage>
  )
}
