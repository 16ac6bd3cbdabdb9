import { profileOf, requireDemoProvider } from '../../demo/identity-provider.server.ts'
import type { Route } from './+types/identity-profile'

/** Facebook's profile API in the demo. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const provider = requireDemoProvider(params.provider)
  const token = /^Bearer (\S+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1]
  const profile = profileOf(provider, token)
  return profile
    ? Response.json(profile)
    : Response.json({ error: { message: 'Invalid access token.', code: 190 } }, { status: 401 })
}
