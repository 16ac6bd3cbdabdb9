import { generateKeyPairSync } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose'
import type { MutableToken } from 'oauth2-mock-server'
import { describe, expect, test } from 'vitest'
import { departAndReturn, locationOf, problemOf, signIn } from './browser.ts'
import { withProviders } from './product.ts'

const social = withProviders()
const { browser } = social

const TOO_LATE = /took too long or was begun in another browser\. Please try again/
const NOT_BELIEVED = /could not be verified, so you are not signed in/
const UNREACHABLE = /cannot be reached at the moment/

describe('state', () => {
  test('of another sign-in is refused', async () => {
    const its = browser()
    const back = await departAndReturn(its, 'google')
    back.searchParams.set('state', 'another')
    expect(problemOf(await its.get(back.href))).toMatch(TOO_LATE)
    expect(await its.reader()).toBeNull()
  })

  test('that is missing is refused, and does not begin a sign-in', async () => {
    expect(problemOf(await browser().get('/api/auth/google/callback?code=x'))).toMatch(TOO_LATE)
    expect(problemOf(await browser().get('/api/auth/google/callback'))).toMatch(TOO_LATE)
  })

  test('begun in another browser is refused', async () => {
    const back = await departAndReturn(browser(), 'google')
    const victim = browser()
    expect(problemOf(await victim.get(back.href))).toMatch(TOO_LATE)
    expect(await victim.reader()).toBeNull()
  })

  test('in a cookie that was changed, or of another provider, is refused', async () => {
    const its = browser()
    const back = await departAndReturn(its, 'google')
    const [[name, cookie]] = [...its.cookies] as [[string, { value: string; path: string }]]
    const [head, body, signature] = cookie.value.split('.') as [string, string, string]
    const note = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    const forged = Buffer.from(JSON.stringify({ ...note, onward: 'redirectTo=%2Fx' }))
    const value = `${head}.${forged.toString('base64url')}.${signature}`
    its.cookies.set(name, { value, path: '/' })
    expect(problemOf(await its.get(back.href))).toMatch(TOO_LATE)
    its.cookies.set(name, { value: cookie.value, path: '/' })
    const elsewhere = back.href.replace('/google/', '/facebook/')
    expect(problemOf(await its.get(elsewhere))).toMatch(TOO_LATE)
  })

  test('is used once, even with its cookie kept', async () => {
    const its = browser()
    const back = await departAndReturn(its, 'google')
    const kept = new Map(its.cookies)
    expect(locationOf(await its.get(back.href))).toBe('/browse?isSocial=true')
    const thief = browser()
    thief.cookies = kept
    expect(problemOf(await thief.get(back.href))).toMatch(TOO_LATE)
    expect(await thief.reader()).toBeNull()
  })

  test('of two tabs does not get mixed up', async () => {
    const its = browser()
    const [one, two] = [await departAndReturn(its, 'google'), await departAndReturn(its, 'google')]
    expect(locationOf(await its.get(one.href))).toBe('/browse?isSocial=true')
    expect(locationOf(await its.get(two.href))).toBe('/browse?isSocial=true')
  })
})

describe('the code', () => {
  test('of somebody else cannot be slipped in: the provider checks the verifier', async () => {
    const its = browser()
    const [mine, other] = [
      await departAndReturn(its, 'google'),
      await departAndReturn(browser(), 'google'),
    ]
    mine.searchParams.set('code', other.searchParams.get('code')!)
    social.openId.exchanged = {}
    expect(problemOf(await its.get(mine.href))).toMatch(NOT_BELIEVED)
    // It never came to an answer with tokens.
    expect(social.openId.exchanged).toEqual({})
    expect(await its.reader()).toBeNull()
  })

  test('that is missing is refused', async () => {
    const its = browser()
    const back = await departAndReturn(its, 'google')
    back.searchParams.delete('code')
    expect(problemOf(await its.get(back.href))).toMatch(TOO_LATE)
  })
})

describe('the token', () => {
  const spoilt: Record<string, (token: MutableToken) => void> = {
    'of another issuer': ({ payload }) => (payload.iss = 'https://accounts.google.com'),
    'for another client': ({ payload }) => (payload['aud'] = 'somebody-else'),
    'without an audience': ({ payload }) => delete payload['aud'],
    'of another sign-in': ({ payload }) => (payload['nonce'] = 'another'),
    'without a nonce': ({ payload }) => delete payload['nonce'],
    'that has expired': ({ payload }) => (payload.exp = Math.floor(Date.now() / 1000) - 120),
    'without an end': ({ payload }) => delete (payload as { exp?: number }).exp,
    'of nobody': ({ payload }) => delete payload['sub'],
  }

  test.each(Object.entries(spoilt))('%s is not believed', async (_, spoil) => {
    social.openId.spoil = spoil
    const its = browser()
    expect(problemOf(await signIn(its, 'google'))).toMatch(NOT_BELIEVED)
    expect(await its.reader()).toBeNull()
  })

  /** Signs the same claims in another way. */
  const resigned: Record<string, (token: string) => Promise<string> | string> = {
    'without a signature': (token) => new UnsecuredJWT(decodeJwt(token)).encode(),
    'signed with another key': (token) =>
      new SignJWT(decodeJwt(token))
        .setProtectedHeader({ ...decodeProtectedHeader(token), alg: 'RS256' })
        .sign(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
    'signed with the published key as a password': async (token) => {
      const [key] = social.openId.server.issuer.keys.toJSON()
      return new SignJWT(decodeJwt(token))
        .setProtectedHeader({ alg: 'HS256', kid: key!.kid })
        .sign(Buffer.from(JSON.stringify(key)))
    },
    'that is no token': () => 'a.b.c',
  }

  /** Comes back from the provider with a token that is right, but for how it is signed. */
  async function signInWith(sign: (token: string) => Promise<string> | string) {
    const its = browser()
    const back = await departAndReturn(its, 'google')
    const { nonce } = decodeJwt([...its.cookies.values()][0]!.value)
    const right = await social.openId.server.issuer.buildToken({
      scopesOrTransform: (_, payload) => {
        Object.assign(payload, { ...social.openId.person, aud: 'google-client', nonce })
      },
    })
    const token = await sign(right)
    social.openId.answer = ({ body }) => void Object.assign(body as object, { id_token: token })
    return { its, answer: await its.get(back.href) }
  }

  test('that is right is believed', async () => {
    const { its, answer } = await signInWith((token) => token)
    expect(locationOf(answer)).toBe('/browse?isSocial=true')
    expect(await its.reader()).toMatchObject({ email: social.openId.person.email })
  })

  test.each(Object.entries(resigned))('%s is not believed', async (_, sign) => {
    const { its, answer } = await signInWith(sign)
    expect(problemOf(answer)).toMatch(NOT_BELIEVED)
    expect(await its.reader()).toBeNull()
  })

  test('that does not come is not believed', async () => {
    social.openId.answer = (response) => (response.body = { access_token: 'x' })
    expect(problemOf(await signIn(browser(), 'google'))).toMatch(NOT_BELIEVED)
  })

  test('for Facebook is no token at all, but a question', async () => {
    social.facebook.answer = (response) => (response.body = {})
    expect(problemOf(await signIn(browser(), 'facebook'))).toMatch(NOT_BELIEVED)
  })
})

describe('the provider', () => {
  test.each(['google', 'apple', 'facebook'])('%s was not allowed to', async (provider) => {
    const its = browser()
    const departure = await its.get(`/api/auth/${provider}?toSubscribe=1`)
    const state = new URL(locationOf(departure)).searchParams.get('state')!
    const word = provider === 'apple' ? 'user_cancelled_authorize' : 'access_denied'
    let answer = await its.get(
      `/api/auth/${provider}/callback?${new URLSearchParams({ state, error: word })}`,
    )
    expect(problemOf(answer)).toMatch(
      /^You did not let (Google|Apple|Facebook) sign you in\. Try again/,
    )
    expect(locationOf(answer)).toMatch(/&toSubscribe=1$/)
    answer = await its.get(locationOf(answer))
    expect(await answer.text()).toContain(`/api/auth/${provider}?toSubscribe=1`)
  })

  test('that has a bad day is said to be out of reach', async () => {
    social.openId.answer = (response) => (response.statusCode = 503)
    expect(problemOf(await signIn(browser(), 'google'))).toMatch(UNREACHABLE)
  })

  test('that refuses the code is not believed', async () => {
    social.openId.answer = (response) => {
      response.statusCode = 400
      response.body = { error: 'invalid_grant' }
    }
    expect(problemOf(await signIn(browser(), 'google'))).toMatch(NOT_BELIEVED)
  })
})
