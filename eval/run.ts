/**
 * `npm run eval -- recommendations` compares recommendations with popular and random books
 * (docs/recommendations.md); `npm run eval -- search` and `-- ask` judge searches and answers (docs/search.md). All
 * use a temporary database.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const USAGE = `Usage: npm run eval -- search [--save]
       npm run eval -- ask [--save]
  --save       keep the figures that the tests compare with
       npm run eval -- recommendations [options]
  --readers N  number of simulated readers (5000)
  --books N    number of books (1000)
  --seed N     seed of the random numbers (1)
  --judges N   maximum number of readers with held-out marks (1000)
  --csv FILE   marks from a file instead: lines of reader,book,time`

const { values: options, positionals } = readOptions()
const [what] = positionals
if (options.help || !['search', 'ask', 'recommendations'].includes(what ?? '')) {
  console.log(USAGE)
  process.exit(options.help ? 0 : 1)
}
const numbers = ['readers', 'books', 'seed', 'judges'] as const
const [readers, books, seed, judges] = numbers.map((name) => {
  const number = Number(options[name])
  if (Number.isInteger(number) && number > 0) return number
  console.error(`--${name} must be a whole number of at least 1.`)
  process.exit(1)
}) as [number, number, number, number]

function readOptions() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        readers: { type: 'string', default: '5000' },
        books: { type: 'string', default: '1000' },
        seed: { type: 'string', default: '1' },
        judges: { type: 'string', default: '1000' },
        csv: { type: 'string' },
        save: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`)
    process.exit(1)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'readr-eval-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
process.env['DATA_DIR'] = folder
process.env['DATABASE_URL'] = `file:${join(folder, 'readr.db')}`
process.env['LOG_LEVEL'] = 'silent'

// Import after setting the environment, which names the database.
const { migrate } = await import('../app/platform/migrate-database.server.ts')
const { closeDatabase } = await import('../app/platform/database.server.ts')
const { GENRES } = await import('../app/catalogue/rules/genres.ts')
const { parseHistories, simulatedHistories } = await import('./marks.ts')
const { evaluate, LIST_SIZE } = await import('./evaluate.ts')
const { printSearch } = await import('./search.ts')
const { printAsk } = await import('./ask.ts')

try {
  await migrate(process.env['DATABASE_URL'])
  if (what === 'search') await printSearch(options.save ?? false)
  else if (what === 'ask') await printAsk(options.save ?? false)
  else await printRecommendations()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await closeDatabase()
}

async function printRecommendations(): Promise<void> {
  const histories =
    options.csv === undefined
      ? simulatedHistories(
          readers,
          Array.from({ length: books }, (_, i) => GENRES[i % GENRES.length]!.slug),
          seed,
          new Date('2026-11-21T00:00:00Z'),
        )
      : parseHistories(readFileSync(options.csv, 'utf8'))
  const { scores, ...data } = await evaluate(histories, judges, seed)
  console.log(
    `${data.marks} marks of ${data.readers} readers in ${data.books} books; the last ${data.heldOut} marks of ${data.tested} readers are held out.\n`,
  )
  console.log(
    `| method      | recall@${LIST_SIZE} | coverage |\n| ----------- | --------- | -------- |`,
  )
  const percent = (share: number, width: number) => `${(share * 100).toFixed(1)} %`.padStart(width)
  for (const { method, recall, coverage } of scores) {
    console.log(`| ${method.padEnd(11)} | ${percent(recall, 9)} | ${percent(coverage, 8)} |`)
  }
}
