import type { MutableToken } from 'oauth2-mock-server'
import { describe, expect, test } from 'vitest'
import { departAndReturn, locationOf, problemOf, signIn } from './browser.ts'
import { withProviders } from './product.ts'

const social = withProviders()
const { browser } = social

const EXPIRED = /took too long or was started in another browser\. Please try again/
const REJECTED = /could not verify the response.*so you are not logged in/
const UNREACHABLE = /cannot be reached right now/

describe('the state', () => {
  test('of another sign-in is rejected', async () => {
    const its = browser()
    const back = await departAndReturn(its, 'google')
    back.searchParams.set('state', 'another')
    expect(problemOf(await its.get(back.href))).toMatch(EXPIRED)
    expect(await its.reader()).toBeNull()
  })

  test('must not be missing', async () => {
    expect(problemOf(await browser().get('/api/auth/google/callback?code=x'))).toMatch(EXPIRED)
    expect(problemOf(await browser().get('/api/auth/google/callback'))).toMatch(EXPIRED)
  })

  test('from another browser is rejected', async () => {
    const back = await departAndReturn(browser(), 'google')
    const victim = browser()
    expect(problemOf(await victim.get(back.href))).toMatch(EXPIRED)
    expect(await victim.reader()).toBeNull()
  })

  test('in a changed cookie or for another provider is rejected', async () => {
    const its = browser()
    const back = await departAndReturn(its, 'google')
    const [[name, cookie]] = [...its.cookies] as [[string, { value: string; path: string }]]
    const [head, body, signature] = cookie.value.split('.') as [string, string, string]
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    const forged = Buffer.from(JSON.stringify({ ...payload, onward: 'redirectTo=%2Fx' }))
    const value = `${head}.${forged.toString('base64url')}.${signature}`
    its.cookies.set(name, { value, path: '/' })
    expect(problemOf(await its.get(back.href))).toMatch(EXPIRED)
    its.cookies.set(name, { value: cookie.value, path: '/' })
    const elsewhere = back.href.replace('/google/', '/facebook/')
    expect(problemOf(await its.get(elsewhere))).toMatch(EXPIRED)
  })

  test('works once, even with its cookie', async () => {
    const its = browser()
    const back = await departAndReturn(its, 'google')
    const cookies = new Map(its.cookies)
    expect(locationOf(await its.get(back.href))).toBe('/browse?isSocial=true')
    const thief = browser()
    thief.cookies = cookies
    expect(problemOf(await thief.get(back.href))).toMatch(EXPIRED)
    expect(await thief.reader()).toBeNull()
  })

  test('of two tabs is kept apart', async () => {
    const its = browser()
    const [one, two] = [await departAndReturn(its, 'google'), await departAndReturn(its, 'google')]
    expect(locationOf(await its.get(one.href))).toBe('/browse?isSocial=true')
    expect(locationOf(await its.get(two.href))).toBe('/browse?isSocial=true')
  })
})

describe('the code', () => {
  test('of another person is rejected, because the provider checks the verifier', async () => {
    const its = browser()
    const [mine, other] = [
      await departAndReturn(its, 'google'),
      await departAndReturn(browser(), 'google'),
    ]
    mine.searchParams.set('code', other.searchParams.get('code')!)
    social.openId.exchanged = {}
    expect(problemOf(await its.get(mine.href))).toMatch(REJECTED)
    // The provider issued no tokens.
    expect(social.openId.exchanged).toEqual({})
    expect(await its.reader()).toBeNull()
  })

  test('must not be missing', async () => {
    const its = browser()
    const back = await departAndReturn(its, 'google')
    back.searchParams.delete('code')
    expect(problemOf(await its.get(back.href))).toMatch(EXPIRED)
  })
})

/** Other tokens, and how a provider can fail: tests/unit/identity-providers.test.ts. */
describe('the token', () => {
  const changes: Record<string, (token: MutableToken) => void> = {
    'of another issuer': ({ payload }) => (payload.iss = 'https://accounts.google.com'),
    'for another client': ({ payload }) => (payload['aud'] = 'somebody-else'),
    'without an audience': ({ payload }) => delete payload['aud'],
    'of another sign-in': ({ payload }) => (payload['nonce'] = 'another'),
    'without a nonce': ({ payload }) => delete payload['nonce'],
    'that has expired': ({ payload }) => (payload.exp = Math.floor(Date.now() / 1000) - 120),
    'without an end': ({ payload }) => delete (payload as { exp?: number }).exp,
    'of nobody': ({ payload }) => delete payload['sub'],
  }

  test.each(Object.entries(changes))('%s is rejected', async (_, change) => {
    social.openId.changeToken = change
    const its = browser()
    expect(problemOf(await signIn(its, 'google'))).toMatch(REJECTED)
    expect(await its.reader()).toBeNull()
  })
})

describe('the provider', () => {
  test.each(['google', 'apple', 'facebook'])('%s can be canceled', async (provider) => {
    const its = browser()
    const start = await its.get(`/api/auth/${provider}?toSubscribe=1`)
    const state = new URL(locationOf(start)).searchParams.get('state')!
    const error = provider === 'apple' ? 'user_cancelled_authorize' : 'access_denied'
    let answer = await its.get(
      `/api/auth/${provider}/callback?${new URLSearchParams({ state, error })}`,
    )
    expect(problemOf(answer)).toMatch(
      /^Sign-in with (Google|Apple|Facebook) was canceled\. Try again/,
    )
    expect(locationOf(answer)).toMatch(/&toSubscribe=1$/)
    answer = await its.get(locationOf(answer))
    expect(await answer.text()).toContain(`/api/auth/${provider}?toSubscribe=1`)
  })

  test('is reported as unreachable when it fails', async () => {
    social.openId.changeAnswer = (response) => (response.statusCode = 503)
    expect(problemOf(await signIn(browser(), 'google'))).toMatch(UNREACHABLE)
  })
})
