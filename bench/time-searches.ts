/**
 * Times searches in the catalogue of DATABASE_URL, without HTTP, each as a page runs it: the search,
 * the cards, and the excerpts. Reads the searches as JSON from standard input, prints the times.
 */
import { text } from 'node:stream/consumers'
import { excerptsOf, listBooks } from '../app/catalogue/service/list-books.server.ts'
import { suggest } from '../app/catalogue/service/suggest.server.ts'
import { closeDatabase } from '../app/platform/database.server.ts'
import { latencyFigures } from './measure.ts'
import type { TimedSearch } from './queries.ts'

/** Each search counts with its fastest run, because other programs slow down the others. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 4)

async function run({ access, search, genre, page, suggests }: TimedSearch): Promise<number> {
  if (suggests) return (await suggest(search)).length
  const list = await listBooks(access, { search, genre, page, sort: null })
  await excerptsOf(access, list, search)
  return list.total
}

const groups = JSON.parse(await text(process.stdin)) as [string, TimedSearch[]][]
const figures: Record<string, object> = {}
for (const [kind, searches] of groups) {
  const fastest = searches.map(() => Infinity)
  let found = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, search] of searches.entries()) {
      const started = performance.now()
      found += await run(search)
      fastest[i] = Math.min(fastest[i]!, performance.now() - started)
    }
  }
  const slowest = searches[fastest.indexOf(Math.max(...fastest))]!
  figures[kind] = {
    ...latencyFigures(fastest),
    found: Math.round(found / ROUNDS / searches.length),
    slowest: `${slowest.access} ${slowest.search}`,
  }
}
console.log(JSON.stringify(figures))
await closeDatabase()
