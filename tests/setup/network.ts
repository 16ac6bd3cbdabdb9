import { type LookupFunction, Socket } from 'node:net'

const OWN_HOSTS = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])
// The tests of the Stripe sandbox need it.
if (process.env['STRIPE_SANDBOX_KEY']) OWN_HOSTS.add('api.stripe.com')

const { connect } = Socket.prototype

interface Target {
  host?: string
  lookup?: LookupFunction
}

function targetOf(args: unknown[]): Target {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  if (typeof first === 'object' && first !== null) return first as Target
  return typeof second === 'string' ? { host: second } : {}
}

/** Fails the test, even if the caller catches the error (console.ts). */
function refusal(host: string): Error {
  console.error(`A test tried to reach ${host}.`)
  return new Error(`A test tried to reach ${host}.`)
}

/** A lookup that finds this machine only. */
const guarded =
  (lookup: LookupFunction): LookupFunction =>
  (host, options, done) =>
    lookup(host, options, (error, found, family) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found]
      const isOwn = addresses.every((address) => OWN_HOSTS.has(address))
      done(error ?? (isOwn ? null : refusal(host)), found as string, family)
    })

/** Lets tests call this machine only. */
Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  const target = targetOf(args)
  const { host = 'localhost', lookup } = target
  // msw (tests/outside) looks every host up on this machine.
  if (lookup) target.lookup = guarded(lookup)
  else if (!OWN_HOSTS.has(host)) return this.destroy(refusal(host))
  return Reflect.apply(connect, this, args)
} as typeof connect
