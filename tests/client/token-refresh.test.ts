import { describe, expect, test } from 'vitest'
import { memoryTokenStore } from '#packages/client/readr-client.ts'
import { changeRows } from '#tests/setup/product.ts'
import { failure, newClient, newReader, product, proxy } from './client-site.ts'
import { refused } from './proxy.ts'

const REFRESH = '/api/auth/refresh-token'

/** Makes the proxy refuse tokens until they have been refreshed. */
function expire(status = 401, message = 'Token has expired') {
  let fresh = false
  proxy.instead = ({ path }) => {
    if (path === REFRESH) fresh = true
    return fresh ? undefined : refused(status, message)
  }
}

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
