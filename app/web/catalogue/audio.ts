import { redirect } from 'react-router'
import { findBook } from '../../catalogue/service/find-book.server.ts'
import { accessOf, requestContextOf } from '../../middleware/request/context.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { openAudio } from '../../reading/service/audio/open-audio.server.ts'
import type { Route } from './+types/audio'

/**
 * The audio of a book as far as the reader may listen, for pages without JavaScript: leads to a signed address, which
 * serve-audio.server.ts answers.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const book = await findBook(params.slug)
  if (!book) throw new Response('There is no such summary.', { status: 404 })
  const user = requestContextOf(context).signedIn?.user
  const listener = {
    access: accessOf(context),
    userId: user?.id ?? null,
    freeBookId: user?.freeBookId ?? null,
  }
  const { path } = await openAudio(listener, book.id).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error
    throw new Response(error.message, { status: error.status })
  })
  return redirect(path, { headers: { 'Cache-Control': 'private, no-store' } })
}
