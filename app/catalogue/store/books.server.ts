import { db, Prisma, prepared, setOf } from '../../platform/database.server.ts'
import { titleSortKey } from '../rules/search.ts'
import type { GenreSlug } from '../rules/genres.ts'
import type { TopicSlug } from '../rules/topics.ts'
import type { PublicQuestion, Question } from '../rules/questions.ts'
import type { ListPart, Sort } from '../rules/lists.ts'
import type { FileProvenance } from '../schema/book.ts'
import { filterBooks, ORDER, type BookFilter } from './book-queries.server.ts'

/** The columns that lists and cards show. */
export const cardFields = {
  id: true,
  slug: true,
  title: true,
  author: true,
  year: true,
  genre: true,
  blurb: true,
  locked: true,
  minutes: true,
  publishedAt: true,
  coverFile: true,
  coverTag: true,
} satisfies Prisma.BookSelect

export const TOPICS_IN_ORDER = {
  select: { topic: true },
  orderBy: { position: 'asc' },
} satisfies Prisma.Book$topicsArgs

export type BookRow = Prisma.BookGetPayload<{ select: typeof cardFields }>

export type BookRowWithText = BookRow &
  FileProvenance & {
    text: string
    topics: string[]
    answers: PublicQuestion[]
    hasQuestions: boolean
  }

/** The columns of BookText. */
export const textFields = {
  text: true,
  sources: true,
  edition: true,
  written: true,
  checked: true,
  answers: true,
  questions: true,
} as const

export function textOf<Row extends { sources: string }>(row: Row) {
  return { ...row, sources: JSON.parse(row.sources) as string[] }
}

/** The questions that a summary answers. */
export function answersOf({ answers }: { answers: string | null }): PublicQuestion[] {
  return answers === null ? [] : (JSON.parse(answers) as PublicQuestion[])
}

/** The questions about a text. */
export function questionsOf({ questions }: { questions: string | null }): Question[] {
  return questions === null ? [] : (JSON.parse(questions) as Question[])
}

/**
 * A part of the catalogue, sorted. The subquery finds it in the index alone, so that late pages cost
 * little more than the first.
 */
export async function listRows(
  query: BookFilter & ListPart & { genre: GenreSlug | null; sort: Sort; unlockedFirst: boolean },
): Promise<BookRow[]> {
  const order = query.unlockedFirst
    ? Prisma.sql`b."locked", ${ORDER[query.sort]}`
    : ORDER[query.sort]
  const inGenre = query.genre ? Prisma.sql`AND b."genre" = ${query.genre}` : Prisma.empty
  return prepared(Prisma.sql`SELECT ${CARD_COLUMNS} FROM "Book" b WHERE b."id" IN (
    SELECT b."id" FROM "Book" b WHERE 1 = 1 ${inGenre} ${filterBooks(query)} ORDER BY ${order}
    LIMIT ${query.take} OFFSET ${query.skip}) ORDER BY ${order}`)
}

/** The columns of a card, in a statement with the books as b. */
export const CARD_COLUMNS = Prisma.raw(
  Object.keys(cardFields)
    .map((name) => `b."${name}"`)
    .join(', '),
)

export async function countByGenre(filter: BookFilter): Promise<Map<string, number>> {
  const groups = await prepared<{ genre: string; n: number }>(Prisma.sql`
    SELECT b."genre", count(*) AS n FROM "Book" b WHERE 1 = 1 ${filterBooks(filter)}
    GROUP BY b."genre"`)
  return new Map(groups.map(({ genre, n }) => [genre, n]))
}

export async function countByTopic(
  topics: TopicSlug[],
  hidden: ReadonlySet<number>,
): Promise<Map<string, number>> {
  const shown =
    hidden.size === 0 ? Prisma.empty : Prisma.sql`AND t."bookId" NOT IN ${setOf(hidden)}`
  const rows = await db().$queryRaw<{ topic: string; n: bigint | number }[]>(Prisma.sql`
    SELECT t."topic", count(*) AS n FROM "BookTopic" t
    WHERE t."topic" IN (${Prisma.join(topics)}) ${shown} GROUP BY t."topic"`)
  return new Map(rows.map(({ topic, n }) => [topic, Number(n)]))
}

/** The books of a topic, also hidden ones. */
export async function idsOfTopic(topic: TopicSlug): Promise<number[]> {
  const rows = await prepared<{ bookId: number }>(Prisma.sql`
    SELECT "bookId" FROM "BookTopic" WHERE "topic" = ${topic} ORDER BY "bookId"`)
  return rows.map(({ bookId }) => bookId)
}

/** The topics of books in their order, by the books' ids. */
export async function topicsOfBooks(ids: number[]): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await prepared<{ bookId: number; topic: string }>(Prisma.sql`
    SELECT "bookId", "topic" FROM "BookTopic" WHERE "bookId" IN ${setOf(ids)}
    ORDER BY "bookId", "position"`)
  const topics = new Map<number, string[]>()
  for (const { bookId, topic } of rows) topics.set(bookId, [...(topics.get(bookId) ?? []), topic])
  return topics
}

/** The number of books in a filter, in one genre or all. */
export async function countAmong(filter: BookFilter, genre: GenreSlug | null): Promise<number> {
  const inGenre = genre ? Prisma.sql`AND b."genre" = ${genre}` : Prisma.empty
  const [row] = await prepared<{ n: number }>(
    Prisma.sql`SELECT count(*) AS n FROM "Book" b WHERE 1 = 1 ${inGenre} ${filterBooks(filter)}`,
  )
  return row!.n
}

/** Books by id, in the order of the ids; unknown ids are left out. */
export async function booksById(ids: number[]): Promise<BookRow[]> {
  if (ids.length === 0) return []
  const rows = await prepared<BookRow>(Prisma.sql`
    SELECT ${CARD_COLUMNS} FROM "Book" b WHERE b."id" IN ${setOf(ids)}`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The texts of books and the questions about them, by id. */
export async function questionedTexts(
  ids: number[],
): Promise<Map<number, { text: string; questions: Question[] }>> {
  if (ids.length === 0) return new Map()
  const rows = await db().bookText.findMany({
    select: { bookId: true, text: true, questions: true },
    where: { bookId: { in: ids } },
  })
  return new Map(
    rows.map(({ bookId, text, questions }) => [
      bookId,
      { text, questions: questionsOf({ questions }) },
    ]),
  )
}

export async function textsOf(ids: number[]): Promise<Map<number, string>> {
  const rows = await answeringTexts(ids)
  return new Map([...rows].map(([id, { text }]) => [id, text]))
}

/** The texts of books and the questions that they answer, by id. */
export async function answeringTexts(
  ids: number[],
): Promise<Map<number, { text: string; answers: PublicQuestion[] }>> {
  if (ids.length === 0) return new Map()
  const rows = await prepared<{ bookId: number; text: string; answers: string | null }>(
    Prisma.sql`SELECT "bookId", "text", "answers" FROM "BookText" WHERE "bookId" IN ${setOf(ids)}`,
  )
  return new Map(rows.map((row) => [row.bookId, { text: row.text, answers: answersOf(row) }]))
}

/** A book with its text, or null. */
export async function bookBySlug(slug: string): Promise<BookRowWithText | null> {
  type Row = BookRow &
    Omit<FileProvenance, 'sources'> & {
      text: string
      sources: string
      answers: string | null
      hasQuestions: boolean | number
    }
  const [row] = await prepared<Row>(Prisma.sql`
    SELECT ${CARD_COLUMNS}, t."text", t."sources", t."edition", t."written", t."checked",
      t."answers", t."questions" IS NOT NULL AS "hasQuestions" FROM "Book" b
    JOIN "BookText" t ON t."bookId" = b."id" WHERE b."slug" = ${slug}`)
  if (!row) return null
  const topics = await prepared<{ topic: string }>(Prisma.sql`
    SELECT "topic" FROM "BookTopic" WHERE "bookId" = ${row.id} ORDER BY "position"`)
  return {
    ...textOf(row),
    topics: topics.map(({ topic }) => topic),
    answers: answersOf(row),
    hasQuestions: Boolean(row.hasQuestions),
  }
}

export function slugsByTitle(titles: string[]) {
  return db().book.findMany({
    // The keys are indexed; titles that differ only in case or accents are left out.
    where: { titleKey: { in: titles.slice(0, 10).map(titleSortKey) }, title: { in: titles } },
    select: { id: true, title: true, slug: true },
  })
}

/** A book without its text, or null. */
export async function cardBySlug(slug: string): Promise<BookRow | null> {
  const [row] = await prepared<BookRow>(
    Prisma.sql`SELECT ${CARD_COLUMNS} FROM "Book" b WHERE b."slug" = ${slug}`,
  )
  return row ?? null
}

export async function hasBook(id: number): Promise<boolean> {
  return (await db().book.count({ where: { id } })) > 0
}

/** The newest books. */
export function newestBooks(
  take: number,
  hidden: ReadonlySet<number>,
  skip = 0,
): Promise<BookRow[]> {
  return prepared(Prisma.sql`
    SELECT ${CARD_COLUMNS} FROM "Book" b WHERE 1 = 1 ${filterBooks({ among: null, hidden })}
    ORDER BY ${ORDER.newest} LIMIT ${take} OFFSET ${skip}`)
}

/** The ids of the books that have most topics in common with a book, most of all first. */
export async function idsWithTopicsOf(
  bookId: number,
  hidden: ReadonlySet<number>,
  most: number,
): Promise<number[]> {
  const shown = hidden.size === 0 ? Prisma.empty : Prisma.sql`AND b."id" NOT IN ${setOf(hidden)}`
  const rows = await prepared<{ id: number }>(Prisma.sql`
    SELECT b."id" FROM "BookTopic" own
    JOIN "BookTopic" other ON other."topic" = own."topic" AND other."bookId" <> own."bookId"
    JOIN "Book" b ON b."id" = other."bookId"
    WHERE own."bookId" = ${bookId} ${shown}
    GROUP BY b."id" ORDER BY count(*) DESC, max(b."popularity") DESC, b."id" LIMIT ${most}`)
  return rows.map(({ id }) => id)
}

/** The questions that a book answers. */
export async function answersOfBook(bookId: number): Promise<PublicQuestion[]> {
  const row = await db().bookText.findUnique({ where: { bookId }, select: { answers: true } })
  return row ? answersOf(row) : []
}
