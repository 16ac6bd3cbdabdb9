import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createReadrClient,
  memoryTokenStore,
  type ReadrClientOptions,
  type Tokens,
} from '#packages/client/readr-client.ts'
import { failure } from '#tests/client/client-site.ts'
import { changeRows, type Product, startProduct } from '#tests/setup/product.ts'

/** What the client and the product do together. What else can happen to a client: tests/client. */

const PASSWORD = 'correct horse'

let product: Product
beforeAll(async () => {
  // These tests sign up more often than the rate limits allow.
  product = await startProduct('content', { RATE_LIMIT_FACTOR: '1000' })
})
afterAll(() => product?.stop())

/** A client, where it sent its user, and its tokens. */
function newClient(options: Partial<ReadrClientOptions> = {}) {
  const sentTo: string[] = []
  const store = options.tokenStore ?? memoryTokenStore()
  const client = createReadrClient({
    baseUrl: product.origin,
    onNavigate: (to) => sentTo.push(to),
    tokenStore: store,
  })
  return { client, sentTo, tokens: () => store.get() as Tokens | null }
}

const newEmail = () => `reader-${randomUUID()}@readr.example`

/** A client that has just registered. */
async function newReader() {
  const email = newEmail()
  const made = newClient()
  await made.client.register({ name: 'Ada', email, password: PASSWORD })
  return { ...made, email }
}

describe('a reader', () => {
  test('registers, gets their account, and signs out', async () => {
    const { client, sentTo, tokens } = newClient()
    const email = newEmail()
    const { data } = await client.register({
      name: 'Ada',
      email: email.toUpperCase(),
      password: PASSWORD,
    })
    expect(data.user).toMatchObject({ name: 'Ada', email, isSubscribed: false })
    expect(tokens()).toEqual({ accessToken: data.accessToken, refreshToken: expect.any(String) })
    expect((await client.me()).data.user).toEqual(data.user)

    await client.logout()
    expect(tokens()).toBeNull()
    expect(await failure(client.me())).toMatchObject({ failure: 'refused', status: 401 })
    expect(sentTo).toEqual([])
  })

  test('ends the session by signing out, even with an expired access token', async () => {
    const { client, tokens } = await newReader()
    const { refreshToken } = tokens()!
    const accessToken = 'too.old.now'
    const { client: late } = newClient({
      tokenStore: memoryTokenStore({ accessToken, refreshToken: refreshToken! }),
    })
    await late.logout()
    expect(await failure(client.me())).toMatchObject({ status: 401 })
  })
})

describe('the catalogue', () => {
  test('can be searched and filtered', async () => {
    const { client } = newClient()
    const found = await client.listBooks({ search: 'waldn & pond?', sort: undefined })
    expect(found.data.books[0]?.slug ?? 'walden').toBe('walden')
    expect((await client.listBooks({ search: 'Thoreau' })).data.books[0]!.slug).toBe('walden')
    const { books } = (await client.listBooks({ subgenre: 'Health & Wellness', sort: 'newest' }))
      .data
    expect(new Set(books.map((book) => book.subgenre))).toEqual(new Set(['Health & Wellness']))
    expect(await failure(client.listBooks({ page: 0 }))).toMatchObject({
      status: 400,
      errors: { page: [expect.any(String)] },
    })
  })
})

describe('an error', () => {
  test('for a wrong password leaves the tokens', async () => {
    const { client, email, sentTo, tokens } = await newReader()
    const before = tokens()
    expect(await failure(client.login({ email, password: 'wrong' }))).toMatchObject({
      failure: 'refused',
      status: 401,
      message: 'Invalid email or password. Please try again.',
    })
    expect(tokens()).toEqual(before)
    expect(sentTo).toEqual([])
  })
})

describe('an invalid token', () => {
  test('is refreshed, and the call repeated', async () => {
    const { email, tokens } = await newReader()
    const before = tokens()!
    const store = memoryTokenStore({ ...before, accessToken: 'too.old.now' })
    const { client, sentTo } = newClient({ tokenStore: store })
    expect((await client.me()).data.user.email).toBe(email)
    const after = (await store.get())!
    expect(after.accessToken).not.toBe('too.old.now')
    expect(after.refreshToken).not.toBe(before.refreshToken)
    expect(sentTo).toEqual([])
  })

  test('without a refresh cookie: sends the user to /login', async () => {
    const { client, sentTo, tokens } = newClient({
      tokenStore: memoryTokenStore({ accessToken: 'made.up.token' }),
    })
    expect(await failure(client.deleteAccount())).toMatchObject({
      status: 401,
      message: 'Invalid or expired token',
    })
    expect(tokens()).toBeNull()
    expect(sentTo).toEqual(['/login'])
  })
})

describe('one refresh cookie in two clients', () => {
  /** Two clients with the same tokens, like two tabs. */
  async function twins() {
    const { client, tokens, email } = await newReader()
    const other = newClient({ tokenStore: memoryTokenStore(tokens()) })
    return { one: client, other: other.client, email, sentTo: other.sentTo }
  }

  test('within ten seconds: both stay signed in', async () => {
    const { one, other, email } = await twins()
    await one.refreshToken()
    await other.refreshToken()
    for (const client of [one, other]) expect((await client.me()).data.user.email).toBe(email)
    await other.refreshToken()
    expect((await other.me()).data.user.email).toBe(email)
  })

  test('later: the session ends for both', async () => {
    const { one, other, sentTo } = await twins()
    await one.refreshToken()
    const earlier = new Date(Date.now() - 10_500).toISOString().replace('Z', '+00:00')
    const changes = await changeRows(
      product.variables,
      `UPDATE "Session" SET "rotatedAt" = '${earlier}' WHERE "generation" = 1`,
    )
    expect(changes).toBeGreaterThan(0)
    expect(await failure(other.refreshToken())).toMatchObject({
      status: 401,
      message: 'Invalid or expired token',
    })
    expect(await failure(one.me())).toMatchObject({ status: 401 })
    await failure(other.deleteAccount())
    expect(sentTo).toEqual(['/login'])
  })
})
