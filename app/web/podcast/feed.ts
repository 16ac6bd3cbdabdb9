import { accessOf, requestContextOf } from '../../middleware/request/context.server.ts'
import { env } from '../../platform/env.server.ts'
import { listPodcastEpisodes } from '../../reading/service/list-podcast-episodes.server.ts'
import { PRIVATE_HEADERS, podcastKeyRevoked } from './error-responses.ts'
import { writePodcast } from './rss.ts'
import type { Route } from './+types/feed'

/**
 * A reader's podcast. Without full access it has one item that says so, and status 200: apps come back,
 * and show the episodes again after a new subscription. Only a revoked address ends permanently.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { signedIn } = requestContextOf(context)
  const selection = signedIn?.session.selection
  if (!signedIn || !selection) throw podcastKeyRevoked()
  const episodes =
    accessOf(context) === 'full' ? await listPodcastEpisodes(signedIn.user.id, selection) : null
  const latest = episodes?.[0]?.at
  return new Response(writePodcast({ secret: params.token, selection, episodes }, env().appUrl), {
    headers: {
      ...PRIVATE_HEADERS,
      'Content-Type': 'application/rss+xml; charset=utf-8',
      ...(latest && { 'Last-Modified': latest.toUTCString() }),
    },
  })
}
