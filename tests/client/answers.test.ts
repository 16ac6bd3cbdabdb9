import { delay } from 'msw/utils/delay'
import { HttpResponse } from 'msw/http'
import { describe, expect, test, vi } from 'vitest'
import { memoryTokenStore } from '#packages/client/readr-client.ts'
import { REFRESH, refused } from '#tests/outside/readr.ts'
import { failure, newClient, withClients } from './client-site.ts'

const SIGN_IN_FAILED = 'Login failed. Please try again.'
const SIGN_IN_MISSING = 'Authentication service is temporarily unavailable. Please try again later.'
const FAILED = 'An error occurred. Please try again.'
const { answer, asked, count } = withClients()

/** What a proxy says in place of the product. */
const proxyPage = (status: number) => HttpResponse.html('<h1>Bad gateway</h1>', { status })
const unreachable = () => HttpResponse.error()

describe('a refused call', () => {
  test.each([
    ['404', () => HttpResponse.text('Not found', { status: 404 }), SIGN_IN_MISSING],
    ['401', () => refused(401, 'No.'), 'Invalid email or password. Please try again.'],
    ['429', () => refused(429, 'Too many attempts.'), 'Too many attempts.'],
    ['503', () => refused(503, 'Not now.'), SIGN_IN_FAILED],
    ['the page of a proxy', () => proxyPage(502), SIGN_IN_FAILED],
    ['nothing', unreachable, SIGN_IN_FAILED],
  ])('has a message for a sign-in that is answered with %s', async (_, response, message) => {
    answer('/*', response)
    const { client, sentTo } = newClient()
    const error = await failure(client.login({ email: 'a@b.example', password: 'x' }))
    expect(error.message).toBe(message)
    expect(count(REFRESH)).toBe(0)
    expect(sentTo).toEqual([])
  })

  test('has the fallback message where a proxy answers with a page', async () => {
    answer('/*', () => proxyPage(502))
    const { client, sentTo } = newClient()
    const form = { name: 'Ada', email: 'a@b.example', password: 'x' }
    for (const call of [client.register(form), client.listBooks()]) {
      expect(await failure(call)).toMatchObject({
        failure: 'refused',
        status: 502,
        message: FAILED,
      })
    }
    expect(sentTo).toEqual([])
  })

  test('without a subscription sends the user to /403, without a refresh', async () => {
    const { client, sentTo, tokens } = newClient()
    answer('/*', () => refused(403, 'Subscription required'))
    expect(await failure(client.listBooks())).toMatchObject({
      status: 403,
      message: 'Subscription required',
    })
    expect(count(REFRESH)).toBe(0)
    expect(tokens()).not.toBeNull()
    expect(sentTo).toEqual(['/403'])
  })

  test('with status 500 sends the user to /500', async () => {
    const { client, sentTo } = newClient()
    answer('/*', () => refused(500, 'Something went wrong on our end.'))
    expect(await failure(client.listBooks())).toMatchObject({ status: 500 })
    expect(sentTo).toEqual(['/500'])
  })

  test.each([
    ['a number of seconds', 503, () => '7', 7],
    ['a number of seconds', 429, () => ' 90 ', 90],
    ['a date', 429, () => new Date(Date.now() + 90_000).toUTCString(), 90],
    ['a date that has passed', 503, () => new Date(Date.now() - 90_000).toUTCString(), 0],
    ['anything else', 503, () => 'later', undefined],
  ])('says when to try again: %s (%i)', async (_, status, header, seconds) => {
    // Dates in headers have whole seconds.
    vi.setSystemTime(1_800_014_400_000)
    answer('/*', () => refused(status, 'Later.', { 'Retry-After': header() }))
    const { client, sentTo } = newClient()
    const error = await failure(client.listBooks())
    expect(error).toMatchObject({ status, message: 'Later.' })
    expect(error.retryAfterSeconds).toBe(seconds)
    expect(count('/books')).toBe(1)
    expect(sentTo).toEqual([])
  })
})

describe('a call without a usable answer', () => {
  test('fails if the server cannot be reached', async () => {
    answer('/*', unreachable)
    const { client, sentTo, tokens } = newClient()
    expect(await failure(client.listBooks())).toMatchObject({
      failure: 'network',
      status: 0,
      message: FAILED,
    })
    await client.logout()
    expect(tokens()).toBeNull()
    expect(sentTo).toEqual([])
  })

  test.each([
    ['is a page', '<h1>Welcome to our hotel</h1>'],
    ['is cut short', '{"success":true,"data":{"boo'],
    ['is empty', ''],
    ['is not an object', '"books"'],
  ])('fails if the body %s', async (_, body) => {
    answer('/*', () => HttpResponse.text(body))
    const { client, sentTo } = newClient()
    expect(await failure(client.listBooks())).toMatchObject({
      failure: 'unreadable',
      status: 200,
      message: FAILED,
    })
    expect(sentTo).toEqual([])
  })

  test('fails if the connection breaks within the body', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"success":'))
        controller.error(new Error('The connection broke.'))
      },
    })
    answer('/*', () => new HttpResponse(body))
    expect(await failure(newClient().client.listBooks())).toMatchObject({ failure: 'network' })
  })

  test('fails if a sign-in brings no token', async () => {
    answer('/*', () => HttpResponse.json({ success: true, data: { accessToken: 7 } }))
    const { client, tokens } = newClient({ tokenStore: memoryTokenStore() })
    const form = { name: 'Ada', email: 'a@b.example', password: 'x' }
    expect(await failure(client.register(form))).toMatchObject({ failure: 'unreadable' })
    expect(tokens()).toBeNull()
  })

  test('can be aborted', async () => {
    answer('/*', () => delay('infinite'))
    const { client } = newClient()
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
    answer('/*', () => HttpResponse.json({ success: true, data: { accessToken: 'fresh' } }))
    const credentials: unknown[] = []
    const { client, tokens } = newClient({
      tokenStore: memoryTokenStore(),
      fetch(url, init) {
        credentials.push(init!.credentials)
        return fetch(url, init)
      },
    })
    await client.register({ name: 'Ada', email: 'a@b.example', password: 'x' })
    expect(tokens()).toEqual({ accessToken: 'fresh' })
    await client.me()
    expect(credentials).toEqual(['include', 'include'])
    expect(asked.map(({ headers }) => headers.get('Cookie'))).toEqual([null, null])
  })

  test('gets the refresh token only for /api/auth and for signing out', async () => {
    const { client } = newClient({
      tokenStore: memoryTokenStore({ accessToken: 'fresh', refreshToken: 'first' }),
    })
    await client.listBooks()
    await client.me()
    await client.logout()
    // The server reads the first over HTTPS and the second without.
    const both = '__Secure-readr_refresh=first; readr_refresh=first'
    expect(asked.map(({ url, headers }) => [new URL(url).pathname, headers.get('Cookie')])).toEqual(
      [
        ['/books', null],
        ['/api/auth/me', both],
        ['/auth/logout', both],
      ],
    )
  })
})
