import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { recordCommand } from '../../app/admin/service/record-command.server.ts'
import {
  BACKUP_JOB,
  makeBackup,
  passOn,
} from '../../app/platform/backups/automatic-backups.server.ts'
import { lastBackup } from '../../app/platform/backups/schedule.server.ts'
import {
  backUp,
  type BackupSummary,
  checkBackup,
  restore,
} from '../../app/platform/copy-database/backup.server.ts'
import { tableDifferences, drill } from '../../app/platform/copy-database/drill.server.ts'
import { env } from '../../app/platform/env.server.ts'
import { explainFailure } from '../../app/platform/explain-failure.server.ts'
import { holdLease, LEASE_MS, releaseLease } from '../../app/platform/jobs/lease.server.ts'
import { ifWritable } from '../../app/platform/unavailable.server.ts'

const described = ({ tables, rows, files }: BackupSummary) =>
  `${rows} rows of ${tables} tables and ${files} files`

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('back up everything to one file, even while the server runs, and verify it')
    .argument(
      '[file]',
      'a new file, which will contain personal data and secrets (default: the daily backup, now)',
    )
    // The daily backup is no command of an operator, so the log of their actions leaves it out.
    .addOption(new Option('--unlogged').hideHelp())
    .action(async (file: string | undefined, { unlogged }: { unlogged?: boolean }) => {
      exitOnSignals()
      const summary = await (file === undefined ? backUpNow() : backUpTo(file))
      // The backup is good, even if the disk of the database is full.
      if (!unlogged) await ifWritable(recordCommand('installation.backup'))
      console.log(summary)
    })

  program
    .command('restore')
    .description('restore a backup into an empty installation, on SQLite or PostgreSQL')
    .argument('<file>', 'the backup file')
    .option('--check', 'only verify the backup')
    .action(async (file: string, { check }: { check?: boolean }) => {
      if (check) console.log(`${file} is complete: ${described(await checkBackup(file))}.`)
      else {
        const summary = await restore(env().databaseUrl, env().dataDir, file)
        await recordCommand('installation.restore')
        console.log(`Restored ${described(summary)}.`)
      }
    })

  program
    .command('drill')
    .description('restore a backup next to the running product, compare everything, and remove it')
    .argument('[file]', 'the backup file (default: the last one in BACKUP_DIR)')
    .option('--sqlite', 'restore into a SQLite file even if the product uses PostgreSQL')
    .action(async (file = lastFile(), { sqlite: onSqlite = false }: { sqlite?: boolean }) => {
      const startedAt = performance.now()
      const { databaseUrl, dataDir } = env()
      const interrupted = firstSignal()
      const tables = await drill(databaseUrl, dataDir, file, { onSqlite, interrupted }).catch(
        (error: unknown) => {
          if (!interrupted.aborted) throw error
          // What it was doing would keep the process alive.
          console.error(explainFailure(error))
          return process.exit(130)
        },
      )
      console.log(['table', 'rows in the backup', 'restored', 'now'].join('\t'))
      for (const { name, backup, restored, rowsNow } of tables) {
        console.log([name, backup.rows, restored.rows, rowsNow ?? '-'].join('\t'))
      }
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      const differing = tableDifferences(tables)
      if (differing.length > 0) throw new Error(`${file} differs:\n${differing.join('\n')}`)
      await ifWritable(recordCommand('installation.drill'))
      console.log(`Restored ${file} in ${seconds} s; all tables and files are the same.`)
    })
}

async function backUpTo(file: string): Promise<string> {
  const summary = await backUp(env().databaseUrl, env().dataDir, file, env().backups?.folder)
  return `Backed up ${described(summary)} to ${file} and verified it.`
}

async function backUpNow(): Promise<string> {
  const settings = requireBackups()
  // While this process has the lease, the server does not begin a backup.
  if (!(await holdLease(BACKUP_JOB))) {
    throw new Error('Another backup is being made. If it was stopped, try again in a minute.')
  }
  const renew = () => holdLease(BACKUP_JOB).catch(() => {})
  const renewal = setInterval(() => void renew(), LEASE_MS / 3)
  try {
    const file = await makeBackup(settings, backUpTo)
    await passOn(settings, new AbortController().signal)
    return `Backed up to ${file} and verified it.`
  } finally {
    clearInterval(renewal)
    await releaseLease(BACKUP_JOB)
  }
}

function requireBackups() {
  const { backups } = env()
  if (backups === null) throw new Error('Name a file, or set BACKUP_DIR.')
  return backups
}

function lastFile(): string {
  const { folder } = requireBackups()
  const name = lastBackup(readdirSync(folder))
  if (name === null) throw new Error(`There is no backup in ${folder}.`)
  return join(folder, name)
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

function exitOnSignals(): void {
  for (const signal of SIGNALS) process.once(signal, () => process.exit(130))
}

/** The first signal lets the command clean up; the second ends it. */
function firstSignal(): AbortSignal {
  const controller = new AbortController()
  const abort = () => {
    for (const signal of SIGNALS) process.off(signal, abort)
    exitOnSignals()
    controller.abort()
  }
  for (const signal of SIGNALS) process.on(signal, abort)
  return controller.signal
}
