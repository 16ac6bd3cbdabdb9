import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '#tests/setup/product.ts'
import { ask, newReader } from './accounts-client.ts'

const ROUNDS = 40

let product: Product
beforeAll(async () => {
  // Without NODE_OPTIONS, a password costs what it costs in production.
  product = await startProduct('content', { RATE_LIMIT_FACTOR: '1000', NODE_OPTIONS: '' })
})
afterAll(() => product.stop())

const quantile = (sorted: number[], q: number) => sorted[Math.floor(q * (sorted.length - 1))]!

/**
 * The difference between the medians of two kinds of requests, in units of their spread. Requests
 * alternate, so that other load affects both kinds equally.
 */
async function distance(kinds: ((i: number) => Promise<unknown>)[]): Promise<number> {
  const times: number[][] = [[], []]
  for (let i = 0; i < ROUNDS; i++) {
    for (const kind of i % 2 ? [1, 0] : [0, 1]) {
      const started = performance.now()
      await kinds[kind]!(i)
      times[kind]!.push(performance.now() - started)
    }
  }
  const sorted = times.map((list) => list.toSorted((a, b) => a - b))
  const [a, b] = sorted.map((list) => quantile(list, 0.5)) as [number, number]
  const spread = Math.max(...sorted.map((list) => quantile(list, 0.9) - quantile(list, 0.1)))
  // At least a fifth of the time, for quiet machines; a missing hash makes a much larger difference.
  return Math.abs(a - b) / Math.max(spread, Math.min(a, b) / 5)
}

test('the time of a sign-in does not reveal whether an address is known', async () => {
  const readers: string[] = []
  for (let i = 0; i < 8; i++) readers.push((await newReader(product.origin)).email)
  const signIn = (email: string) =>
    ask(product.origin, '/api/auth/login', { json: { email, password: 'wrong-one' } })
  const known = (i: number) => signIn(readers[i % readers.length]!)
  const unknown = (i: number) => signIn(`nobody-${i % readers.length}@example.com`)
  expect(await distance([known, unknown])).toBeLessThan(1.5)
})

test('the time of a reset request does not reveal whether an address is known', async () => {
  const readers: string[] = []
  for (let i = 0; i < Math.ceil(ROUNDS / 3); i++)
    readers.push((await newReader(product.origin)).email)
  const forget = (email: string) =>
    ask(product.origin, '/api/auth/forgot-password', { json: { email } })
  const known = (i: number) => forget(readers[i % readers.length]!)
  const unknown = (i: number) => forget(`unknown-${i % readers.length}@example.com`)
  expect(await distance([known, unknown])).toBeLessThan(1.5)
})
