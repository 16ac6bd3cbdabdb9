import { createHash } from 'node:crypto'
import { cardsOf } from '../../../catalogue/service/book-cards.server.ts'
import type { BookCard } from '../../../catalogue/service/list-books.server.ts'
import { takeawaysAndQuestions } from '../../../catalogue/service/takeaways-and-questions.server.ts'
import { lineText } from '../../../catalogue/rules/summary/parse.ts'
import {
  type CardSource,
  highlightCard,
  sourceKey,
  takeawayCard,
} from '../../rules/review/cards.ts'
import type { CardRow, Reviewer } from '../../store/review/cards.server.ts'
import { type HighlightRow, highlightsById } from '../../store/review/highlights.server.ts'

export interface BookSources {
  book: BookCard
  sources: CardSource[]
  /** Whether there are no others in the text, readable or not. */
  isComplete: boolean
}

const hashOf = (words: string) =>
  createHash('sha256').update(words).digest('base64url').slice(0, 16)

/** What a reader may be asked about books: only what they may read now. Hidden books are left out. */
export async function sourcesOf(
  { access, freeBookId }: Reviewer,
  bookIds: number[],
): Promise<Map<number, BookSources>> {
  const books = await cardsOf(bookIds)
  const readable = await takeawaysAndQuestions(books, access, freeBookId)
  return new Map(
    books.map((book) => {
      const { takeaways = [], questions = [], isWhole = false } = readable.get(book.id) ?? {}
      const common = { bookId: book.id, note: '' }
      const sources: CardSource[] = [
        ...questions.map((one) => ({
          ...common,
          ...one,
          kind: 'question' as const,
          source: hashOf(one.question),
          fragment: `idea-${one.idea}`,
        })),
        ...takeaways.flatMap(({ line, isPaid }) => {
          const card = takeawayCard(line)
          const source = hashOf(lineText(line))
          return card
            ? [
                {
                  ...common,
                  ...card,
                  kind: 'takeaway' as const,
                  source,
                  isPaid,
                  idea: null,
                  fragment: 'readr-takeaways',
                },
              ]
            : []
        }),
      ]
      return [book.id, { book, sources, isComplete: isWhole }]
    }),
  )
}

/** A highlight is the reader's, also after their plan has ended. */
export const highlightSource = (row: HighlightRow): CardSource => ({
  ...highlightCard(row),
  bookId: row.bookId,
  kind: 'highlight',
  source: row.id,
  isPaid: false,
  note: row.text,
  idea: null,
  fragment: `note-${row.id}`,
})

type CardKey = Pick<CardRow, 'id' | 'bookId' | 'kind' | 'source'>

/** What cards ask, by their id, and the ids of cards whose words are gone. */
export async function sourcesOfCards(
  reader: Reviewer,
  cards: CardKey[],
): Promise<{ found: Map<number, CardSource & { book: BookCard }>; gone: number[] }> {
  const ids = cards.flatMap(({ kind, source }) => (kind === 'highlight' ? source : []))
  const [books, highlights] = await Promise.all([
    sourcesOf(reader, [...new Set(cards.map(({ bookId }) => bookId))]),
    highlightsById(reader.id, ids),
  ])
  const all = [
    ...[...books.values()].flatMap(({ sources }) => sources),
    ...highlights.map(highlightSource),
  ]
  const byKey = new Map(all.map((source) => [sourceKey(source), source]))
  const found = new Map<number, CardSource & { book: BookCard }>()
  const gone: number[] = []
  for (const card of cards) {
    const { book, isComplete } = books.get(card.bookId) ?? {}
    const source = byKey.get(sourceKey(card))
    if (source && book) found.set(card.id, { ...source, book })
    else if (!source && (isComplete || card.kind === 'highlight')) gone.push(card.id)
  }
  return { found, gone }
}
