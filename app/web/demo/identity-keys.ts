import { publishedKeys, requireDemoProvider } from '../../demo/identity-provider.server.ts'
import type { Route } from './+types/identity-keys'

export async function loader({ params }: Route.LoaderArgs) {
  requireDemoProvider(params.provider)
  return Response.json(await publishedKeys())
}
