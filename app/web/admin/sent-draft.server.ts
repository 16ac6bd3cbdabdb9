import { MAX_DRAFT_CHARS, draftInput } from '../../admin/schema/book-drafts.ts'
import { bookFormFrom } from '../../admin/rules/posted-book-form.ts'
import type { SentDraft } from '../../admin/service/book-drafts.server.ts'
import { readFiles } from '../../middleware/form-action.server.ts'
import { DomainError } from '../../platform/errors.ts'

/** Enough for the longest draft in the encoding of forms. */
const MAX_BODY_BYTES = 4 * 2 ** 20

/**
 * The form of the editor, from a page or a script.
 * @throws DomainError too-large, invalid-input; a 400 page if it cannot be read
 */
export async function readSentDraft(request: Request): Promise<{
  sent: SentDraft
  fields: FormData
}> {
  const fields = await readFiles(request, MAX_BODY_BYTES, '')
  const state = draftInput.safeParse(Object.fromEntries(fields))
  const form = bookFormFrom(fields)
  if (!state.success) {
    throw new DomainError('invalid-input', 'The form is incomplete. Open the editor again.')
  }
  if (JSON.stringify(form).length > MAX_DRAFT_CHARS) {
    const message = `Please use at most ${MAX_DRAFT_CHARS} characters.`
    throw new DomainError('too-large', message)
  }
  return { sent: { ...state.data, form }, fields }
}
