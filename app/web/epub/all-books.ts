import { sendEpub } from './send-epub.server.ts'
import type { Route } from './+types/all-books'

export const loader = ({ request, context }: Route.LoaderArgs) =>
  sendEpub(request, context, { kind: 'all' })
