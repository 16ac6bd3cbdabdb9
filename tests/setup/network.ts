import { Socket } from 'node:net'
import { http, passthrough } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll } from 'vitest'

const OWN_HOSTS = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])
// The tests of the Stripe sandbox need it.
if (process.env['STRIPE_SANDBOX_KEY']) OWN_HOSTS.add('api.stripe.com')

/** Lets tests call this machine only; a request to another one fails the test. */
const network = setupServer(
  http.all(
    ({ request }) => OWN_HOSTS.has(new URL(request.url).hostname),
    () => passthrough(),
  ),
)

/** Other protocols than HTTP pass msw, but not the socket. */
const { connect } = Socket.prototype

function hostOf(args: unknown[]): string {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  const named =
    typeof first === 'object' && first !== null ? (first as { host?: string }).host : second
  return typeof named === 'string' ? named : 'localhost'
}

beforeAll(() => {
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const host = hostOf(args)
    if (!OWN_HOSTS.has(host)) throw new Error(`A test tried to reach ${host}.`)
    return Reflect.apply(connect, this, args)
  } as typeof connect
  network.listen({ onUnhandledFrame: 'error' })
})

afterAll(() => {
  network.close()
  Socket.prototype.connect = connect
})
