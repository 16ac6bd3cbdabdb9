import { DomainError } from '../../../platform/errors.ts'
import { RESTORE_MS } from '../../rules/notes/note.ts'
import { findNote } from '../../store/notes.server.ts'
import { changeNote } from './change-note.server.ts'

/**
 * Restores a highlight that its reader has just deleted.
 * @throws DomainError not-found; conflict if it is too late
 */
export async function restoreNote(userId: number, id: string, now = new Date()): Promise<void> {
  const deletedAt = (await findNote(userId, id))?.deletedAt
  if (deletedAt && now.getTime() - deletedAt.getTime() > RESTORE_MS) {
    throw new DomainError('conflict', 'It is too late to restore this highlight.')
  }
  await changeNote(userId, id, { isDeleted: false }, now)
}
