import { DomainError } from '../../../platform/errors.ts'
import { RESTORE_MS } from '../../rules/highlights/highlight.ts'
import { findHighlight } from '../../store/highlights/highlights.server.ts'
import { changeHighlight } from './change-highlight.server.ts'

/**
 * Restores a highlight that its reader has just deleted.
 * @throws DomainError not-found; conflict if it is too late
 */
export async function restoreHighlight(
  userId: number,
  id: string,
  now = new Date(),
): Promise<void> {
  const deletedAt = (await findHighlight(userId, id))?.deletedAt
  if (deletedAt && now.getTime() - deletedAt.getTime() > RESTORE_MS) {
    throw new DomainError('conflict', 'It is too late to restore this highlight.')
  }
  await changeHighlight(userId, id, { isDeleted: false }, now)
}
