import { sendEpub } from './send-epub.server.ts'
import type { Route } from './+types/collection'

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  sendEpub(request, context, { kind: 'collection', slug: params.collection })
