import { type Extent, type Line, parseSummary } from '../rules/summary/parse.ts'
import { takeawaysOf } from '../rules/summary/takeaways.ts'
import { textsOf } from '../store/books.server.ts'
import { oncePerVersion } from './once-per-version.server.ts'

/** The takeaways of the books that were asked for, until the catalogue changes. */
const known = oncePerVersion(() => Promise.resolve(new Map<number, Record<Extent, Line[]>>()))

/** Those of a book take about 1 kB. */
const MAX_KNOWN = 5000

export async function takeawaysOfBook(bookId: number, extent: Extent): Promise<Line[]> {
  const cache = await known()
  let takeaways = cache.get(bookId)
  if (!takeaways) {
    const text = (await textsOf([bookId])).get(bookId) ?? ''
    const inPart = (part: Extent) => takeawaysOf(parseSummary(text, part))
    takeaways = { free: inPart('free'), whole: inPart('whole') }
    if (cache.size >= MAX_KNOWN) cache.clear()
    cache.set(bookId, takeaways)
  }
  return takeaways[extent]
}
