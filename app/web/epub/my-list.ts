import { requireReader } from '../../middleware/require-reader.server.ts'
import { sendEpub } from './send-epub.server.ts'
import type { Route } from './+types/my-list'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireReader(context, url)
  return sendEpub(request, context, { kind: 'my-list' })
}
