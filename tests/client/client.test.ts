import { afterEach, describe, expect, test, vi } from 'vitest'
import { memoryTokenStore, type ReadrClient } from '#packages/client/readr-client.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { failure, newClient, newEmail, newReader, PASSWORD, proxy } from './client-site.ts'
import { refused } from './proxy.ts'

const TIMED_OUT = 'Request timeout. Please check your connection and try again.'

afterEach(() => void vi.useRealTimers())

/**
 * Starts a call whose time passes only with `elapsed`, which says whether the call is over.
 * @param answer by path; default: none ever comes
 */
function startOnFakeClock(
  start: (client: ReadrClient) => Promise<unknown>,
  answer: (path: string) => Promise<Response> = () => new Promise(() => {}),
) {
  vi.useFakeTimers()
  const { client } = newClient({
    fetch: (url, init) =>
      Promise.race([
        answer(new URL(String(url)).pathname),
        new Promise<never>((_, reject) =>
          init!.signal!.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
      ]),
  })
  let state = 'waiting'
  const call = start(client)
  call.catch(() => {}).finally(() => (state = 'over'))
  const elapsed = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return state
  }
  return { call, elapsed }
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

describe('errors', () => {
  test('a wrong password does not refresh tokens', async () => {
    const { client, email, sentTo, tokens } = await newReader()
    const before = tokens()
    expect(await failure(client.login({ email, password: 'wrong' }))).toMatchObject({
      failure: 'refused',
      status: 401,
      message: 'Invalid email or password. Please try again.',
    })
    expect(proxy.count('/api/auth/refresh-token')).toBe(0)
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
    expect(proxy.count('/api/auth/refresh-token')).toBe(0)
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

  test.each([
    ['listBooks', 8_000],
    ['listBooksSubscribed', 8_000],
    ['listMyBooks', 8_000],
    ['me', 8_000],
    ['subscriptionStatus', 5_000],
    ['login', 10_000],
    ['favorites', 10_000],
    ['refreshToken', 10_000],
  ] as const)('times out: %s after %i ms', async (name, afterMs) => {
    const { call, elapsed } = startOnFakeClock((client) =>
      name === 'login' ? client.login({ email: 'a@b.example', password: 'x' }) : client[name](),
    )
    expect(await elapsed(afterMs - 1)).toBe('waiting')
    expect(await elapsed(1)).toBe('over')
    expect(await failure(call)).toMatchObject({ failure: 'timeout', message: TIMED_OUT })
  })

  test('times out: me after 12,000 ms, if the token had to be refreshed', async () => {
    const { call, elapsed } = startOnFakeClock(
      (client) => client.me(),
      async (path) => {
        await new Promise((resolve) => setTimeout(resolve, 7_000))
        const isRefresh = path.endsWith('/refresh-token')
        if (isRefresh) return Response.json({ success: true, data: { accessToken: 'new' } })
        return Response.json({ message: 'Token has expired' }, { status: 401 })
      },
    )
    expect(await elapsed(11_999)).toBe('waiting')
    expect(await elapsed(1)).toBe('over')
    expect(await failure(call)).toMatchObject({ failure: 'timeout', message: TIMED_OUT })
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
