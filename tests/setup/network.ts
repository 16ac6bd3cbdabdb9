import { Socket } from 'node:net'
import { http, passthrough } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll } from 'vitest'

const OWN_HOSTS = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])
// Whoever gives a key wants the tests of the sandbox to reach it.
if (process.env['STRIPE_SANDBOX_KEY']) OWN_HOSTS.add('api.stripe.com')

/** Lets tests talk to this machine; a request to any other fails the test that sent it. */
const network = setupServer(
  http.all(
    ({ request }) => OWN_HOSTS.has(new URL(request.url).hostname),
    () => passthrough(),
  ),
)

/** What is no HTTP (a database's protocol, say) goes past msw, but not past the socket. */
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
