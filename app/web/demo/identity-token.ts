import { exchangeGrant, requireDemoProvider } from '../../demo/identity-provider.server.ts'
import { readForm } from '../../middleware/form-action.server.ts'
import type { Route } from './+types/identity-token'

export async function action({ request, params }: Route.ActionArgs) {
  const provider = requireDemoProvider(params.provider)
  const answer = await exchangeGrant(provider, await readForm(request))
  return answer ? Response.json(answer) : Response.json({ error: 'invalid_grant' }, { status: 400 })
}

export function loader({ params }: Route.LoaderArgs) {
  requireDemoProvider(params.provider)
  return Response.json({ error: 'invalid_request' }, { status: 405, headers: { Allow: 'POST' } })
}
