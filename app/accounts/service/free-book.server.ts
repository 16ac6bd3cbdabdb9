import { DomainError } from '../../platform/errors.ts'
import { noteFreeBook, userById } from '../store.server.ts'

/**
 * Takes an unlocked book as the one that a free reader reads in full. It is chosen once and kept;
 * choosing the same one again changes nothing.
 * @throws DomainError forbidden (a locked book), conflict (another one was chosen)
 */
export async function chooseFreeBook(
  userId: number,
  book: { id: number; locked: boolean },
): Promise<void> {
  if (book.locked) throw new DomainError('forbidden', 'Subscription required')
  if (await noteFreeBook(userId, book.id)) return
  const user = await userById(userId)
  if (user?.freeBookId !== book.id) {
    throw new DomainError('conflict', 'You have chosen your free summary already.')
  }
}
