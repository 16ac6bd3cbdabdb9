import { randomUUID } from 'node:crypto'
import { Prisma, type Queries, db } from './database.server.ts'
import { isMeeting } from './process-bus.server.ts'

/** This process, as it holds work that one process does at a time. */
const PROCESS = randomUUID()
/** Before the name of a process that runs the timers as long as it holds their lock. */
const BY_LOCK = 'timers '
/** A process that has not come back for so long has died, and another goes on. */
const LEASE_MS = 60_000

const holder = () => (isMeeting() ? BY_LOCK + PROCESS : PROCESS)

/**
 * Takes or keeps a piece of work for this process. As the first statement of a transaction it also
 * makes sure that nobody else has taken over before the others.
 * @returns false: another process is at it
 */
export async function holdLease(tx: Queries, name: string): Promise<boolean> {
  const now = new Date()
  const until = new Date(now.getTime() + LEASE_MS)
  const count = await tx.$executeRaw(Prisma.sql`
    INSERT INTO "WorkLease" ("name", "holder", "until") VALUES (${name}, ${holder()}, ${until})
    ON CONFLICT ("name") DO UPDATE SET "holder" = excluded."holder", "until" = excluded."until"
    WHERE "WorkLease"."holder" = excluded."holder" OR "WorkLease"."until" < ${now}`)
  return count === 1
}

/** Lets another process go on at once. */
export async function releaseLease(tx: Queries, name: string): Promise<void> {
  await tx.$executeRaw(
    Prisma.sql`DELETE FROM "WorkLease" WHERE "name" = ${name} AND "holder" = ${holder()}`,
  )
}

/** Ends what is left of a process that ran the timers and is gone; an operator's command keeps its own. */
export async function endLeaseOfPredecessor(name: string): Promise<void> {
  await db().$executeRaw(Prisma.sql`
    DELETE FROM "WorkLease" WHERE "name" = ${name} AND "holder" LIKE ${`${BY_LOCK}%`}`)
}
