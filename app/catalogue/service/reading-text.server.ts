import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { parseSummary } from '../rules/summary/parse.ts'
import { commonLength, readingText } from '../rules/summary/reading-text.ts'
import { textsOf } from '../store/books.server.ts'
import { catalogueVersion } from './version.server.ts'

export interface BookReadingText {
  /** All of it, to find highlights again: only the part that a reader may read leaves the server. */
  text: string
  /** Differs for every other text. */
  hash: string
  freeEnd: number
}

const texts = new LRUCache<string, BookReadingText>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ text }) => 200 + 2 * text.length,
})

/** The reading texts of books; books that do not exist are left out. */
export async function loadReadingTexts(ids: number[]): Promise<Map<number, BookReadingText>> {
  const version = await catalogueVersion()
  const keyOf = (id: number) => `${version} ${id}`
  const found = new Map(
    ids.flatMap((id) => {
      const known = texts.get(keyOf(id))
      return known ? [[id, known] as const] : []
    }),
  )
  const sources = await textsOf(ids.filter((id) => !found.has(id)))
  for (const [id, source] of sources) {
    const { text } = readingText(parseSummary(source, 'whole'))
    const free = readingText(parseSummary(source, 'free')).text
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    const loaded = { text, hash, freeEnd: commonLength(text, free) }
    found.set(id, loaded)
    texts.set(keyOf(id), loaded)
  }
  return found
}

/** The texts of books as they are stored, with what is after the cut. */
export const sourceTexts = (ids: number[]): Promise<Map<number, string>> => textsOf(ids)
