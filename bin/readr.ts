/**
 * The operator's commands: `npm run readr -- <command>`, in the container `readr <command>`.
 * What they did goes to standard output, errors to standard error with a status of 1.
 */
import '../app/platform/require-env.server.ts'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { createUser } from '../app/accounts/service/create-user.server.ts'
import { listUsers, readerByEmail } from '../app/accounts/service/find-reader.server.ts'
import { type Role, setRole } from '../app/accounts/service/set-role.server.ts'
import { turnOffTwoFactorByEmail } from '../app/accounts/service/turn-off-two-factor.server.ts'
import { closeAccount } from '../app/billing/service/close-account.server.ts'
import { replaceSimulatedReaders } from '../app/accounts/service/replace-simulated-readers.server.ts'
import { importFolder } from '../app/catalogue/service/import-folder.server.ts'
import { exportCatalogue } from '../app/catalogue/service/exporting.server.ts'
import { bookCount } from '../app/catalogue/service/count-books.server.ts'
import { fillWithSimulatedBooks } from '../app/catalogue/service/simulated-books.server.ts'
import { closeDatabase } from '../app/platform/database.server.ts'
import { env, settings } from '../app/platform/env.server.ts'
import { explainFailure } from '../app/platform/failures.server.ts'
import { retryFailedEmails, unsentEmails } from '../app/platform/email/outbox.server.ts'
import { migrate } from '../app/platform/migrate.server.ts'
import { backUp, checkBackup, restore } from '../app/platform/moving/backup.server.ts'
import { copyDatabase } from '../app/platform/moving/copy.server.ts'
import { recount } from '../app/reading/service/counting.server.ts'
import { simulateMarks } from '../app/reading/service/simulation.server.ts'

const program = new Command('readr')
  .description('Runs a Readr installation. DATABASE_URL and DATA_DIR say which.')
  .showHelpAfterError()

program
  .command('migrate')
  .description('bring the database to the models of this version')
  .option('--fill <folder>', 'import this folder when the catalogue is empty')
  .action(async ({ fill }: { fill?: string }) => {
    const names = await migrate(env().databaseUrl)
    console.log(names.length === 0 ? 'The database is up to date.' : `Applied ${names.join(', ')}.`)
    if (fill !== undefined && (await bookCount()) === 0) await runImport(fill)
  })

program
  .command('import')
  .description('import a folder of book files; all of them or, when one is wrong, none')
  .argument(
    '<folder>',
    '.md or .txt files, one book each (see content/), or .json files as export writes them',
  )
  .action(async (folder: string) => {
    await migrate(env().databaseUrl)
    await runImport(folder)
  })

async function runImport(folder: string): Promise<void> {
  const { added, changed, unchanged } = await importFolder(folder, showProgress)
  console.log(`Imported ${folder}: ${added} new, ${changed} changed, ${unchanged} unchanged.`)
}

program
  .command('export')
  .description('write all books with their covers into one file, which import takes back')
  .argument('<file>', 'a new file, ending in .json')
  .action(async (file: string) => {
    await migrate(env().databaseUrl)
    await pipeline(exportCatalogue(), createWriteStream(file, { flags: 'wx' }))
    console.log(`Exported the catalogue to ${file}.`)
  })

program
  .command('backup')
  .description('write everything into one file, while the product runs, and check it')
  .argument('<file>', 'a new file; it holds personal data and secrets')
  .action(async (file: string) => {
    const summary = await backUp(env().databaseUrl, env().dataDir, file)
    console.log(`Backed up ${described(summary)} to ${file}, and checked it.`)
  })

program
  .command('restore')
  .description('put a backup into an empty installation, SQLite or PostgreSQL')
  .argument('<file>')
  .option('--check', 'only look whether the backup is whole')
  .action(async (file: string, { check }: { check?: boolean }) => {
    if (check) console.log(`${file} is whole: ${described(await checkBackup(file))}.`)
    else {
      const summary = await restore(env().databaseUrl, env().dataDir, file)
      console.log(`Restored ${described(summary)}.`)
    }
  })

const described = ({ tables, rows, files }: Awaited<ReturnType<typeof checkBackup>>) =>
  `${rows} rows of ${tables} tables and ${files} files`

program
  .command('copy')
  .description('move a database to another, SQLite or PostgreSQL; the target must be empty')
  .addOption(addressOption('--from <url>', 'file:… or postgresql://…'))
  .addOption(addressOption('--to <url>', 'file:… or postgresql://…'))
  .action(async ({ from, to }: { from: string; to: string }) => {
    const copied = await copyDatabase(from, to)
    for (const [name, { rows, checksum }] of copied) {
      console.log([name, rows, checksum.slice(0, 16)].join('\t'))
    }
    const rows = [...copied.values()].reduce((sum, table) => sum + table.rows, 0)
    console.log(`Copied ${rows} rows of ${copied.size} tables; all of them arrived as they were.`)
  })

/** An option that takes the address of a database. */
function addressOption(flags: string, description: string): Option {
  return new Option(flags, description).makeOptionMandatory().argParser((value) => {
    if (/^(?:file:.|postgres(?:ql)?:\/\/)/.test(value)) return value
    throw new InvalidArgumentError('It must start with file: or postgresql://.')
  })
}

program
  .command('config')
  .description('print the configuration; secrets are masked, what is a default is marked')
  .action(() => {
    for (const { name, value, isSet } of settings()) {
      console.log(`${isSet ? ' ' : '#'} ${name}=${value}`)
    }
  })

const wholeNumber = (least: number, most: number) => (text: string) => {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`)
}

program
  .command('simulate')
  .description('fill the database with readers who have tastes, and count their marks')
  .requiredOption('--readers <n>', 'how many', wholeNumber(1, 1_000_000))
  .option('--books <m>', 'add simulated books up to so many', wholeNumber(1, 1_000_000))
  .option('--seed <s>', 'the same seed makes the same readers', wholeNumber(0, 4_294_967_295), 1)
  .option('--until <date>', 'the day before which all happens (default: today)')
  .option('--among-real-readers', 'also where real readers have accounts')
  .action(async (options: SimulateOptions) => {
    await migrate(env().databaseUrl)
    const { readers, books, seed, amongRealReaders = false } = options
    const until = new Date(`${options.until ?? new Date().toISOString().slice(0, 10)}T00:00:00Z`)
    if (Number.isNaN(until.getTime())) throw new Error('--until takes a date such as 2026-11-21.')
    const ids = await replaceSimulatedReaders(readers, amongRealReaders)
    if (books !== undefined) {
      console.log(`Added ${await fillWithSimulatedBooks(books)} simulated books.`)
    }
    const marks = await simulateMarks(ids, seed, until, showProgress)
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
  .description('count all marks anew: trends, popularity, what is read together')
  .action(async () => {
    await migrate(env().databaseUrl)
    await recount()
    console.log('Counted all marks anew.')
  })

const user = program.command('user').description('readers and administrators')

user
  .command('create')
  .description('create an account; its address counts as confirmed')
  .argument('<email>')
  .requiredOption('--name <name>')
  .requiredOption('--password <password>')
  .addOption(new Option('--role <role>').choices(['reader', 'admin']).default('reader'))
  .action(async (email: string, options: { name: string; password: string; role: Role }) => {
    await migrate(env().databaseUrl)
    const created = await createUser({ email, ...options })
    console.log(`Created ${created.email} (${created.role}).`)
  })

user
  .command('promote')
  .description('make an account an administrator, or a reader again')
  .argument('<email>')
  .addOption(new Option('--role <role>').choices(['reader', 'admin']).default('admin'))
  .option(
    '--password <password>',
    'set a new password, which production requires of administrators; signs the account out',
  )
  .action(async (email: string, { role, password }: { role: Role; password?: string }) => {
    const changed = await setRole(email, role, password)
    console.log(`${changed.email} is now ${role}.`)
  })

user
  .command('list')
  .description('list all accounts')
  .action(async () => {
    for (const { email, role, name, emailVerified } of await listUsers()) {
      console.log([email, role, emailVerified ? 'confirmed' : 'unconfirmed', name].join('\t'))
    }
  })

user
  .command('two-factor-off')
  .description('turn two-factor sign-in off for a reader who lost app and recovery codes')
  .argument('<email>')
  .action(async (email: string) => {
    const wasOn = await turnOffTwoFactorByEmail(email)
    console.log(`Two-factor sign-in of ${email} ${wasOn ? 'is off now' : 'was off'}.`)
  })

user
  .command('delete')
  .description('delete an account and everything with it')
  .argument('<email>')
  .action(async (email: string) => {
    await closeAccount((await readerByEmail(email)).id)
    console.log(`Deleted ${email}.`)
  })

const mail = program.command('mail').description('mail that has not been sent')

mail
  .command('list')
  .description('list what waits and what was given up, with what the mail server said')
  .action(async () => {
    for (const { id, recipient, tries, nextTryAt, failedAt, lastError } of await unsentEmails()) {
      const state = failedAt
        ? `failed ${failedAt.toISOString()}`
        : `next try ${nextTryAt.toISOString()}`
      console.log([id, recipient, state, `${tries} tries`, lastError ?? ''].join('\t'))
    }
  })

mail
  .command('retry')
  .description('send mail that was given up on its way again')
  .argument('[id]', 'the number that the list shows; without it all')
  .action(async (id: string | undefined) => {
    const one = id === undefined ? null : z.coerce.number().int().positive().parse(id)
    const count = await retryFailedEmails(one, new Date())
    if (count === 0) throw new Error('There is no such mail.')
    console.log(`${count} on the way again.`)
  })

/** On a terminal one line that counts up; in a log a line every thousand. */
function showProgress(step: string, done: number, total: number): void {
  if (process.stderr.isTTY) {
    process.stderr.write(`\r${step} ${done} of ${total}${done === total ? '\n' : ''}`)
  } else if (done === total || done % 1000 === 0) console.error(`${step} ${done} of ${total}`)
}

try {
  await program.parseAsync()
} catch (error) {
  console.error(explainFailure(error))
  process.exitCode = 1
} finally {
  await closeDatabase()
}
