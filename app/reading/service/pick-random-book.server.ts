import type { Access } from '../../catalogue/rules/access.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { cardsOf } from '../../catalogue/service/book-cards.server.ts'
import { catalogueVersion, hiddenBooks } from '../../catalogue/service/version.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { readRecords } from '../store/marked-books.server.ts'
import { idRange, visibleIds } from '../store/random-choice.server.ts'

/** Random ids that one statement looks up. With few gaps between ids, one of them nearly always fits. */
const IDS_PER_TRY = 4
const TRIES = 4

const NONE: ReadonlySet<number> = new Set()

interface Options {
  random?: () => number
  skipped?: ReadonlySet<number>
  read?: ReadonlySet<number>
}

/**
 * One random book, uniform among those that the asker may open and has not read, or among all that
 * they may open when everything is read.
 * @param userId null for visitors
 * @param random numbers from 0 up to, not including, 1
 * @param skipped books that are picked only if there is no other
 * @param read what the reader has read, if it is known
 * @throws DomainError not-found when there is none
 */
export async function pickRandomBook(
  userId: number | null,
  access: Access,
  { random = Math.random, skipped = NONE, read }: Options = {},
): Promise<BookCard> {
  const unlockedOnly = access !== 'full'
  const known = read ?? (userId === null ? NONE : await readIds(userId))
  const unread = await pick(unlockedOnly, known, random, skipped)
  const book = unread ?? (known.size > 0 && (await pick(unlockedOnly, NONE, random, skipped)))
  if (!book) throw new DomainError('not-found', 'There are no summaries yet.')
  return book
}

async function readIds(userId: number): Promise<ReadonlySet<number>> {
  const records = await readRecords(userId, await hiddenBooks())
  return new Set(records.map(({ bookId }) => bookId))
}

let range: { version: number; ids: Awaited<ReturnType<typeof idRange>> } | undefined

/** The range of ids changes only with the version of the catalogue. */
async function currentRange() {
  const version = await catalogueVersion()
  if (range?.version !== version) range = { version, ids: await idRange() }
  return range.ids
}

/** Tries random ids, which takes the same time in any catalogue; lists all books only if none fits. */
async function pick(
  unlockedOnly: boolean,
  read: ReadonlySet<number>,
  random: () => number,
  skipped: ReadonlySet<number>,
): Promise<BookCard | undefined> {
  const ids = await currentRange()
  if (!ids) return undefined
  const { first, last } = ids
  for (let i = 0; i < TRIES; i++) {
    const drawn = Array.from(
      { length: IDS_PER_TRY },
      () => first + Math.floor(random() * (last - first + 1)),
    )
    const books = await cardsOf(drawn.filter((id) => !read.has(id) && !skipped.has(id)))
    const book = books.find(({ locked }) => !(unlockedOnly && locked))
    if (book) return book
  }
  const all = (await visibleIds(await hiddenBooks(), unlockedOnly)).filter((id) => !read.has(id))
  const others = all.filter((id) => !skipped.has(id))
  const from = others.length > 0 ? others : all
  const id = from[Math.floor(random() * from.length)]
  return id === undefined ? undefined : (await cardsOf([id]))[0]
}
