import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import {
  createReadrClient,
  type Destination,
  memoryTokenStore,
  ReadrError,
  type ReadrClientOptions,
  type Tokens,
} from '#packages/client/readr-client.ts'
import { type Product, startProduct } from '#tests/setup/product.ts'
import { type Proxy, startProxy } from './proxy.ts'

export const PASSWORD = 'correct horse'

export let product: Product
export let proxy: Proxy
beforeAll(async () => {
  // These tests sign up more often than the rate limits allow.
  product = await startProduct('content', { RATE_LIMIT_FACTOR: '1000' })
})
afterAll(() => product?.stop())
beforeEach(async () => {
  proxy = await startProxy(product.origin)
})
afterEach(() => proxy.close())

/** A client behind the proxy, its navigations, and its tokens. */
export function newClient(options: Partial<ReadrClientOptions> = {}) {
  const sentTo: Destination[] = []
  const store = options.tokenStore ?? memoryTokenStore()
  const client = createReadrClient({
    baseUrl: proxy.origin,
    onNavigate: (to) => sentTo.push(to),
    ...options,
    tokenStore: store,
  })
  return { client, sentTo, tokens: () => store.get() as Tokens | null }
}

export const newEmail = () => `reader-${randomUUID()}@readr.example`

/** A client that has just registered. */
export async function newReader(options: Partial<ReadrClientOptions> = {}) {
  const email = newEmail()
  const made = newClient(options)
  await made.client.register({ name: 'Ada', email, password: PASSWORD })
  proxy.seen.length = 0
  return { ...made, email }
}

/** The error of a call that must fail. */
export async function failure(call: Promise<unknown>): Promise<ReadrError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ReadrError)
  return error as ReadrError
}
