import { delay } from 'msw/utils/delay'
import { HttpResponse } from 'msw/http'
import { describe, expect, test, vi } from 'vitest'
import type { ReadrClient, ReadrClientOptions } from '#packages/client/readr-client.ts'
import { REFRESH, refused } from '#tests/outside/readr.ts'
import { failure, newClient, withClients } from './client-site.ts'

const TIMED_OUT = {
  failure: 'timeout',
  status: 0,
  message: 'Request timeout. Please check your connection and try again.',
}
const { answer, count } = withClients()

/** Expects that a call is given up after this time, and not earlier. */
async function expectTimeout(
  afterMs: number,
  start: (client: ReadrClient) => Promise<unknown>,
  options: Partial<ReadrClientOptions> = {},
) {
  const { client, sentTo, tokens } = newClient(options)
  const before = tokens()
  const call = start(client)
  const end = { isOver: false }
  call.catch(() => (end.isOver = true))
  await vi.advanceTimersByTimeAsync(afterMs - 1)
  expect(end.isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  // The rejection takes some turns of the loop, but no time.
  for (let turn = 0; turn < 100 && !end.isOver; turn++) await vi.advanceTimersByTimeAsync(0)
  expect(end.isOver).toBe(true)
  expect(await failure(call)).toMatchObject(TIMED_OUT)
  expect(tokens()).toEqual(before)
  expect(sentTo).toEqual([])
}

const never = () => delay('infinite')

describe('a call times out', () => {
  test.each([
    ['listBooks', 8_000],
    ['listBooksSubscribed', 8_000],
    ['listMyBooks', 8_000],
    ['me', 8_000],
    ['subscriptionStatus', 5_000],
    ['login', 10_000],
    ['favorites', 10_000],
    ['refreshToken', 10_000],
  ] as const)('%s after %i ms', async (name, afterMs) => {
    answer('/*', never)
    await expectTimeout(afterMs, (client) =>
      name === 'login' ? client.login({ email: 'a@b.example', password: 'x' }) : client[name](),
    )
  })

  test('while the body of its answer is still coming', async () => {
    answer('/books', () => new HttpResponse(new ReadableStream()))
    await expectTimeout(8_000, (client) => client.listBooks())
  })

  test('at the client’s own limit, if that is shorter', async () => {
    answer('/books', never)
    await expectTimeout(200, (client) => client.listBooks(), { timeoutMs: 200 })
  })

  test('me after 12,000 ms, if the token had to be refreshed', async () => {
    answer('/*', async ({ request }) => {
      await delay(7_000)
      return request.url.endsWith(REFRESH)
        ? HttpResponse.json({ success: true, data: { accessToken: 'fresh' } })
        : refused(401, 'Token has expired')
    })
    await expectTimeout(12_000, (client) => client.me())
  })

  test('and its refresh after 10,000 ms, which does not sign the user out', async () => {
    answer(REFRESH, never)
    await expectTimeout(10_000, (client) => client.deleteAccount())
    expect(count(REFRESH)).toBe(1)
  })
})
