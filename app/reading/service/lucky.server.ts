import type { Access } from '../../catalogue/rules/access.ts'
import type { BookCard } from '../../catalogue/service/list-books.server.ts'
import { cardsOf } from '../../catalogue/service/cards.server.ts'
import { hiddenBooks } from '../../catalogue/service/version.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { type Drawable, drawable, idRange } from '../store/suggestions.server.ts'

/** Ids tried in one statement: of a catalogue with few gaps, one that fits is nearly always there. */
const TRIES = 16

/**
 * One book by chance, each as likely as the other: of those that the asker may open and has not
 * read; of all that they may open when everything is read.
 * @param userId null for visitors
 * @param random gives numbers from 0 up to, not including, 1
 * @throws DomainError not-found when there is none
 */
export async function luckyBook(
  userId: number | null,
  access: Access,
  random: () => number = Math.random,
): Promise<BookCard> {
  const from = { hidden: await hiddenBooks(), unlockedOnly: access !== 'full' }
  let id = await draw({ ...from, unreadBy: userId }, random)
  if (id === null && userId !== null) id = await draw({ ...from, unreadBy: null }, random)
  const [book] = await cardsOf(id === null ? [] : [id])
  if (!book) throw new DomainError('not-found', 'There are no summaries yet.')
  return book
}

/**
 * Tries ids until one fits, which costs the same in every catalogue; where too few fit, chooses
 * among them.
 */
async function draw(from: Drawable, random: () => number): Promise<number | null> {
  const range = await idRange()
  if (!range) return null
  const { first, last } = range
  const tried = Array.from(
    { length: TRIES },
    () => first + Math.floor(random() * (last - first + 1)),
  )
  const fitting = new Set(await drawable(from, [...new Set(tried)]))
  const hit = tried.find((id) => fitting.has(id))
  if (hit !== undefined) return hit
  const all = await drawable(from)
  return all[Math.floor(random() * all.length)] ?? null
}
