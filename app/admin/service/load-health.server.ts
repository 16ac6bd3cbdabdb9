import { billingHealth } from '../../billing/service/billing-health.server.ts'
import { checkRuntime } from '../../platform/check-runtime.server.ts'
import { emailBacklog } from '../../platform/email/outbox-store.server.ts'
import { env } from '../../platform/env.server.ts'
import { version } from '../../platform/version.server.ts'
import { emailChecks, type HealthCheck, stripeChecks } from '../rules/health.ts'

const EMAIL_OVERDUE_MS = 5 * 60_000

/** What operators look at first when something is wrong, from the database and this process. */
export async function loadHealth() {
  const [emails, billing, runtime] = await Promise.all([
    emailBacklog(new Date(Date.now() - EMAIL_OVERDUE_MS)),
    billingHealth(),
    checkRuntime(env().dataDir),
  ])
  const readr: HealthCheck[] = [
    { name: 'Version', value: version, advice: null },
    { name: 'Mode', value: env().isDemo ? 'Demo' : 'Production', advice: null },
    {
      name: 'Database',
      value: env().databaseUrl.startsWith('file:') ? 'SQLite' : 'PostgreSQL',
      advice: null,
    },
    {
      name: 'Node.js',
      value: process.versions.node,
      advice: runtime.level === 'ok' ? null : runtime.message,
    },
  ]
  return { email: emailChecks(emails), stripe: stripeChecks(billing), readr }
}
