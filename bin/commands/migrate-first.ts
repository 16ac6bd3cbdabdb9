import { recordCommand } from '../../app/admin/service/record-command.server.ts'
import { env } from '../../app/platform/env.server.ts'
import { migrate } from '../../app/platform/migrate-database.server.ts'

/**
 * Applies the missing migrations, and records that.
 * @returns their names
 */
export async function migrateFirst(): Promise<string[]> {
  const names = await migrate(env().databaseUrl, undefined, (table) =>
    console.error(`checking the references of ${table} …`),
  )
  if (names.length > 0) {
    await recordCommand('installation.migrate', { detail: `${names.length}, to ${names.at(-1)}` })
  }
  return names
}
