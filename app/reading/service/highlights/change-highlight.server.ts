import { DomainError } from '../../../platform/errors.ts'
import { serverTime } from '../../rules/marks.ts'
import type { Highlight } from '../../rules/highlights/highlight.ts'
import type { HighlightChangeInput } from '../../schema/highlights.ts'
import { type ChangedHighlight, updateHighlight } from '../../store/highlights/highlights.server.ts'

export interface ChangeResult {
  note: Highlight
  notice: string | undefined
}

/**
 * Changes, deletes, or restores a reader's highlight. For each field, the later change wins. A note that
 * says which version it changes overwrites no other.
 * @throws DomainError not-found; conflict: there is no room for both texts of a note
 */
export async function changeHighlight(
  userId: number,
  id: string,
  { changedAt, sentAt, ...change }: Omit<HighlightChangeInput, 'reader'>,
  now = new Date(),
): Promise<ChangeResult> {
  const at = serverTime(changedAt ?? now, sentAt ?? null, now)
  const changed = await updateHighlight(userId, id, change, at, now)
  if (!changed) throw new DomainError('not-found', 'Highlight not found.')
  return { note: changed.after, notice: noticeOf(changed, change) }
}

/** What another device has done in the meantime, if the reader did not know it. */
export function noticeOf(
  { before, after }: ChangedHighlight,
  { text, textBefore, isDeleted }: Pick<HighlightChangeInput, 'text' | 'textBefore' | 'isDeleted'>,
): string | undefined {
  if (isDeleted !== undefined) return undefined
  if (after.deletedAt) return 'This highlight was deleted elsewhere.'
  if (before.deletedAt) return 'This highlight was deleted elsewhere. It is kept with your note.'
  return textBefore && text !== after.text
    ? 'This note was changed elsewhere too. Both texts are kept.'
    : undefined
}
