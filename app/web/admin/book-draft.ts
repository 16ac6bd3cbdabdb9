import { redirect } from 'react-router'
import { isOutdated, NEW_BOOK, saveDraft } from '../../admin/service/book-drafts.server.ts'
import { requireReader } from '../../middleware/require-reader.server.ts'
import { refusalOf } from '../../platform/unavailable.server.ts'
import { draftText } from './book-editor.tsx'
import { readSentDraft } from './sent-draft.server.ts'
import type { Route } from './+types/book-draft'

/** Only the script of the editor uses this address. */
export const loader = () => redirect('/admin/books')

const OUTDATED = 'Someone else has changed this book. Reload this page to compare.'

/** Saves the draft while an administrator types. */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  const { user } = requireReader(context, url)
  const slug = params.slug ?? NEW_BOOK
  try {
    const { sent } = await readSentDraft(request)
    const outdated = await isOutdated(slug, sent.since)
    const { version, savedAt } = await saveDraft({ userId: user.id, slug }, sent)
    const message = draftText(savedAt)
    return Response.json({ version, message: outdated ? `${message} ${OUTDATED}` : message })
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return Response.json(
      { message: refusal.message },
      { status: refusal.status, headers: refusal.headers },
    )
  }
}
