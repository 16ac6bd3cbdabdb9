import { isDiskFull } from './disk.server.ts'
import { engine, Prisma, prepared } from './database.server.ts'
import { withTimeout } from './with-timeout.ts'
import { measure } from './metrics.server.ts'
import { shippedMigrations } from './migrate-database.server.ts'
import { asSharedWork } from './database-work.server.ts'

/** A database that takes longer than this counts as unavailable. */
const DATABASE_TIMEOUT_MS = 2000
/** The check responds within this time. */
const RESPONSE_TIMEOUT_MS = 100

/** Whether the process can serve requests, perhaps only reading ones, and if not, why. */
type Readiness =
  | { ready: true; degraded?: 'disk full' }
  | { ready: false; problem: 'stopping' | 'database' | 'migrations' }

let shipped: string[] | undefined
let stopping = false

/** From now on the process is not ready: it only finishes its requests. */
export function markAsStopping(): void {
  stopping = true
}

let check: Promise<Readiness> | undefined
let lastFound: Readiness = { ready: false, problem: 'database' }

/**
 * Whether the database responds and has this program's migrations. It may have more, because a newer
 * version may be starting. Responds within 100 ms: until the database responds, with the last
 * result; after 2 s, with `database`.
 */
export async function readiness(): Promise<Readiness> {
  if (stopping) return { ready: false, problem: 'stopping' }
  check ??= askDatabase().then((found) => {
    lastFound = found
    check = undefined
    return found
  })
  return withTimeout(check, RESPONSE_TIMEOUT_MS).catch(() => lastFound)
}

/** Adds the metric of readiness, for alerts. */
export function measureReadiness(): void {
  measure('readr_ready', '1 while /readyz responds with 200, else 0.', 'state', async () => {
    const found = await readiness()
    return found.ready ? { [found.degraded ?? 'ready']: 1 } : { [found.problem]: 0 }
  })
}

async function askDatabase(): Promise<Readiness> {
  try {
    shipped ??= shippedMigrations(engine())
    // Not as background work, because an import may be using all of its connections.
    const asking = asSharedWork(appliedMigrations)
    const applied = new Set(await withTimeout(asking, DATABASE_TIMEOUT_MS))
    if (!shipped.every((name) => applied.has(name))) return { ready: false, problem: 'migrations' }
    const isFull = await withTimeout(isDiskFull(), DATABASE_TIMEOUT_MS).catch(() => false)
    return isFull ? { ready: true, degraded: 'disk full' } : { ready: true }
  } catch {
    return { ready: false, problem: 'database' }
  }
}

/** Prepared: in a new process, the first query that Prisma compiles takes about as long as the check may. */
async function appliedMigrations(): Promise<string[]> {
  const rows = await prepared<{ name: string }>(Prisma.sql`
    SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL`)
  return rows.map((row) => row.name)
}
