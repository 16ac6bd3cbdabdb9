import { cardsOf } from '../../catalogue/service/book-cards.server.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { type YearFigures, figuresOf, finishedIn, countGenres } from '../rules/my-year.ts'
import {
  monthOf,
  monthsOf,
  startOfPeriod,
  yearOf,
  yearsWith,
} from '../rules/reader-clock.server.ts'
import type { ReadingGoal } from '../rules/reading-goal.ts'
import { readRecords } from '../store/marked-books.server.ts'
import { highlightCountAndGoal, highlightsPeriod, passageIn } from '../store/my-year.server.ts'

/** Whose figures they are: days, weeks, and months are by their clock. */
export interface YearReader {
  id: number
  timeZone: string | null
}

type Finished = BookCard & { readAt: Date }

export interface ThisMonth extends YearFigures {
  /** From 1. */
  month: number
  goal: (ReadingGoal & { done: number }) | null
}

export interface MyYear extends YearFigures {
  year: number
  /** In which there is something, the latest first. */
  years: number[]
  months: number[]
  /** The most first. */
  genres: { genre: string; books: number }[]
  /** The books, the latest first. */
  finished: Finished[]
  /** A highlight of the year; its book may be hidden. */
  passage: { id: string; exact: string; text: string; book: BookCard } | null
  thisMonth: ThisMonth
}

/** The books among some read records; deleted and hidden ones are left out. */
async function finishedBooks(records: { bookId: number; readAt: Date }[]): Promise<Finished[]> {
  const cards = await cardsOf(records.map(({ bookId }) => bookId))
  const byId = new Map(cards.map((card) => [card.id, card]))
  return records.flatMap(({ bookId, readAt }) => {
    const card = byId.get(bookId)
    return card ? [{ ...card, readAt }] : []
  })
}

/**
 * What a reader did this month, in one statement.
 * @param read what they marked as read, at least in this week and month
 */
export async function thisMonth(
  { id, timeZone }: YearReader,
  read: { bookId: number; readAt: Date }[],
  now = new Date(),
): Promise<ThisMonth> {
  const zone = timeZone ?? 'UTC'
  const from = startOfPeriod('month', now, zone)
  const month = { from, before: new Date(now.getTime() + 1) }
  const { notes, goal } = await highlightCountAndGoal(id, await hiddenBooks(), month)
  const readSince = (start: Date) =>
    read.filter(({ readAt }) => readAt.getTime() >= start.getTime())
  const books = await finishedBooks(readSince(from))
  const since = goal?.period === 'week' ? startOfPeriod('week', now, zone) : from
  const done = readSince(since).length
  return {
    ...figuresOf(books, notes),
    month: monthOf(now, zone),
    goal: goal && { ...goal, done },
  }
}

/**
 * A year of a reader.
 * @param wanted null: the latest in which there is something
 */
export async function myYear(
  reader: YearReader,
  wanted: number | null,
  now = new Date(),
): Promise<MyYear> {
  const zone = reader.timeZone ?? 'UTC'
  const hidden = await hiddenBooks()
  const [records, notes] = await Promise.all([
    readRecords(reader.id, hidden),
    highlightsPeriod(reader.id, hidden),
  ])
  const moments = [
    ...records.map(({ readAt }) => new Date(readAt)),
    ...(notes ? [notes.first, notes.last] : []),
  ]
  const years = yearsWith(moments, zone)
  const year = wanted ?? years[0] ?? yearOf(now, zone)
  const months = monthsOf(year, zone)
  const span = { from: months[0]!.from, before: months[11]!.before }
  const [finished, { notes: ideas }, passage] = await Promise.all([
    finishedBooks(finishedIn(records, span)),
    highlightCountAndGoal(reader.id, hidden, span),
    passageIn(reader.id, hidden, span),
  ])
  const [book] = passage ? await cardsOf([passage.bookId]) : []
  return {
    ...figuresOf(finished, ideas),
    year,
    years,
    months: months.map((month) => finishedIn(finished, month).length),
    genres: countGenres(finished),
    finished,
    passage: passage && book ? { ...passage, book } : null,
    thisMonth: await thisMonth(reader, records, now),
  }
}
