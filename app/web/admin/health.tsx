import { Fragment } from 'react'
import type { HealthCheck } from '../../admin/rules/health.ts'
import { loadHealth } from '../../admin/service/load-health.server.ts'
import { AdminPage, AdminSection } from './admin-page.tsx'
import { Facts } from './facts.tsx'
import type { Route } from './+types/health'

export const handle = { withoutScripts: true }

export const loader = () => loadHealth()

export default function HealthPage({ loaderData: { email, stripe, readr } }: Route.ComponentProps) {
  return (
    <AdminPage at="/admin/health" title="Health">
      <div className="admin-columns mt-6 gap-6">
        <Checks id="email" title="Email" checks={email} />
        <Checks id="stripe" title="Stripe" checks={stripe} />
        <Checks id="readr" title="Readr" checks={readr} />
      </div>
    </AdminPage>
  )
}

function Checks({ id, title, checks }: { id: string; title: string; checks: HealthCheck[] }) {
  const isFine = checks.every(({ advice }) => advice === null)
  return (
    <AdminSection
      id={id}
      title={
        <>
          {title}
          {(id !== 'readr' || !isFine) && (
            <span className="tag ml-3">{isFine ? 'Good' : 'Needs attention'}</span>
          )}
        </>
      }
    >
      <Facts
        className=""
        facts={checks.map(({ name, value, advice }) => [
          name,
          <Fragment key={name}>
            {value}
            {advice && <strong className="block">{advice}</strong>}
          </Fragment>,
        ])}
      />
    </AdminSection>
  )
}
