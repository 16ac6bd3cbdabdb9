import type { HealthCheck } from '../../admin/rules/health.ts'
import { loadHealth } from '../../admin/service/load-health.server.ts'
import { AdminPage } from './admin-page.tsx'
import type { Route } from './+types/health'

export const handle = { withoutScripts: true }

export const meta: Route.MetaFunction = () => [{ title: 'Health · Administration · Readr' }]

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
    <section className="rounded-xl bg-sunk p-5" aria-labelledby={`${id}-title`}>
      <div className="mb-4 flex flex-wrap items-center gap-x-3">
        <h2 id={`${id}-title`} className="text-2xl">
          {title}
        </h2>
        {(id !== 'readr' || !isFine) && (
          <span className="tag">{isFine ? 'Good' : 'Needs attention'}</span>
        )}
      </div>
      <dl className="reader-facts grid gap-x-8 sm:grid-cols-[8rem_1fr]">
        {checks.map(({ name, value, advice }) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="wrap-anywhere">
              {value}
              {advice && <strong className="block">{advice}</strong>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
