import { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll } from 'vitest'

const OWN_HOSTS = new Set(['127.0.0.1', 'localhost', '::1'])
// Whoever gives a key wants the tests of the sandbox to reach it.
if (process.env['STRIPE_SANDBOX_KEY']) OWN_HOSTS.add('api.stripe.com')

/** Requests, mail, databases: whatever leaves this process goes through it. */
const { connect } = Socket.prototype
const strangers: string[] = []

function hostOf(args: unknown[]): string {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  const named =
    typeof first === 'object' && first !== null ? (first as { host?: string }).host : second
  return typeof named === 'string' ? named : 'localhost'
}

/** Lets tests talk to this machine; one that tries to reach any other has failed. */
beforeAll(() => {
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const host = hostOf(args)
    if (OWN_HOSTS.has(host)) return Reflect.apply(connect, this, args)
    strangers.push(host)
    throw new Error(`A test tried to reach ${host}.`)
  } as typeof connect
})

afterEach(() => {
  const reached = strangers.splice(0)
  if (reached.length > 0) throw new Error(`The test tried to reach ${reached.join(', ')}.`)
})

afterAll(() => {
  Socket.prototype.connect = connect
})
