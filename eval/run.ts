/**
 * `npm run eval`: how good recommendations are, against popularity and chance
 * (docs/recommendations.md). In a database of its own that is gone afterwards.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const USAGE = `Usage: npm run eval -- [options]
  --readers N  simulated readers (5000)
  --books N    in a catalogue of so many (1000)
  --seed N     of what is drawn by chance (1)
  --judges N   readers whose last marks are held out, at most (1000)
  --csv FILE   given marks instead of simulated ones: lines of reader,book,time`

const options = readOptions()
if (options.help) {
  console.log(USAGE)
  process.exit()
}
const numbers = ['readers', 'books', 'seed', 'judges'] as const
const [readers, books, seed, judges] = numbers.map((name) => {
  const number = Number(options[name])
  if (Number.isInteger(number) && number > 0) return number
  console.error(`--${name} takes a whole number from 1.`)
  process.exit(1)
}) as [number, number, number, number]

function readOptions() {
  try {
    return parseArgs({
      options: {
        readers: { type: 'string', default: '5000' },
        books: { type: 'string', default: '1000' },
        seed: { type: 'string', default: '1' },
        judges: { type: 'string', default: '1000' },
        csv: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
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

// Read after the environment says which database to use.
const { migrate } = await import('../app/platform/migrate.server.ts')
const { closeDatabase } = await import('../app/platform/database.server.ts')
const { GENRES } = await import('../app/catalogue/rules/genres.ts')
const { givenHistories, simulatedHistories } = await import('./marks.ts')
const { evaluate, NAMED } = await import('./evaluate.ts')

try {
  await migrate(process.env['DATABASE_URL'])
  const histories =
    options.csv === undefined
      ? simulatedHistories(
          readers,
          Array.from({ length: books }, (_, i) => GENRES[i % GENRES.length]!.slug),
          seed,
          new Date('2026-11-21T00:00:00Z'),
        )
      : givenHistories(readFileSync(options.csv, 'utf8'))
  const { scores, ...data } = await evaluate(histories, judges, seed)
  console.log(
    `${data.marks} marks of ${data.readers} readers in ${data.books} books; the last ${data.heldOut} of ${data.judged} readers held out.\n`,
  )
  console.log(
    `| way         | recall@${NAMED} | coverage |\n| ----------- | --------- | -------- |`,
  )
  const percent = (share: number, width: number) => `${(share * 100).toFixed(1)} %`.padStart(width)
  for (const { way, recall, coverage } of scores) {
    console.log(`| ${way.padEnd(11)} | ${percent(recall, 9)} | ${percent(coverage, 8)} |`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await closeDatabase()
}
