import { sendEpub } from './send-epub.server.ts'
import type { Route } from './+types/summary'

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  sendEpub(request, context, { kind: 'summary', slug: params.slug })
