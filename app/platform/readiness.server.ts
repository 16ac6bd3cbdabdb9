import { db, engine } from './database.server.ts'
import { shippedMigrations } from './migrate.server.ts'

/** A database that takes longer than this to say a word is as good as none. */
const DATABASE_TIMEOUT_MS = 2000

/** Whether the process can do its work, and what keeps it from it. */
export type Readiness =
  { ready: true } | { ready: false; problem: 'stopping' | 'database' | 'migrations' }

let shipped: string[] | undefined
let stopping = false

/** From now on the process is not ready any more: it finishes what it has. */
export function leaveService(): void {
  stopping = true
}

/**
 * Asks the database whether it is there and has had this program's migrations. More migrations
 * than those are no problem: a newer program may be on its way beside this one.
 */
export async function readiness(): Promise<Readiness> {
  if (stopping) return { ready: false, problem: 'stopping' }
  shipped ??= shippedMigrations(engine())
  try {
    const applied = new Set(await inTime(appliedMigrations()))
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

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), DATABASE_TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
