import { db } from '../../platform/database.server.ts'

/** Reserved, so no real address can end with it (RFC 2606). */
const DOMAIN = '@simulated.invalid'
const ROWS_PER_INSERT = 2000

const simulated = { email: { endsWith: DOMAIN } }

export function countRealReaders(): Promise<number> {
  return db().user.count({ where: { role: { not: 'admin' }, NOT: simulated } })
}

/** Deletes the simulated readers and their data, in batches. */
export async function deleteSimulated(): Promise<void> {
  for (;;) {
    const users = await db().user.findMany({ where: simulated, select: { id: true }, take: 1000 })
    if (users.length === 0) return
    await db().user.deleteMany({ where: { id: { in: users.map(({ id }) => id) } } })
  }
}

export async function insertSimulated(count: number): Promise<void> {
  for (let i = 0; i < count; i += ROWS_PER_INSERT) {
    const data = Array.from({ length: Math.min(ROWS_PER_INSERT, count - i) }, (_, j) => ({
      email: `reader-${i + j + 1}${DOMAIN}`,
      name: `Simulated Reader ${i + j + 1}`,
      emailVerified: true,
      ownershipProvedAt: new Date(),
    }))
    await db().user.createMany({ data })
  }
}

export async function simulatedIds(): Promise<number[]> {
  const users = await db().user.findMany({
    where: simulated,
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  return users.map(({ id }) => id)
}
