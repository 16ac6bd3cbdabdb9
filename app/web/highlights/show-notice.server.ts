import { refusedWith } from '../../middleware/form-action.server.ts'
import { DomainError } from '../../platform/errors.ts'
import type { ChangeResult } from '../../reading/service/highlights/change-highlight.server.ts'

/**
 * The form again with the highlight as it is stored now, if its reader does not know what is: another
 * device has changed it in the meantime. null: it is as the reader wants it.
 */
export function showNotice({ note: { id, color, text }, notice }: ChangeResult) {
  if (notice === undefined) return null
  const shown = { intent: 'save', note: id, color, text }
  return refusedWith(new DomainError('conflict', notice), shown)
}
