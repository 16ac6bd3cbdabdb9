import { ConnectionLost } from '#packages/stripe-emulator/src/engine/errors.ts'
import { demoStripe, tellOfDemoStripe } from '../../demo/run-stripe-emulator.server.ts'
import type { Route } from './+types/stripe-api'

/** What a browser asks of the emulated Stripe's API, on an address of the product. */
async function answer({ request, url }: Pick<Route.LoaderArgs, 'request' | 'url'>) {
  const emulator = demoStripe()
  if (url.pathname === '/dev/stripe/connection') return Response.json(tellOfDemoStripe())
  const asked = new URL(url.pathname.replace(/^\/dev\/stripe/, '') + url.search, emulator.apiUrl)
  // Under /dev of the emulator there are pages, which have addresses of their own.
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
