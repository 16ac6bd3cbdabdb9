/**
 * The operator's commands: `npm run readr -- <command>`, in the container `readr <command>`.
 * Results go to standard output, errors to standard error with a status of 1.
 */
import '../app/platform/require-env.server.ts'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { replaceSimulatedReaders } from '../app/accounts/service/replace-simulated-readers.server.ts'
import { importDetail } from '../app/catalogue/rules/import-detail.ts'
import { importFolderWithAudio } from '../app/catalogue/service/audio/import-audio.server.ts'
import { problemLine } from '../app/catalogue/service/import-folder.server.ts'
import { exportCatalogue } from '../app/catalogue/service/export-catalogue.server.ts'
import { bookCount } from '../app/catalogue/service/count-books.server.ts'
import { addSimulatedBooks } from '../app/catalogue/service/add-simulated-books.server.ts'
import { commandInTransaction, recordCommand } from '../app/admin/service/record-command.server.ts'
import { closeDatabase, openDatabase } from '../app/platform/database.server.ts'
import { env, settings } from '../app/platform/env.server.ts'
import { explainFailure } from '../app/platform/explain-failure.server.ts'
import { recountMarks } from '../app/reading/service/recount-marks.server.ts'
import { simulateMarks } from '../app/reading/service/simulate-marks.server.ts'
import { checkMigrations } from '../app/platform/migrate-database.server.ts'
import { version } from '../app/platform/version.server.ts'
import { addDoctorCommands } from './commands/doctor.ts'
import { addLintCommand } from './commands/lint.ts'
import { addMailCommands } from './commands/mail.ts'
import { migrateFirst } from './commands/migrate-first.ts'
import { recordFailure, rememberCommand } from './commands/record-failure.ts'
import { addNarrateCommand } from './commands/narrate.ts'
import { addUserCommands } from './commands/user.ts'
import { addBackupCommands } from './commands/backup.ts'
import { simulatedReaders } from '../packages/authoring/simulated-readers.ts'
import { copyDatabase } from '../app/platform/copy-database/copy-database.server.ts'

// Databases, backups, and exports are for their owner only.
process.umask(0o077)

const program = new Command('readr')
  .description('Operates the Readr installation at DATABASE_URL and DATA_DIR.')
  .version(`readr ${version}`, '--version', 'print the version')
  .showHelpAfterError()

program
  .command('migrate')
  .description('apply the migrations of this version to the database')
  .option('--fill <folder>', 'import this folder if the catalogue is empty')
  .option(
    '--check',
    'change nothing; exit with 0 if this version can run, 2 if migrations are pending, 3 if the database is too new',
  )
  .action(async ({ fill, check }: { fill?: string; check?: boolean }) => {
    if (check) {
      const { text, status } = await checkMigrations(env().databaseUrl)
      console.log(text)
      process.exitCode = status
      return
    }
    const names = await migrateFirst()
    console.log(names.length === 0 ? 'The database is up to date.' : `Applied ${names.join(', ')}.`)
    if (fill !== undefined && (await bookCount()) === 0) await runImport(fill)
  })

program
  .command('import')
  .description('import a folder of books and collections, or none of them if a file is invalid')
  .argument(
    '<folder>',
    '.md or .txt files, one per book or collection (see content/), or .json files from the export command',
  )
  .action(async (folder: string) => {
    await migrateFirst()
    await runImport(folder)
  })

const SHOWN_WARNINGS = 20

async function runImport(folder: string): Promise<void> {
  const report = await importFolderWithAudio(folder, showProgress)
  const { added, changed, unchanged, audio, warnings } = report
  for (const warning of warnings.slice(0, SHOWN_WARNINGS)) {
    console.error(`warning: ${problemLine(warning)}`)
  }
  const more = warnings.length - SHOWN_WARNINGS
  if (more > 0) console.error(`… and ${more} more warnings: readr lint ${folder}`)
  const detail = importDetail(report)
  await recordCommand('catalogue.import', { subjectKind: 'catalogue', detail })
  console.log(`Imported ${folder}: ${added} new, ${changed} changed, ${unchanged} unchanged.`)
  if (audio > 0) console.log(`Imported the audio of ${audio} ${audio === 1 ? 'book' : 'books'}.`)
}

program
  .command('export')
  .description('write all books, covers, and collections to a file that the import command reads')
  .argument('<file>', 'a new file, ending in .json')
  .action(async (file: string) => {
    await migrateFirst()
    await pipeline(exportCatalogue(), createWriteStream(file, { flags: 'wx' }))
    await recordCommand('catalogue.export', { subjectKind: 'catalogue' })
    console.log(`Exported the catalogue to ${file}.`)
  })

addLintCommand(program)
addNarrateCommand(program)
addBackupCommands(program)

program
  .command('copy')
  .description('copy one database to another, SQLite or PostgreSQL; the target must be empty')
  .addOption(urlOption('--from <url>', 'file:… or postgresql://…'))
  .addOption(urlOption('--to <url>', 'file:… or postgresql://…'))
  .action(async ({ from, to }: { from: string; to: string }) => {
    const copied = await copyDatabase(from, to)
    for (const [name, { rows, checksum }] of copied) {
      console.log([name, rows, checksum.slice(0, 16)].join('\t'))
    }
    // The source may be a file that nothing should change.
    for (const url of from === env().databaseUrl ? [from, to] : [to]) {
      const database = await openDatabase(url)
      await commandInTransaction('installation.copy')(database)
      await database.$disconnect()
    }
    const rows = [...copied.values()].reduce((sum, table) => sum + table.rows, 0)
    console.log(`Copied ${rows} rows of ${copied.size} tables and verified them.`)
  })

function urlOption(flags: string, description: string): Option {
  return new Option(flags, description).makeOptionMandatory().argParser((value) => {
    if (/^(?:file:.|postgres(?:ql)?:\/\/)/.test(value)) return value
    throw new InvalidArgumentError('Use a URL that starts with file: or postgresql://.')
  })
}

program
  .command('config')
  .description('print the configuration; # marks defaults, secrets are masked')
  .action(() => {
    for (const { name, value, isSet } of settings()) {
      console.log(`${isSet ? ' ' : '#'} ${name}=${value}`)
    }
  })

const wholeNumber = (least: number, most: number) => (text: string) => {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`)
}

program
  .command('simulate')
  .description('fill the database with simulated readers and count their marks')
  .requiredOption('--readers <n>', 'number of readers', wholeNumber(1, 1_000_000))
  .option('--books <m>', 'add simulated books up to this number', wholeNumber(1, 1_000_000))
  .option('--seed <s>', 'the same seed creates the same readers', wholeNumber(0, 4_294_967_295), 1)
  .option('--until <date>', 'simulate marks before this day (default: today)')
  .option('--among-real-readers', 'allow this even if real readers have accounts')
  .action(async (options: SimulateOptions) => {
    await migrateFirst()
    const { readers, books, seed, amongRealReaders = false } = options
    const until = new Date(`${options.until ?? new Date().toISOString().slice(0, 10)}T00:00:00Z`)
    if (Number.isNaN(until.getTime())) throw new Error('Use a date such as 2026-11-21 for --until.')
    const ids = await replaceSimulatedReaders(readers, amongRealReaders)
    if (books !== undefined) {
      console.log(`Added ${await addSimulatedBooks(books)} simulated books.`)
    }
    const simulate = (books: { id: number; genre: string }[]) =>
      simulatedReaders(books, seed, until)
    const marks = await simulateMarks(ids, simulate, until, showProgress)
    await recordCommand('installation.simulate', { detail: `${readers} readers` })
    console.log(`Simulated ${readers} readers, who marked ${marks} books.`)
  })

interface SimulateOptions {
  readers: number
  books?: number
  seed: number
  until?: string
  amongRealReaders?: boolean
}

program
  .command('recount')
  .description('rebuild trends, popularity, and recommendations from all marks')
  .action(async () => {
    await migrateFirst()
    await recountMarks()
    await recordCommand('installation.recount')
    console.log('Recounted all marks.')
  })

addDoctorCommands(program)
addUserCommands(program)
addMailCommands(program)

/** Updates one line on a terminal; in a log, writes a line every 1,000. */
function showProgress(step: string, done: number, total: number): void {
  if (process.stderr.isTTY) {
    process.stderr.write(`\r${step} ${done} of ${total}${done === total ? '\n' : ''}`)
  } else if (done === total || done % 1000 === 0) console.error(`${step} ${done} of ${total}`)
}

try {
  await program.hook('preAction', (_, command) => rememberCommand(command)).parseAsync()
} catch (error) {
  console.error(explainFailure(error))
  await recordFailure()
  process.exitCode = 1
} finally {
  await closeDatabase()
}
