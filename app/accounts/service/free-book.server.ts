import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { personHashes } from '../../platform/person-hash.server.ts'
import { hadFreeBook, noteFreeBook, rememberFreeBook } from '../store/free-book.server.ts'
import { userById } from '../store/users.server.ts'

/**
 * Takes an unlocked book as the one that a free reader reads in full. A person chooses once, with
 * whichever account, and keeps it; choosing the same one again changes nothing.
 * @throws DomainError forbidden (a locked book), conflict (another one was chosen, with this account
 * or another)
 */
export async function chooseFreeBook(
  reader: { id: number; email: string },
  book: { id: number; locked: boolean },
): Promise<void> {
  if (book.locked) throw new DomainError('forbidden', 'Subscription required')
  const noted = await noteFreeBook(reader.id, book.id, personHashes(reader.email), now())
  if (noted === true) return
  if (noted === 'used') {
    const text = 'Your free summary was already used, with this email address or card.'
    throw new DomainError('conflict', text)
  }
  const user = await userById(reader.id)
  if (user?.freeBookId !== book.id) {
    throw new DomainError('conflict', 'You have chosen your free summary already.')
  }
}

/** Whether a reader who has chosen no book may not do so, having had theirs with another account. */
export function isFreeBookUsed(reader: { id: number; email: string }): Promise<boolean> {
  return hadFreeBook(reader.id, personHashes(reader.email))
}

/** Remembers before an account is deleted that its reader has had their free summary. */
export async function keepFreeBookInMind(userId: number): Promise<void> {
  const user = await userById(userId)
  if (user?.freeBookId) await rememberFreeBook(personHashes(user.email), now())
}
