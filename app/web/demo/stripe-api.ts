import { ConnectionLost } from '#packages/stripe-emulator/src/engine/errors.ts'
import { demoStripe } from '../../demo/run-stripe-emulator.server.ts'
import type { Route } from './+types/stripe-api'

async function answer({ request, url }: Pick<Route.LoaderArgs, 'request' | 'url'>) {
  const emulator = demoStripe()
  const asked = new URL(url.pathname.replace(/^\/dev\/stripe/, '') + url.search, emulator.apiUrl)
  // The emulator's pages under /dev have separate routes.
  if (!asked.pathname.startsWith('/v1/')) return new Response(null, { status: 404 })
  try {
    return await emulator.handle(new Request(asked, request))
  } catch (error) {
    if (error instanceof ConnectionLost) return new Response(null, { status: 503 })
    throw error
  }
}

export const loader = (args: Route.LoaderArgs) => answer(args)
export const action = (args: Route.ActionArgs) => answer(args)
