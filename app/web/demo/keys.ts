import { publishedKeys, requireStandIn } from '../../demo/identity-provider.server.ts'
import type { Route } from './+types/keys'

/** The keys of the demo's identity providers. */
export async function loader({ params }: Route.LoaderArgs) {
  requireStandIn(params.provider)
  return Response.json(await publishedKeys())
}
