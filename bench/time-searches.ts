/**
 * Times searches in the catalogue of DATABASE_URL, without HTTP, each as a page runs it: the search,
 * the cards, and the excerpts. Reads the searches as JSON from standard input, prints the times.
 */
import { text } from 'node:stream/consumers'
import { excerptsOf, listBooks } from '../app/catalogue/service/list-books.server.ts'
import { findSearchSuggestions } from '../app/catalogue/service/search-suggestions.server.ts'
import { closeDatabase } from '../app/platform/database.server.ts'
import { latencyFigures } from './measure.ts'
import type { TimedSearch } from './queries.ts'

/** Besides the first one; only the fastest counts, because other programs slow down the others. */
const MORE_ROUNDS = 3
const WARM_UP = 5

async function run({ access, search, genre, page, suggests }: TimedSearch): Promise<number> {
  if (suggests) return (await findSearchSuggestions(search)).length
  const list = await listBooks(access, { search, genre, page, sort: null })
  await excerptsOf(access, list, search)
  return list.total
}

async function timed(search: TimedSearch): Promise<number> {
  const started = performance.now()
  await run(search)
  return performance.now() - started
}

const groups = JSON.parse(await text(process.stdin)) as [string, TimedSearch[]][]
for (const [, searches] of groups) for (const search of searches.slice(-WARM_UP)) await run(search)
const figures: Record<string, object> = {}
for (const [kind, searches] of groups) {
  const first: number[] = []
  for (const search of searches) first.push(await timed(search))
  const fastest = [...first]
  for (let round = 0; round < MORE_ROUNDS; round++) {
    for (const [i, search] of searches.entries()) {
      fastest[i] = Math.min(fastest[i]!, await timed(search))
    }
  }
  const slowest = searches[fastest.indexOf(Math.max(...fastest))]!
  figures[kind] = {
    first: latencyFigures(first),
    again: latencyFigures(fastest),
    slowest: `${slowest.access} ${slowest.search}`,
  }
}
console.log(JSON.stringify(figures))
await closeDatabase()
