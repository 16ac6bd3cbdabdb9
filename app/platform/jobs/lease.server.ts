import { randomUUID } from 'node:crypto'
import { engine, execute, Prisma, prepared, type Queries } from '../database.server.ts'

/** A process that has not renewed its lease for this long has died, and another may take over. */
export const LEASE_MS = 60_000
/** Marks the leases of servers. An operator's command may take those, and only those. */
const SERVER = 'timers '

const processId = randomUUID()
let isServer = false

/** From now on this process holds leases as a server, not as an operator's command. */
export function holdLeasesAsServer(): void {
  isServer = true
}

const holder = () => (isServer ? SERVER + processId : processId)

/** A time by the clock of the database, because the clocks of several machines differ. */
function fromNow(ms: number): Prisma.Sql {
  const seconds = `${ms / 1000} seconds`
  return engine() === 'sqlite'
    ? Prisma.sql`strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', ${seconds})`
    : Prisma.sql`((now() + ${seconds}::interval) AT TIME ZONE 'UTC')`
}

/**
 * Takes or renews the lease of a job. As the first statement of a transaction, it also guards the
 * transaction: nobody else can take the lease before it ends.
 * @param ms how long the lease lasts unless it is renewed
 * @returns false if another process has it
 */
export async function holdLease(name: string, queries?: Queries, ms = LEASE_MS): Promise<boolean> {
  const isFree = isServer
    ? Prisma.sql`"Lease"."until" < ${fromNow(0)}`
    : Prisma.sql`("Lease"."until" < ${fromNow(0)} OR "Lease"."holder" LIKE ${`${SERVER}%`})`
  const take = Prisma.sql`
    INSERT INTO "Lease" ("name", "holder", "until") VALUES (${name}, ${holder()}, ${fromNow(ms)})
    ON CONFLICT ("name") DO UPDATE SET "holder" = excluded."holder", "until" = excluded."until"
    WHERE "Lease"."holder" = excluded."holder" OR ${isFree}`
  return (await (queries ? queries.$executeRaw(take) : execute(take))) === 1
}

/** Lets another process take the lease right away. */
export async function releaseLease(name: string): Promise<void> {
  await execute(Prisma.sql`
    UPDATE "Lease" SET "until" = ${fromNow(-1)} WHERE "name" = ${name} AND "holder" = ${holder()}`)
}

/** Releases the leases of all servers: the one that ran the jobs before this process is gone. */
export async function releaseLeasesOfServers(): Promise<void> {
  await execute(Prisma.sql`
    UPDATE "Lease" SET "until" = ${fromNow(-1)} WHERE "holder" LIKE ${`${SERVER}%`}`)
}

/** How far a job has come, in its own notation; null: it has not begun. */
export async function cursorOf(name: string): Promise<string | null> {
  const [row] = await prepared<{ cursor: string | null }>(
    Prisma.sql`SELECT "cursor" FROM "Lease" WHERE "name" = ${name}`,
  )
  return row?.cursor ?? null
}

/** Stores how far a job has come, if this process still has its lease. */
export async function setCursor(name: string, cursor: string): Promise<void> {
  await execute(Prisma.sql`
    UPDATE "Lease" SET "cursor" = ${cursor} WHERE "name" = ${name} AND "holder" = ${holder()}`)
}

export async function databaseTime(): Promise<Date> {
  const now =
    engine() === 'sqlite'
      ? Prisma.sql`CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)`
      : Prisma.sql`floor(extract(epoch FROM clock_timestamp()) * 1000)`
  const [row] = await prepared<{ ms: number }>(Prisma.sql`SELECT ${now} AS "ms"`)
  return new Date(row!.ms)
}

/** Server processes have rows too. They are no jobs, and nobody holds them. */
const PROCESS = 'process '

/** Stores the state of a server process until it ends. */
export async function putProcess(name: string, state: string, ms: number): Promise<void> {
  await execute(Prisma.sql`
    INSERT INTO "Lease" ("name", "holder", "until", "cursor")
    VALUES (${PROCESS + name}, '', ${fromNow(ms)}, ${state})
    ON CONFLICT ("name") DO UPDATE SET "until" = excluded."until", "cursor" = excluded."cursor"`)
}

export async function deleteEndedProcesses(): Promise<void> {
  await execute(Prisma.sql`
    DELETE FROM "Lease" WHERE "name" LIKE ${`${PROCESS}%`} AND "until" < ${fromNow(0)}`)
}

export async function runningProcesses(): Promise<{ name: string; state: string }[]> {
  const rows = await prepared<{ name: string; state: string }>(Prisma.sql`
    SELECT "name", "cursor" AS "state" FROM "Lease"
    WHERE "name" LIKE ${`${PROCESS}%`} AND "until" >= ${fromNow(0)} ORDER BY "name"`)
  return rows.map(({ name, state }) => ({ name: name.slice(PROCESS.length), state }))
}
