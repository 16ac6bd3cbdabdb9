import { HttpResponse } from 'msw/http'
import { describe, expect, test } from 'vitest'
import { memoryTokenStore } from '#packages/client/readr-client.ts'
import { REFRESH, refused } from '#tests/outside/readr.ts'
import { failure, newClient, withClients } from './client-site.ts'

const ME = '/api/auth/me'
const { answer, count, paths } = withClients()

const expired = () => refused(401, 'Token has expired')

describe('an invalid token', () => {
  test.each([
    [401, 'Token has expired'],
    [401, 'Authentication required'],
    [403, 'Invalid or expired token'],
    [403, 'Token has expired'],
  ])('(%i %s) is refreshed, and the call repeated', async (status, message) => {
    const { client, sentTo, tokens } = newClient()
    answer(ME, ({ request }) =>
      request.headers.get('Authorization') === 'Bearer expired'
        ? refused(status, message)
        : undefined,
    )
    expect(await client.me()).toMatchObject({ success: true })
    expect(paths()).toEqual([ME, REFRESH, ME])
    expect(tokens()).toEqual({ accessToken: 'fresh', refreshToken: 'next' })
    expect(sentTo).toEqual([])
  })

  test('is refreshed once for twenty calls that are refused at the same moment, each repeated', async () => {
    const { client, tokens, sentTo } = newClient()
    const all = Promise.withResolvers<void>()
    answer(ME, async ({ request }) => {
      if (request.headers.get('Authorization') !== 'Bearer expired') return undefined
      if (count(ME) === 20) all.resolve()
      await all.promise
      return expired()
    })
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.me()))
    for (const one of answers) expect(one).toEqual({ success: true, data: {} })
    expect(count(REFRESH)).toBe(1)
    expect(count(ME)).toBe(40)
    expect(tokens()).toEqual({ accessToken: 'fresh', refreshToken: 'next' })
    expect(sentTo).toEqual([])
  })

  test('is refreshed once, also for an answer that comes after the refresh', async () => {
    const { client } = newClient()
    const held = Promise.withResolvers<void>()
    answer('/books', async () => {
      if (count('/books') > 1) return undefined
      await held.promise
      return expired()
    })
    const late = client.listBooks()
    await client.me()
    held.resolve()
    await late
    expect(count(REFRESH)).toBe(1)
    expect(count('/books')).toBe(2)
  })

  test('is refreshed once per call; the caller gets the second error', async () => {
    const { client, sentTo } = newClient()
    answer('/books', expired)
    expect(await failure(client.listBooks())).toMatchObject({ status: 401 })
    expect(count(REFRESH)).toBe(1)
    expect(count('/books')).toBe(2)
    expect(sentTo).toEqual([])
  })

  test('that cannot be refreshed: clears the tokens and sends the user to /login, once', async () => {
    const { client, sentTo, tokens } = newClient()
    answer(REFRESH, expired)
    const errors = await Promise.all(
      Array.from({ length: 20 }, () =>
        failure(client.updateEmail({ newEmail: 'x', password: 'y' })),
      ),
    )
    for (const error of errors) expect(error).toMatchObject({ status: 401, failure: 'refused' })
    expect(count(REFRESH)).toBe(1)
    expect(tokens()).toBeNull()
    expect(sentTo).toEqual(['/login'])
  })

  test('that cannot be refreshed: me() does not send the user to /login', async () => {
    const { client, sentTo, tokens } = newClient()
    answer(REFRESH, expired)
    await failure(client.me())
    expect(tokens()).toBeNull()
    expect(sentTo).toEqual([])
  })

  test('that cannot be refreshed: a user on /login stays there', async () => {
    const { client, sentTo } = newClient({ currentPath: () => '/login' })
    answer(REFRESH, expired)
    await failure(client.deleteAccount())
    expect(sentTo).toEqual([])
  })

  test.each([
    ['without a connection', () => HttpResponse.error(), { failure: 'network', status: 0 }],
    [
      'with 429',
      () => refused(429, 'Too many.', { 'Retry-After': '7' }),
      { status: 429, retryAfterSeconds: 7 },
    ],
    [
      'with 503',
      () => refused(503, 'Not now.', { 'Retry-After': '2' }),
      { status: 503, retryAfterSeconds: 2 },
    ],
    [
      'with the page of a proxy',
      () => HttpResponse.html('<h1>Bad gateway</h1>', { status: 502 }),
      { status: 502 },
    ],
    [
      'with an unreadable answer',
      () => HttpResponse.json({ welcome: 'to our hotel' }),
      { failure: 'unreadable' },
    ],
  ])('and a refresh that ends %s: does not sign the user out', async (_, end, expected) => {
    const { client, sentTo, tokens } = newClient()
    const before = tokens()
    answer(REFRESH, end)
    expect(await failure(client.deleteAccount())).toMatchObject(expected)
    expect(tokens()).toEqual(before)
    expect(sentTo).toEqual([])
  })

  test('is not replaced when the user signs out during the refresh', async () => {
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    answer(REFRESH, async () => {
      asked.resolve()
      await held.promise
      return undefined
    })
    const { client, sentTo, tokens } = newClient()
    const waiting = failure(client.deleteAccount())
    await asked.promise
    await client.logout()
    held.resolve()
    expect(await waiting).toMatchObject({ status: 401 })
    expect(tokens()).toBeNull()
    expect(sentTo).toEqual([])
  })

  test('without a refresh token is not asked to be refreshed twice', async () => {
    const { client, tokens } = newClient({ tokenStore: memoryTokenStore() })
    answer(REFRESH, () => refused(401, 'Invalid or expired token'))
    await failure(client.me())
    await failure(client.me())
    expect(count(REFRESH)).toBe(2)
    expect(tokens()).toBeNull()
  })
})
