import { db, Prisma } from './database.server.ts'
import { env } from './env.server.ts'
import { demoNotByItself } from './production.server.ts'

/**
 * Remembers in the database that production runs on it; refuses the demo on such a database unless
 * it is asked for, since its mail is that of real readers.
 * @throws Error that says what production misses, and how the demo starts all the same
 */
export async function settleMode(): Promise<void> {
  const { isDemo, demoIsAskedFor, missingForProduction } = env()
  if (!isDemo) return rememberProduction()
  if (demoIsAskedFor || !(await hasRunInProduction())) return
  throw new Error(
    `${demoNotByItself('This database has run in production')}. Production still needs ${missingForProduction.join(', ')}.`,
  )
}

async function rememberProduction(): Promise<void> {
  await db().$executeRaw(Prisma.sql`
    INSERT INTO "ProductionStart" ("id", "firstAt") VALUES (1, ${new Date()})
    ON CONFLICT ("id") DO NOTHING`)
}

async function hasRunInProduction(): Promise<boolean> {
  return (await db().productionStart.count()) > 0
}
