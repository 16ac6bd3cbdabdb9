import { DomainError } from '../../../platform/errors.ts'
import { serverTime } from '../../rules/marks.ts'
import type { Highlight } from '../../rules/highlights/highlight.ts'
import type { HighlightChangeInput } from '../../schema/highlights.ts'
import { updateHighlight } from '../../store/highlights/highlights.server.ts'

/**
 * Changes, deletes, or restores a reader's highlight. For each field, the later change wins.
 * @throws DomainError not-found
 */
export async function changeHighlight(
  userId: number,
  id: string,
  { changedAt, sentAt, ...change }: Omit<HighlightChangeInput, 'reader'>,
  now = new Date(),
): Promise<Highlight> {
  const at = serverTime(changedAt ?? now, sentAt ?? null, now)
  const note = await updateHighlight(userId, id, change, at, now)
  if (!note) throw new DomainError('not-found', 'Highlight not found.')
  return note
}
