import { redirect } from 'react-router'
import { countPodcastNetwork } from '../../accounts/service/count-podcast-networks.server.ts'
import { findBook } from '../../catalogue/service/find-book.server.ts'
import { accessOf, requestContextOf } from '../../middleware/request/context.server.ts'
import { ifWritable } from '../../platform/unavailable.server.ts'
import { DomainError } from '../../platform/errors.ts'
import { parseEpisodeFileName } from '../../reading/rules/podcast-episodes.ts'
import { openAudio } from '../../reading/service/audio/open-audio.server.ts'
import {
  subscriptionEnded,
  episodeNotFound,
  PRIVATE_HEADERS,
  podcastKeyRevoked,
} from './error-responses.ts'
import { writeChapters } from './rss.ts'
import type { Route } from './+types/episode'

/**
 * A file of a podcast: the audio of an episode, or its chapters. The audio is behind a signed address
 * that works for a while; apps follow the redirect, also with HEAD and byte ranges.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { signedIn, clientAddress } = requestContextOf(context)
  if (!signedIn?.session.selection) throw podcastKeyRevoked()
  if (accessOf(context) !== 'full') throw subscriptionEnded()
  const file = parseEpisodeFileName(params.file)
  const book = file && (await findBook(file.slug))
  if (!file || !book) throw episodeNotFound()
  const { id, freeBookId } = signedIn.user
  const listener = { access: 'full' as const, userId: id, freeBookId }
  const { path, timeline } = await openAudio(listener, book.id).catch((error: unknown) => {
    if (error instanceof DomainError && error.status === 404) throw episodeNotFound()
    throw error
  })
  if (!file.isAudio) {
    const headers = { ...PRIVATE_HEADERS, 'Content-Type': 'application/json+chapters' }
    return new Response(writeChapters(timeline.chapters), { headers })
  }
  if (request.method === 'GET') await ifWritable(countPodcastNetwork(signedIn, clientAddress))
  return redirect(path, { headers: { ...PRIVATE_HEADERS, 'Cache-Control': 'private, no-store' } })
}
