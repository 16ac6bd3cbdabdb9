import { publishedKeys, requireDemoProvider } from '../../demo/identity-provider.server.ts'
import type { Route } from './+types/identity-keys'

/** The public keys of the demo's identity providers. */
export async function loader({ params }: Route.LoaderArgs) {
  requireDemoProvider(params.provider)
  return Response.json(await publishedKeys())
}
