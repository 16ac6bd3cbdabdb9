import { Prisma, prepared } from './database.server.ts'
import { env } from './env.server.ts'
import { demoRefusal } from './production.server.ts'

/**
 * Records in the database that production runs on it. Refuses to start the demo on such a database
 * unless DEMO=1, because the demo shows everyone's emails.
 * @throws Error that says which variables are missing, and how to start the demo anyway
 */
export async function checkMode(): Promise<void> {
  const { isDemo, demoIsAskedFor, missingForProduction } = env()
  if (!isDemo) return recordProduction()
  if (demoIsAskedFor || !(await hasRunInProduction())) return
  throw new Error(
    `${demoRefusal('This database has run in production')}. Production still needs ${missingForProduction.join(', ')}.`,
  )
}

async function recordProduction(): Promise<void> {
  await prepared(Prisma.sql`
    INSERT INTO "ProductionStart" ("id", "firstAt") VALUES (1, ${new Date()})
    ON CONFLICT ("id") DO NOTHING`)
}

async function hasRunInProduction(): Promise<boolean> {
  return (await prepared(Prisma.sql`SELECT 1 FROM "ProductionStart"`)).length > 0
}
