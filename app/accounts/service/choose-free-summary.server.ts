import { now } from '../../platform/clock.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { personHashes } from '../../platform/person-hash.server.ts'
import {
  hadFreeSummary,
  rememberFreeSummary,
  setFreeSummary,
} from '../store/free-summary.server.ts'
import { userById } from '../store/users.server.ts'

/**
 * Sets the one unlocked book that a free reader may read in full. A person chooses once across all
 * their accounts; choosing the same book again changes nothing.
 * @throws DomainError forbidden (a locked book), conflict (another one was chosen, with this account
 * or another)
 */
export async function chooseFreeSummary(
  reader: { id: number; email: string },
  book: { id: number; locked: boolean },
): Promise<void> {
  if (book.locked) throw new DomainError('forbidden', 'Subscription required')
  const chosen = await setFreeSummary(reader.id, book.id, personHashes(reader.email), now())
  if (chosen === true) return
  if (chosen === 'used') {
    const text = 'You’ve already used your free summary, possibly with another account.'
    throw new DomainError('conflict', text)
  }
  const user = await userById(reader.id)
  if (user?.freeBookId !== book.id) {
    throw new DomainError('conflict', 'You have already chosen your free summary.')
  }
}

export function isFreeSummaryUsed(reader: { id: number; email: string }): Promise<boolean> {
  return hadFreeSummary(reader.id, personHashes(reader.email))
}

/** Remembers, before an account is deleted, that its reader has used the free summary. */
export async function rememberUsedFreeSummary(userId: number): Promise<void> {
  const user = await userById(userId)
  if (user?.freeBookId) await rememberFreeSummary(personHashes(user.email), now())
}
