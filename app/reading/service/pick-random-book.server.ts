import type { Access } from '../../catalogue/rules/access.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { cardsOf } from '../../catalogue/service/book-cards.server.ts'
import { catalogueVersion, hiddenBooks } from '../../catalogue/service/version.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { type Eligible, eligibleBooks, idRange } from '../store/random-choice.server.ts'

/** Ids tried in one statement. With few gaps between ids, one of them nearly always fits. */
const TRIES = 16

/**
 * One random book, uniform among those that the asker may open and has not read, or among all that
 * they may open when everything is read.
 * @param userId null for visitors
 * @param random numbers from 0 up to, not including, 1
 * @param skipped books that are picked only if there is no other
 * @throws DomainError not-found when there is none
 */
export async function pickRandomBook(
  userId: number | null,
  access: Access,
  random: () => number = Math.random,
  skipped: ReadonlySet<number> = new Set(),
): Promise<BookCard> {
  const from = { hidden: await hiddenBooks(), unlockedOnly: access !== 'full' }
  let id = await pickId({ ...from, unreadBy: userId }, random, skipped)
  if (id === null && userId !== null)
    id = await pickId({ ...from, unreadBy: null }, random, skipped)
  const [book] = await cardsOf(id === null ? [] : [id])
  if (!book) throw new DomainError('not-found', 'There are no summaries yet.')
  return book
}

let range: { version: number; ids: Awaited<ReturnType<typeof idRange>> } | undefined

/** The range of ids changes only with the version of the catalogue. */
async function currentRange() {
  const version = await catalogueVersion()
  if (range?.version !== version) range = { version, ids: await idRange() }
  return range.ids
}

/** Tries random ids, which takes the same time in any catalogue; lists all books only if none fits. */
async function pickId(
  eligible: Eligible,
  random: () => number,
  skipped: ReadonlySet<number>,
): Promise<number | null> {
  const ids = await currentRange()
  if (!ids) return null
  const { first, last } = ids
  const tried = Array.from(
    { length: TRIES },
    () => first + Math.floor(random() * (last - first + 1)),
  )
  const fitting = new Set(await eligibleBooks(eligible, [...new Set(tried)]))
  const hit = tried.find((id) => fitting.has(id) && !skipped.has(id))
  if (hit !== undefined) return hit
  const all = await eligibleBooks(eligible)
  const others = all.filter((id) => !skipped.has(id))
  const from = others.length > 0 ? others : all
  return from[Math.floor(random() * from.length)] ?? null
}
