import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const handle = vi.hoisted(() => vi.fn<() => Promise<Response>>())
vi.mock('#app/demo/run-stripe-emulator.server.ts', () => ({ demoStripe: () => ({ handle }) }))

const { action } = await import('#app/web/demo/stripe-page.ts')
const { withinDeadline } = await import('#app/platform/database-work.server.ts')

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('advancing the clock has no deadline', async () => {
  handle.mockImplementation(
    () => new Promise((resolve) => setTimeout(resolve, 30_000, new Response('moved'))),
  )
  const request = new Request('http://localhost/dev/clock', { method: 'POST' })
  const late = () => new Response('late')
  const answer = withinDeadline(10_000, () => action({ request } as never), late)
  await vi.advanceTimersByTimeAsync(31_000)
  expect(await (await answer).text()).toBe('moved')
})
