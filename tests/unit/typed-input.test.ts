import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestContextOf } from '#app/middleware/request/context.server.ts'
import { carriedInput, showingTypedInput } from '#app/middleware/typed-input.server.ts'

const PAGE = 'http://localhost/settings?typed=%2Fsettings'

/** What a page gets that is asked to show a form again. */
async function shown(fields: Record<string, string>) {
  const context = new RouterContextProvider()
  const answer = await showingTypedInput(async ({ method }) => new Response(method))(
    new Request(PAGE, { method: 'POST', body: new URLSearchParams(fields) }),
    context,
  )
  return { context, answer, typed: requestContextOf(context).typed }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  vi.stubEnv('AUTH_SECRETS', 'a-secret-of-more-than-32-characters-for-tests')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

test('the input of a form is kept for ten minutes, and its page is only shown', async () => {
  const { context, answer } = await shown({ name: 'Zoë', password: 'secret' })
  expect(await answer.text()).toBe('GET')
  const { sealed } = carriedInput(context, new URL(PAGE))!
  vi.setSystemTime(599_999)
  expect((await shown({ typed: sealed })).typed).toMatchObject({
    action: '/settings',
    fields: [['name', 'Zoë']],
  })
  vi.setSystemTime(600_000)
  const late = await shown({ typed: sealed })
  expect(late.typed).toBeNull()
  expect(late.answer.status).toBe(303)
  expect(late.answer.headers.get('Location')).toBe('/settings')
})
