import {
  db,
  inRange,
  Prisma,
  prepared,
  type Queries,
  tableOf,
} from '../../platform/database.server.ts'
import {
  type IndexedBook,
  type IndexedWords,
  indexWords,
  stemTerm,
  strengthsIn,
  wordTerm,
} from '../rules/relevance.ts'
import { increaseVersion, lockVersion } from './catalogue-state.server.ts'
import { answersOf, TOPICS_IN_ORDER } from './books.server.ts'

const IDS_PER_CHECK = 1000
/** Some 100 ms of work. */
const BATCH_SIZE = 20
/** Rows of one statement. */
const TERMS_PER_STATEMENT = 5000

/**
 * Indexes some texts that are not indexed yet, of books after this id.
 * @returns the id after which to continue; null at the end of the catalogue
 */
export async function indexSomeTexts(after: number): Promise<number | null> {
  const [checked] = await prepared<{ last: number | null }>(
    Prisma.sql`SELECT max("id") AS "last" FROM "Book"`,
  )
  if (after >= (checked!.last ?? 0)) return null
  const missing = await prepared<{ id: number }>(Prisma.sql`
    SELECT b."id" FROM "Book" b WHERE ${inRange('b."id"', [after, after + IDS_PER_CHECK])}
      AND NOT EXISTS (SELECT 1 FROM "BookWords" w WHERE w."bookId" = b."id")
    LIMIT ${BATCH_SIZE}`)
  const isLast = missing.length < BATCH_SIZE
  if (missing.length > 0) await indexBooks(missing, isLast)
  return isLast ? after + IDS_PER_CHECK : after
}

async function indexBooks(missing: { id: number }[], isLast: boolean): Promise<void> {
  await db().$transaction(async (tx) => {
    // A book that is changed right now writes its own words.
    await lockVersion(tx)
    const books = await tx.book.findMany({
      where: { id: { in: missing.map(({ id }) => id) }, words: null },
      include: { text: true, topics: TOPICS_IN_ORDER },
    })
    const records = books.map(({ text, topics, ...book }): [number, IndexedBook] => [
      book.id,
      {
        ...book,
        topics: topics.map(({ topic }) => topic),
        answers: answersOf(text ?? { answers: null }),
        text: text?.text ?? '',
      },
    ])
    await replaceWords(tx, new Map(records))
    if (isLast) await increaseVersion(tx)
  })
}

/** Replaces the words that search finds books by, by their ids, and counts how common they are. */
export async function replaceWords(
  tx: Queries,
  books: ReadonlyMap<number, IndexedBook>,
): Promise<void> {
  const where = { bookId: { in: [...books.keys()] } }
  const before = await tx.bookWords.findMany({ where })
  const after = [...books].map(([bookId, book]) => ({ bookId, ...indexWords(book) }))
  if (before.length > 0) await tx.bookWords.deleteMany({ where })
  await tx.bookWords.createMany({ data: after })
  const sums = new Map<string, [free: number, whole: number]>()
  for (const words of before) addTo(sums, words, -1)
  for (const words of after) addTo(sums, words, 1)
  // In one order, so that two transactions do not deadlock.
  const rows = [...sums]
    .filter(([, [free, whole]]) => free !== 0 || whole !== 0)
    .map(([term, [free, whole]]) => [term, free, whole])
    .toSorted(([a], [b]) => (a! < b! ? -1 : 1))
  for (let i = 0; i < rows.length; i += TERMS_PER_STATEMENT) {
    const table = tableOf(rows.slice(i, i + TERMS_PER_STATEMENT), ['text', 'int', 'int'])
    await tx.$executeRaw(Prisma.sql`
      INSERT INTO "SearchTerm" ("term", "free", "whole")
      SELECT column1, column2, column3 FROM ${table} AS t WHERE true
      ON CONFLICT ("term") DO UPDATE SET "free" = "SearchTerm"."free" + excluded."free",
        "whole" = "SearchTerm"."whole" + excluded."whole"`)
  }
  if (before.length > 0) await tx.searchTerm.deleteMany({ where: { whole: { lte: 0 } } })
}

function addTo(
  sums: Map<string, [free: number, whole: number]>,
  { freeWords, paidWords, publicWords }: IndexedWords,
  sign: 1 | -1,
): void {
  const add = (term: string, free: number, whole: number) => {
    const sum = sums.get(term) ?? [0, 0]
    sums.set(term, [sum[0] + sign * free, sum[1] + sign * whole])
  }
  const free = new Map(strengthsIn(freeWords))
  for (const [stem, strength] of free) add(stemTerm(stem), strength, strength)
  for (const [stem, strength] of strengthsIn(paidWords)) {
    add(stemTerm(stem), 0, strength - (free.get(stem) ?? 0))
  }
  for (const word of publicWords.split(' ')) if (word) add(wordTerm(word), 1, 1)
}
