import { db, engine } from './database.server.ts'
import { inTime } from './in-time.ts'
import { shippedMigrations } from './migrate.server.ts'
import { forEveryRequest } from './work.server.ts'

/** A database that takes longer than this to say a word is as good as none. */
const DATABASE_TIMEOUT_MS = 2000
/** Checks of operators get an answer by then. */
const PATIENCE_MS = 100

/** Whether the process can do its work, and what keeps it from it. */
export type Readiness =
  { ready: true } | { ready: false; problem: 'stopping' | 'database' | 'migrations' }

let shipped: string[] | undefined
let stopping = false

/** From now on the process is not ready any more: it finishes what it has. */
export function leaveService(): void {
  stopping = true
}

let check: Promise<Readiness> | undefined
let lastFound: Readiness = { ready: false, problem: 'database' }

/**
 * Whether the database is there and has had this program's migrations. More migrations than those
 * are no problem: a newer program may be on its way beside this one. Answers within 100 ms: while
 * the database takes longer, with what was found last, and after 2 s with `database`.
 */
export async function readiness(): Promise<Readiness> {
  if (stopping) return { ready: false, problem: 'stopping' }
  check ??= askDatabase().then((found) => {
    lastFound = found
    check = undefined
    return found
  })
  return inTime(check, PATIENCE_MS).catch(() => lastFound)
}

async function askDatabase(): Promise<Readiness> {
  try {
    shipped ??= shippedMigrations(engine())
    // As a reader asks: what is left to background work may be in use, such as by an import.
    const asking = forEveryRequest(appliedMigrations)
    const applied = new Set(await inTime(asking, DATABASE_TIMEOUT_MS))
    return shipped.every((name) => applied.has(name))
      ? { ready: true }
      : { ready: false, problem: 'migrations' }
  } catch {
    return { ready: false, problem: 'database' }
  }
}

async function appliedMigrations(): Promise<string[]> {
  const rows = await db().$queryRaw<{ name: string }[]>`
    SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL`
  return rows.map((row) => row.name)
}
