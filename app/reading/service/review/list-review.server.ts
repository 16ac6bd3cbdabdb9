import { hiddenBooks } from '../../../catalogue/service/version.server.ts'
import type { BookCard } from '../../../catalogue/service/list-books.server.ts'
import {
  CARDS_PER_DAY,
  type CardSource,
  chooseNew,
  QUESTIONS_PER_BOOK,
  sourceKey,
} from '../../rules/review/cards.ts'
import { startOfDay, startOfNextDay } from '../../rules/reader-clock.server.ts'
import { daysAfter, type Grade } from '../../rules/review/schedule.ts'
import { readRecords } from '../../store/marked-books.server.ts'
import {
  addCards,
  type CardRow,
  cardsAbout,
  countAnswers,
  deleteCards,
  dueCards,
  knownSources,
  type Reviewer,
} from '../../store/review/cards.server.ts'
import { newHighlights } from '../../store/review/highlights.server.ts'
import { highlightSource, sourcesOf, sourcesOfCards } from './sources.server.ts'

export interface ReviewCard extends CardSource {
  id: number
  book: BookCard
  /** How many times it was answered. An answer to an older state does not count. */
  reps: number
  /** In how many days it would come again after each answer. */
  days: Record<Grade, number>
}

/** The review of a day. */
export interface Review {
  cards: ReviewCard[]
  /** The answers of the day. */
  answered: number
  /** How many cards the next day has, when this one is done; null: it is not. */
  tomorrow: number | null
}

export type ReviewReader = Reviewer & { timeZone: string | null }

const zoneOf = ({ timeZone }: ReviewReader) => timeZone ?? 'UTC'

/** New cards come from at most this many of the books that were read last, loaded in steps. */
const MAX_BOOKS = 100
const BOOKS_PER_STEP = 20
/** An editor may have moved the words of some behind the cut. */
const SPARE = 4

/** What the reader has no card of yet: highlights, and what is in the books that they read last. */
async function newSources(reader: Reviewer, count: number): Promise<CardSource[]> {
  const hidden = await hiddenBooks()
  const [read, highlights] = await Promise.all([
    readRecords(reader.id, hidden, MAX_BOOKS),
    newHighlights(reader.id, hidden, count),
  ])
  const marked = highlights.map(highlightSource)
  let found = chooseNew(marked, count)
  for (let i = 0; i < read.length && (i === 0 || found.length < count); i += BOOKS_PER_STEP) {
    const ids = read.slice(i, i + BOOKS_PER_STEP).map(({ bookId }) => bookId)
    const [books, known] = await Promise.all([sourcesOf(reader, ids), knownSources(reader.id, ids)])
    const keys = new Set(known.map(sourceKey))
    const all = ids.flatMap((id) => books.get(id)?.sources ?? [])
    const fresh = all.filter((one) => !keys.has(sourceKey(one)))
    found =
      i === 0
        ? chooseNew([...fresh, ...marked], count)
        : [...found, ...chooseNew(fresh, count - found.length)]
  }
  return found
}

/** Rows as cards. Those whose words are gone are deleted, and left out. */
async function shownCards(reader: Reviewer, rows: CardRow[], now: Date): Promise<ReviewCard[]> {
  const { found, gone } = await sourcesOfCards(reader, rows)
  await deleteCards(reader.id, gone)
  return rows.flatMap((row): ReviewCard[] => {
    const source = found.get(row.id)
    return source ? [{ ...source, id: row.id, reps: row.reps, days: daysAfter(row, now) }] : []
  })
}

/**
 * The cards that are due before a moment; if there are fewer than `count`, new ones are added.
 * @param newDue when the new ones are due
 */
async function fillCards(
  reader: Reviewer,
  before: Date,
  newDue: Date,
  count: number,
  now: Date,
): Promise<ReviewCard[]> {
  const hidden = await hiddenBooks()
  const due = async () => {
    const rows = await dueCards(reader, hidden, before, count * SPARE)
    const cards = await shownCards(reader, rows.slice(0, count), now)
    if (cards.length === count || rows.length <= count) return cards
    return [...cards, ...(await shownCards(reader, rows.slice(count), now))].slice(0, count)
  }
  const cards = await due()
  if (cards.length === count) return cards
  const added = await newSources(reader, count - cards.length)
  if (added.length === 0) return cards
  await addCards(reader.id, added, newDue, now)
  return due()
}

/** The cards that are left of a reader's day, and how many were answered: five together at most. */
export async function cardsOfToday(
  reader: ReviewReader,
  now: Date,
): Promise<Pick<Review, 'cards' | 'answered'>> {
  const zone = zoneOf(reader)
  const answered = await countAnswers(reader.id, startOfDay(now, zone))
  const count = Math.max(0, CARDS_PER_DAY - answered)
  const tomorrow = startOfNextDay(now, zone)
  return { cards: count === 0 ? [] : await fillCards(reader, tomorrow, now, count, now), answered }
}

export async function listReview(reader: ReviewReader, now = new Date()): Promise<Review> {
  const { cards, answered } = await cardsOfToday(reader, now)
  if (cards.length > 0) return { cards, answered, tomorrow: null }
  const zone = zoneOf(reader)
  const tomorrow = startOfNextDay(now, zone)
  const next = await fillCards(reader, startOfNextDay(tomorrow, zone), tomorrow, CARDS_PER_DAY, now)
  return { cards, answered, tomorrow: next.length }
}

/** The questions about one book that the reader has not answered today. */
export async function listQuestions(
  reader: ReviewReader,
  bookId: number,
  now = new Date(),
): Promise<Review> {
  const zone = zoneOf(reader)
  const hidden = await hiddenBooks()
  const { sources = [] } = (await sourcesOf(reader, [bookId])).get(bookId) ?? {}
  const questions = sources.filter(({ kind }) => kind === 'question').slice(0, QUESTIONS_PER_BOOK)
  const keys = new Set(questions.map(sourceKey))
  await addCards(reader.id, questions, now, now)
  const rows = await cardsAbout(reader, hidden, bookId, 'question')
  const asked = rows.filter((row) => keys.has(sourceKey(row)))
  const today = startOfDay(now, zone)
  const open = asked.filter(({ reviewedAt }) => reviewedAt === null || reviewedAt < today)
  return {
    cards: await shownCards(reader, open, now),
    answered: asked.length - open.length,
    tomorrow: null,
  }
}
