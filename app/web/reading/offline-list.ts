import { appearanceText } from '../../accounts/rules/appearance.ts'
import { accessOf, requestContextOf } from '../../middleware/request/context.server.ts'
import { now } from '../../platform/clock.server.ts'
import type { OfflineList } from '../../reading/rules/offline.ts'
import { listOfflineBooks } from '../../reading/service/list-offline-books.server.ts'
import type { Route } from './+types/offline-list'

/** For the service worker: what to store of My List. 401: nobody is signed in. */
export async function loader({ context }: Route.LoaderArgs) {
  const { signedIn, appearance } = requestContextOf(context)
  if (!signedIn) return new Response(null, { status: 401 })
  const list = await listOfflineBooks(signedIn.user, accessOf(context), now())
  return Response.json({ ...list, look: appearanceText(appearance) } satisfies OfflineList)
}
