import { DomainError } from '../../../platform/errors.ts'
import { serverTime } from '../../rules/marks.ts'
import type { Note } from '../../rules/notes/note.ts'
import type { ChangeInput } from '../../schema/notes.ts'
import { updateNote } from '../../store/notes.server.ts'

/**
 * Changes, deletes, or restores a reader's highlight. For each field, the later change wins.
 * @throws DomainError not-found
 */
export async function changeNote(
  userId: number,
  id: string,
  { changedAt, sentAt, ...change }: Omit<ChangeInput, 'reader'>,
  now = new Date(),
): Promise<Note> {
  const at = serverTime(changedAt ?? now, sentAt ?? null, now)
  const note = await updateNote(userId, id, change, at, now)
  if (!note) throw new DomainError('not-found', 'Highlight not found.')
  return note
}
