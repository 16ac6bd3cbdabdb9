import { db, engine, Prisma } from '../../platform/database.server.ts'

interface FoundUser {
  id: number
  email: string
  name: string
  role: string
  suspendedAt: Date | null
  createdAt: Date
}

const fields = {
  id: true,
  email: true,
  name: true,
  role: true,
  suspendedAt: true,
  createdAt: true,
} satisfies Prisma.UserSelect

/** Sorts after every continuation of a prefix. */
const LAST = '\u{10FFFF}'

/**
 * Accounts whose address or name starts with a text, ignoring case, newest first. The collation
 * lets PostgreSQL use its indexes. SQLite ignores case for unaccented letters only.
 * @param after only accounts older than this id
 */
export async function searchUsers(
  start: string,
  after: number | null,
  count: number,
): Promise<FoundUser[]> {
  const older = after === null ? {} : { id: { lt: after } }
  const orderBy = { id: 'desc' } as const
  if (start === '')
    return db().user.findMany({ select: fields, where: older, orderBy, take: count })
  const byCodePoint = engine() === 'postgres' ? Prisma.sql`COLLATE "C"` : Prisma.empty
  const begins = (column: Prisma.Sql) => Prisma.sql`
    SELECT "id" FROM "User" WHERE ${column} ${byCodePoint} >= lower(${start})
      AND ${column} ${byCodePoint} < lower(${start}) || ${LAST}`
  const found = await db().$queryRaw<{ id: number }[]>(Prisma.sql`
    SELECT "id" FROM (${begins(Prisma.sql`"email"`)} UNION ${begins(Prisma.sql`lower("name")`)}) f
    ${after === null ? Prisma.empty : Prisma.sql`WHERE "id" < ${after}`}
    ORDER BY "id" DESC LIMIT ${count}`)
  const ids = found.map(({ id }) => id)
  return db().user.findMany({ select: fields, where: { id: { in: ids } }, orderBy })
}

export async function emailsById(ids: number[]): Promise<Map<number, string>> {
  const rows = await db().user.findMany({
    where: { id: { in: ids } },
    select: { id: true, email: true },
  })
  return new Map(rows.map(({ id, email }) => [id, email]))
}
