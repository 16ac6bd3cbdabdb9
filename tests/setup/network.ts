import { Socket } from 'node:net'

const OWN_HOSTS = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])
// The tests of the Stripe sandbox need it.
if (process.env['STRIPE_SANDBOX_KEY']) OWN_HOSTS.add('api.stripe.com')

const { connect } = Socket.prototype

function hostOf(args: unknown[]): string {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  const named =
    typeof first === 'object' && first !== null ? (first as { host?: string }).host : second
  return typeof named === 'string' ? named : 'localhost'
}

/** Lets tests call this machine only. */
Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  const host = hostOf(args)
  if (!OWN_HOSTS.has(host)) {
    // This fails the test, even if the caller catches the error (console.ts).
    console.error(`A test tried to reach ${host}.`)
    throw new Error(`A test tried to reach ${host}.`)
  }
  return Reflect.apply(connect, this, args)
} as typeof connect
