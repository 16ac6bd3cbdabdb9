import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createReadrClient,
  type Destination,
  memoryTokenStore,
  ReadrError,
  type ReadrClientOptions,
  type Tokens,
} from '#packages/client/readr-client.ts'
import { freePort } from '../setup/free-port.ts'
import { changeRows, type Product, startProduct } from '../setup/product.ts'
import { type Proxy, refused, startProxy } from './proxy.ts'

const REFRESH = '/api/auth/refresh-token'
const PASSWORD = 'correct horse'

let product: Product
let proxy: Proxy
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
function newClient(options: Partial<ReadrClientOptions> = {}) {
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

const newEmail = () => `reader-${randomUUID()}@readr.example`

/** A client that has just registered. */
async function newReader(options: Partial<ReadrClientOptions> = {}) {
  const email = newEmail()
  const made = newClient(options)
  await made.client.register({ name: 'Ada', email, password: PASSWORD })
  proxy.seen.length = 0
  return { ...made, email }
}

/** The error of a call that must fail. */
async function failure(call: Promise<unknown>): Promise<ReadrError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ReadrError)
  return error as ReadrError
}

/** Makes the proxy refuse tokens until they have been refreshed. */
function expire(status = 401, message = 'Token has expired') {
  let fresh = false
  proxy.instead = ({ path }) => {
    if (path === REFRESH) fresh = true
    return fresh ? undefined : refused(status, message)
  }
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

  test('signs in', async () => {
    const { email } = await newReader()
    const { client, tokens } = newClient()
    expect((await client.login({ email, password: PASSWORD })).data).toMatchObject({
      user: { email },
    })
    expect(tokens()!.refreshToken).toBeTruthy()
    expect((await client.me()).data.user.email).toBe(email)
  })

  test('changes the email address and the password, and gets the server’s messages', async () => {
    const { client, email, sentTo } = await newReader()
    const other = newEmail()
    expect(await failure(client.updateEmail({ newEmail: other, password: 'wrong' }))).toMatchObject(
      { status: 400, message: 'Incorrect password.' },
    )
    const updated = await client.updateEmail({ newEmail: other, password: PASSWORD })
    expect(updated.message).toBeTruthy()
    expect((await client.me()).data.user.email).toBe(other)

    const passwords = { oldPassword: PASSWORD, newPassword: 'another horse' }
    expect(
      await failure(client.changePassword({ ...passwords, confirmNewPassword: 'no horse' })),
    ).toMatchObject({
      status: 400,
      message: 'New passwords do not match.',
      errors: { confirmNewPassword: ['New passwords do not match.'] },
    })
    await client.changePassword({ ...passwords, confirmNewPassword: 'another horse' })
    expect(
      await failure(newClient().client.login({ email: other, password: PASSWORD })),
    ).toMatchObject({ status: 401 })
    expect(await failure(client.login({ email, password: 'another horse' }))).toMatchObject({
      status: 401,
    })
    expect(sentTo).toEqual([])
  })

  test('deletes the account', async () => {
    const { client, email, tokens } = await newReader()
    await client.deleteAccount()
    expect(tokens()).toBeNull()
    expect(await failure(client.login({ email, password: PASSWORD }))).toMatchObject({
      status: 401,
    })
  })

  test('can ask for a reset link; a made-up one is refused', async () => {
    const { client } = newClient()
    expect((await client.forgotPassword({ email: newEmail() })).message).toBe(
      'Password reset link has been sent to your email.',
    )
    expect(
      await failure(client.resetPassword({ token: 'made/up', newPassword: 'a new horse' })),
    ).toMatchObject({ status: 400, message: 'This reset link is invalid or has expired.' })
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
  test('has pages', async () => {
    const { client } = newClient()
    const first = await client.listBooks()
    expect(first.data.books).toHaveLength(Math.min(20, first.data.total))
    expect(await client.listBooks({ page: 1 })).toEqual(first)
    const second = await client.listBooks({ page: 2 })
    expect(second.data.books).toHaveLength(Math.max(0, first.data.total - 20))
    expect(second.data.hasMore).toBe(false)
  })

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

  test('has shelves and a random book', async () => {
    const { client } = newClient()
    expect((await client.justArrived()).data.books.length).toBeGreaterThan(0)
    expect((await client.trending()).data.books.length).toBeGreaterThan(0)
    expect(await client.shuffle()).toMatchObject({ locked: false, slug: expect.any(String) })
  })
})

describe('an invalid token', () => {
  test.each([
    [401, 'Token has expired'],
    [401, 'Authentication required'],
    [403, 'Invalid or expired token'],
    [403, 'Token has expired'],
  ])('(%i %s) is refreshed, and the call repeated', async (status, message) => {
    const { client, email, sentTo } = await newReader()
    expire(status, message)
    expect((await client.me()).data.user.email).toBe(email)
    expect(proxy.seen.map(({ path }) => path)).toEqual(['/api/auth/me', REFRESH, '/api/auth/me'])
    expect(sentTo).toEqual([])
  })

  test('is refreshed once for twenty calls, each repeated', async () => {
    const { client, email, tokens, sentTo } = await newReader()
    const before = tokens()!.refreshToken
    // The first twenty are refused together.
    let refuseAll = () => {}
    const allArrived = new Promise<void>((resolve) => (refuseAll = resolve))
    proxy.instead = async ({ path }) => {
      const calls = proxy.count('/api/auth/me')
      if (path === REFRESH || calls > 20) return undefined
      if (calls === 20) refuseAll()
      await allArrived
      return refused(401, 'Token has expired')
    }
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.me()))
    expect(answers.map(({ data }) => data.user.email)).toEqual(Array(20).fill(email))
    expect(proxy.count(REFRESH)).toBe(1)
    expect(proxy.count('/api/auth/me')).toBe(40)
    expect(tokens()!.refreshToken).not.toBe(before)
    expect(sentTo).toEqual([])
  })

  test('is refreshed once, also for an answer that comes after the refresh', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let first = true
    const { client } = await newReader({
      async fetch(url, init) {
        const response = await fetch(url, init)
        if (String(url).endsWith('/books') && first) {
          first = false
          await held
        }
        return response
      },
    })
    expire()
    const late = client.listBooks()
    await client.me()
    release()
    await late
    expect(proxy.count(REFRESH)).toBe(1)
    expect(proxy.count('/books')).toBe(2)
  })

  test('is refreshed once per call; the caller gets the second error', async () => {
    const { client, sentTo } = await newReader()
    proxy.instead = ({ path }) => (path === REFRESH ? undefined : refused(401, 'Token has expired'))
    expect(await failure(client.listBooks())).toMatchObject({ status: 401 })
    expect(proxy.count(REFRESH)).toBe(1)
    expect(proxy.count('/books')).toBe(2)
    expect(sentTo).toEqual([])
  })

  test('that cannot be refreshed: clears the tokens and sends the user to /login, once', async () => {
    const { client, sentTo, tokens } = await newReader()
    proxy.instead = () => refused(401, 'Token has expired')
    const errors = await Promise.all(
      Array.from({ length: 20 }, () =>
        failure(client.updateEmail({ newEmail: 'x', password: 'y' })),
      ),
    )
    for (const error of errors) expect(error).toMatchObject({ status: 401, failure: 'refused' })
    expect(proxy.count(REFRESH)).toBe(1)
    expect(tokens()).toBeNull()
    expect(sentTo).toEqual(['/login'])
  })

  test('that cannot be refreshed: me() does not send the user to /login', async () => {
    const { client, sentTo, tokens } = await newReader()
    proxy.instead = () => refused(401, 'Token has expired')
    await failure(client.me())
    expect(tokens()).toBeNull()
    expect(sentTo).toEqual([])
  })

  test('that cannot be refreshed: a user on /login stays there', async () => {
    const { client, sentTo } = await newReader({ currentPath: () => '/login' })
    proxy.instead = () => refused(401, 'Token has expired')
    await failure(client.deleteAccount())
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
    expect(proxy.count(REFRESH)).toBe(1)
    expect(tokens()).toBeNull()
    expect(sentTo).toEqual(['/login'])
  })

  test.each([
    ['drop', { failure: 'network', status: 0 }],
    ['hang', { failure: 'timeout', status: 0 }],
    [refused(429, 'Too many.', { 'Retry-After': '7' }), { status: 429, retryAfterSeconds: 7 }],
    [{ status: 502, body: '<h1>Bad gateway</h1>' }, { status: 502 }],
    [{ status: 200, body: '{"welcome":"to our hotel"}' }, { failure: 'unreadable' }],
  ] as const)(
    'and a refresh that ends in %j: does not sign the user out',
    async (end, expected) => {
      const { client, sentTo, tokens } = await newReader({ timeoutMs: 1500 })
      const before = tokens()
      proxy.instead = ({ path }) => (path === REFRESH ? end : refused(401, 'Token has expired'))
      expect(await failure(client.deleteAccount())).toMatchObject(expected)
      expect(tokens()).toEqual(before)
      expect(sentTo).toEqual([])
    },
  )

  test('is not replaced when the user signs out during the refresh', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const { client, sentTo, tokens } = await newReader({
      async fetch(url, init) {
        const response = await fetch(url, init)
        if (String(url).endsWith(REFRESH)) await held
        return response
      },
    })
    expire()
    const waiting = failure(client.deleteAccount())
    await expect.poll(() => proxy.count(REFRESH)).toBe(1)
    await client.logout()
    release()
    expect(await waiting).toMatchObject({ status: 401 })
    expect(tokens()).toBeNull()
    expect(sentTo).toEqual([])
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

describe('errors', () => {
  test('a wrong password does not refresh tokens', async () => {
    const { client, email, sentTo, tokens } = await newReader()
    const before = tokens()
    expect(await failure(client.login({ email, password: 'wrong' }))).toMatchObject({
      failure: 'refused',
      status: 401,
      message: 'Invalid email or password. Please try again.',
    })
    expect(proxy.count(REFRESH)).toBe(0)
    expect(tokens()).toEqual(before)
    expect(sentTo).toEqual([])
  })

  test('of a sign-in have a message for each status', async () => {
    const { client } = newClient({ timeoutMs: 1500 })
    const message = async () =>
      (await failure(client.login({ email: 'a@b.example', password: 'x' }))).message
    proxy.instead = () => ({ status: 404, body: 'Not found' })
    expect(await message()).toBe(
      'Authentication service is temporarily unavailable. Please try again later.',
    )
    proxy.instead = () => refused(503, 'Not now.')
    expect(await message()).toBe('Login failed. Please try again.')
    proxy.instead = () => 'drop'
    expect(await message()).toBe('Login failed. Please try again.')
    proxy.instead = () => 'hang'
    expect(await message()).toBe('Request timeout. Please check your connection and try again.')
  })

  test('of a registration have the server’s message or the fallback', async () => {
    const { client, email } = await newReader()
    const again = { name: 'Ada', email, password: PASSWORD }
    expect(await failure(client.register(again))).toMatchObject({
      status: 409,
      message: 'An account with this email already exists.',
    })
    proxy.instead = () => ({ status: 502, body: '<h1>Bad gateway</h1>' })
    expect(await failure(client.register(again))).toMatchObject({
      failure: 'refused',
      status: 502,
      message: 'An error occurred. Please try again.',
    })
  })

  test('without a subscription send the user to /403, without a refresh', async () => {
    const { client, sentTo, tokens } = await newReader()
    proxy.instead = () => refused(403, 'Subscription required')
    expect(await failure(client.listBooks())).toMatchObject({
      status: 403,
      message: 'Subscription required',
    })
    expect(proxy.count(REFRESH)).toBe(0)
    expect(tokens()).not.toBeNull()
    expect(sentTo).toEqual(['/403'])
  })

  test('with status 500 send the user to /500', async () => {
    const { client, sentTo } = newClient()
    proxy.instead = () => refused(500, 'Something went wrong on our end.')
    expect(await failure(client.listBooks())).toMatchObject({ status: 500 })
    expect(sentTo).toEqual(['/500'])
  })

  test('for too many attempts say when to try again', async () => {
    const { client, email, sentTo } = await newReader()
    const attempts = []
    for (let attempt = 0; attempt < 11; attempt++) {
      attempts.push(await failure(client.login({ email, password: 'wrong' })))
    }
    const last = attempts.at(-1)!
    expect(last.status).toBe(429)
    expect(last.message).toMatch(/^Too many attempts\. Please try again in \d+ minutes\.$/)
    expect(last.retryAfterSeconds).toBeGreaterThan(0)
    expect(last.retryAfterSeconds).toBeLessThanOrEqual(15 * 60)
    expect(sentTo).toEqual([])
  })

  test('may give a date for the next try', async () => {
    const { client } = newClient()
    const at = new Date(Date.now() + 90_000).toUTCString()
    proxy.instead = () => refused(429, 'Later.', { 'Retry-After': at })
    const { retryAfterSeconds } = await failure(client.listBooks())
    expect(retryAfterSeconds).toBeGreaterThan(80)
    expect(retryAfterSeconds).toBeLessThanOrEqual(90)
  })
})

describe('a call without a usable answer', () => {
  test('times out', async () => {
    const { client, sentTo } = newClient({ timeoutMs: 200 })
    proxy.instead = () => 'hang'
    expect(await failure(client.listBooks())).toMatchObject({
      failure: 'timeout',
      status: 0,
      message: 'Request timeout. Please check your connection and try again.',
    })
    expect(sentTo).toEqual([])
  })

  test('fails if the server cannot be reached', async () => {
    const { client, sentTo } = newClient({ baseUrl: `http://127.0.0.1:${await freePort()}` })
    expect(await failure(client.listBooks())).toMatchObject({
      failure: 'network',
      status: 0,
      message: 'An error occurred. Please try again.',
    })
    await client.logout()
    expect(sentTo).toEqual([])
  })

  test('fails if the answer is not JSON', async () => {
    const { client } = newClient()
    proxy.instead = () => ({ status: 200, body: '<h1>Welcome to our hotel</h1>' })
    expect(await failure(client.listBooks())).toMatchObject({ failure: 'unreadable', status: 200 })
  })

  test('can be aborted', async () => {
    const { client } = newClient()
    proxy.instead = () => 'hang'
    const controller = new AbortController()
    const given = failure(client.listBooks({}, { signal: controller.signal }))
    controller.abort()
    expect(await given).toMatchObject({ failure: 'aborted' })
    expect(await failure(client.listBooks({}, { signal: controller.signal }))).toMatchObject({
      failure: 'aborted',
    })
  })
})

describe('the platform', () => {
  test('keeps the refresh cookie if it hides it from programs', async () => {
    const { client, tokens } = newClient({
      async fetch(url, init) {
        expect(init!.credentials).toBe('include')
        const response = await fetch(url, init)
        const headers = new Headers(response.headers)
        headers.delete('Set-Cookie')
        return new Response(response.body, { status: response.status, headers })
      },
    })
    await client.register({ name: 'Ada', email: newEmail(), password: PASSWORD })
    expect(tokens()).toEqual({ accessToken: expect.any(String) })
    await client.me()
    expect(proxy.seen.every(({ cookie }) => cookie === undefined)).toBe(true)
  })

  test('gets the refresh token only for /api/auth and for signing out', async () => {
    const { client } = await newReader()
    await client.listBooks()
    await client.me()
    await client.logout()
    const names = (cookie: string | undefined) =>
      cookie?.split('; ').map((one) => one.split('=', 1)[0])
    // The server reads the first over HTTPS and the second without.
    const both = ['__Secure-readr_refresh', 'readr_refresh']
    expect(proxy.seen.map(({ path, cookie }) => [path, names(cookie)])).toEqual([
      ['/books', undefined],
      ['/api/auth/me', both],
      ['/auth/logout', both],
    ])
  })
})
