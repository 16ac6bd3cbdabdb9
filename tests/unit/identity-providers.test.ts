import { generateKeyPairSync } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { delay } from 'msw/utils/delay'
import { http, HttpResponse } from 'msw/http'
import { describe, expect, test, vi } from 'vitest'
import { exchangeCode, fetchIdentity } from '#app/accounts/service/fetch-identity.server.ts'
import { identityProvider } from '#app/platform/identity-providers.server.ts'
import {
  claimsFor,
  FACEBOOK,
  GOOGLE_KEYS,
  GOOGLE_TOKENS,
  googleKey,
  signedByGoogle,
} from '#tests/outside/identity-providers.ts'
import { playOutside } from '#tests/outside/outside.ts'

vi.mock('#app/platform/env.server.ts', async (original) => {
  const actual = await original<typeof import('#app/platform/env.server.ts')>()
  const identityProviders = {
    google: { clientId: 'google-client', clientSecret: 'google-secret' },
    facebook: {
      clientId: 'facebook-client',
      clientSecret: 'facebook-secret',
      dialogUrl: 'https://www.facebook.com/dialog/oauth',
      graphUrl: 'https://graph.facebook.com/v23.0',
    },
  }
  return { ...actual, env: () => ({ ...actual.env(), identityProviders }) }
})

const outside = playOutside()
const NONCE = 'of-this-sign-in'

/** What a sign-in with a code ends in: the identity, or the code of the error. */
async function signIn(name: 'google' | 'facebook' = 'google') {
  const provider = identityProvider(name)!
  const given = { code: NONCE, codeVerifier: 'v', redirectUri: 'https://readr.example/back' }
  try {
    return await fetchIdentity(provider, await exchangeCode(provider, given), NONCE)
  } catch (error) {
    return (error as { code?: string }).code
  }
}

const answerWith = (resolver: () => Response | Promise<Response>, address = GOOGLE_TOKENS) =>
  outside.use(http.all(address, resolver))
const withToken = (token: string) =>
  answerWith(() => HttpResponse.json({ access_token: 'x', id_token: token }))
const claims = () => claimsFor('google-client', NONCE)

test('Google and Facebook name the person; only Google verifies the address', async () => {
  const ada = { email: 'ada@example.com' }
  expect(await signIn()).toEqual({
    ...ada,
    provider: 'google',
    subject: 'ada-at-google',
    emailVerified: true,
    name: 'Ada Lovelace',
  })
  expect(await signIn('facebook')).toEqual({
    ...ada,
    provider: 'facebook',
    subject: 'ada-at-facebook',
    emailVerified: false,
    name: 'Ada',
  })
})

describe('a token of Google', () => {
  test.each([
    ['without a signature', () => new UnsecuredJWT(claims()).encode()],
    [
      'signed with another key',
      () =>
        signedByGoogle(claims(), generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
    ],
    [
      'signed with the published key as a password',
      () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: 'HS256', kid: googleKey().kid })
          .sign(Buffer.from(JSON.stringify(googleKey()))),
    ],
    ['that is none', () => 'a.b.c'],
  ])('%s is rejected', async (_, sign) => {
    withToken(await sign())
    expect(await signIn()).toBe('unauthenticated')
  })

  test('must not be missing, nor that of Facebook', async () => {
    answerWith(() => HttpResponse.json({ access_token: 'x' }))
    expect(await signIn()).toBe('unauthenticated')
    answerWith(() => HttpResponse.json({}), `${FACEBOOK}/:version/oauth/access_token`)
    expect(await signIn('facebook')).toBe('unauthenticated')
  })
})

test.each([
  ['is not there', () => HttpResponse.error(), 'provider-unavailable'],
  ['answers 500', () => HttpResponse.text('', { status: 500 }), 'provider-unavailable'],
  ['answers 429', () => HttpResponse.text('', { status: 429 }), 'provider-unavailable'],
  ['redirects', () => HttpResponse.redirect('https://evil.example/'), 'provider-unavailable'],
  [
    'rejects the code',
    () => HttpResponse.json({ error: 'invalid_grant' }, { status: 400 }),
    'unauthenticated',
  ],
  ['answers with a page', () => HttpResponse.html('<h1>Hello</h1>'), 'unauthenticated'],
])('a provider that %s ends the sign-in', async (_, resolver, code) => {
  answerWith(resolver)
  expect(await signIn()).toBe(code)
  answerWith(resolver, `${FACEBOOK}/:version/me`)
  expect(await signIn('facebook')).toBe(code)
})

test('a provider that does not answer is given up after 8,000 ms', async () => {
  const limits: number[] = []
  // Native time-outs do not follow fake timers.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return AbortSignal.abort()
  })
  answerWith(() => delay('infinite') as never)
  expect(await signIn()).toBe('provider-unavailable')
  expect(limits).toEqual([8000])
})

test('keys that cannot be fetched are no fault of the token', async () => {
  vi.resetModules()
  const fresh = await import('#app/accounts/service/fetch-identity.server.ts')
  answerWith(() => HttpResponse.text('', { status: 503 }), GOOGLE_KEYS)
  const tokens = { id_token: await signedByGoogle(claims()) }
  const attempt = fresh.fetchIdentity(identityProvider('google')!, tokens, NONCE)
  await expect(attempt).rejects.toMatchObject({ code: 'provider-unavailable' })
})
