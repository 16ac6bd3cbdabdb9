import { sendEpub } from './send-epub.server.ts'
import type { Route } from './+types/all-books'

/** Everything that the reader may read, as an EPUB. */
export const loader = ({ request, context }: Route.LoaderArgs) =>
  sendEpub(request, context, { kind: 'all' })
