import type { Command } from 'commander'
import { recordCommand } from '../../app/admin/service/record-command.server.ts'
import { env } from '../../app/platform/env.server.ts'
import { appliedMigrations } from '../../app/platform/migrate-database.server.ts'

/** Commands that read and change nothing in the database. */
const UNRECORDED = new Set(['lint', 'config', 'doctor'])

let running: string | undefined

export function rememberCommand(command: Command): void {
  const parent = command.parent?.parent ? `${command.parent.name()} ` : ''
  running = parent + command.name()
}

/** Writes into the log that a command failed, if there is a database that can keep it. */
export async function recordFailure(): Promise<void> {
  if (running === undefined || UNRECORDED.has(running)) return
  try {
    if ((await appliedMigrations(env().databaseUrl)).length === 0) return
    await recordCommand('command.failed', { detail: running })
  } catch {
    // The command's own error says what is wrong.
  }
}
