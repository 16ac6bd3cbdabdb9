import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EnvError, readEnv } from '#app/platform/env.server.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { ALONE, type Product, startProduct } from '#tests/setup/product.ts'
import { Browser, locationOf, problemOf, signIn } from './browser.ts'
import { APPLE_KEYS, Provider } from './providers.ts'

describe('demo mode', () => {
  // The emulated providers run in one process.
  let alone: Product
  beforeAll(async () => {
    alone = await startProduct('content', {}, ALONE)
  })
  afterAll(() => alone.stop())
  const demo = () => new Browser(alone.origin)

  async function consent(its: Browser, provider: string, fields: Record<string, string>) {
    const page = locationOf(await its.get(`/api/auth/${provider}`))
    expect((await its.get(page)).status).toBe(200)
    const answer = await its.post(page, fields)
    if (provider !== 'apple') return its.get(locationOf(answer))
    const form = await (await its.get(locationOf(answer))).text()
    const inputs = form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)
    const hidden = [...inputs].map(([, name, value]) => [name!, value!.replaceAll('&quot;', '"')])
    const posted = await its.postFromElsewhere(
      '/api/auth/apple/callback',
      Object.fromEntries(hidden) as Record<string, string>,
    )
    return its.get(locationOf(posted))
  }

  test.each(['google', 'apple', 'facebook'])('emulates %s', async (provider) => {
    const its = demo()
    const person = { name: 'Mary Ann Evans', email: `${randomUUID()}@example.com`, verified: 'on' }
    expect(locationOf(await consent(its, provider, person))).toBe('/browse?isSocial=true')
    const emailVerified = provider !== 'facebook'
    expect(await its.reader()).toMatchObject({
      name: person.name,
      email: person.email,
      emailVerified,
    })
  })

  test('supports canceling, and shows an invalid form again', async () => {
    expect(problemOf(await consent(demo(), 'google', { choice: 'cancel' }))).toMatch(/was canceled/)
    expect(problemOf(await consent(demo(), 'apple', { choice: 'cancel' }))).toMatch(/was canceled/)
    const its = demo()
    const page = locationOf(await its.get('/api/auth/google'))
    const answer = await its.post(page, { name: 'Ada', email: 'nonsense' })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('value="nonsense"')
  })

  test('validates requests strictly', async () => {
    const its = demo()
    const page = new URL(locationOf(await its.get('/api/auth/google')))
    for (const [name, value] of [
      ['redirect_uri', 'https://evil.example/'],
      ['client_id', 'other'],
      ['code_challenge', ''],
      ['code_challenge_method', 'plain'],
    ] as const) {
      const changed = new URL(page)
      changed.searchParams.set(name, value)
      expect((await its.get(changed.href)).status).toBe(400)
    }
    expect((await its.get('/dev/identity/github/authorize')).status).toBe(404)
    expect((await its.post('/dev/identity/google/token', { code: 'x' })).status).toBe(400)
    expect((await its.get('/dev/identity/facebook/me')).status).toBe(401)
  })
})

describe('outside demo mode', () => {
  let openId: Provider
  let product: Product

  beforeAll(async () => {
    openId = await new Provider().start()
    const nobody = `http://127.0.0.1:${await freePort()}`
    product = await startProduct('content', {
      SMTP_URL: nobody.replace('http', 'smtp'),
      AUTH_SECRETS: randomUUID(),
      SUPPORT_EMAIL: 'help@readr.test',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_URL: nobody,
      MOBILE_WEBHOOK_SECRET: randomUUID(),
      // Allows one new account an hour.
      RATE_LIMIT_FACTOR: '0.1',
      GOOGLE_CLIENT_ID: 'google-client',
      GOOGLE_CLIENT_SECRET: 'google-secret',
      GOOGLE_ISSUER: openId.url,
      FACEBOOK_CLIENT_ID: 'facebook-client',
      FACEBOOK_CLIENT_SECRET: 'facebook-secret',
      FACEBOOK_DIALOG_URL: `${openId.url}/authorize`,
      FACEBOOK_GRAPH_URL: nobody,
    })
  })

  afterAll(async () => {
    await product.stop()
    await openId.server.stop()
  })

  test('only configured providers are offered', async () => {
    const its = new Browser(product.origin)
    for (const page of ['/login', '/register']) {
      const html = await (await its.get(page)).text()
      expect(html).toContain('href="/api/auth/google"')
      expect(html).not.toContain('/api/auth/apple')
    }
    expect((await its.get('/api/auth/apple')).status).toBe(404)
    expect((await its.get('/api/auth/apple/callback?state=x&code=y')).status).toBe(404)
  })

  test('the emulators have no addresses', async () => {
    const its = new Browser(product.origin)
    for (const provider of ['apple', 'google', 'facebook']) {
      for (const page of ['authorize', 'return', 'keys', 'me', 'token']) {
        expect((await its.get(`/dev/identity/${provider}/${page}`)).status).toBe(404)
      }
      expect((await its.post(`/dev/identity/${provider}/token`, {})).status).toBe(404)
    }
    const stripe = ['stripe/v1/prices', 'clock', 'checkout/1', 'portal/1', '3ds/1', 'receipt/1']
    for (const page of [...stripe, 'invoices/1', 'stripe.js']) {
      expect((await its.get(`/dev/${page}`)).status, page).toBe(404)
    }
    expect((await its.post('/dev/clock', { step: '0' })).status).toBe(404)
  })

  test('an unreachable provider is reported', async () => {
    const refused = await signIn(new Browser(product.origin), 'facebook')
    expect(problemOf(refused)).toMatch(/^Facebook cannot be reached right now/)
  })

  test('new accounts from one network address are limited, sign-ins are not', async () => {
    const known = { sub: 'one', email: 'one@example.com', email_verified: true }
    openId.person = known
    expect(locationOf(await signIn(new Browser(product.origin), 'google'))).toMatch(/^\/browse/)
    openId.person = { sub: 'two', email: 'two@example.com', email_verified: true }
    expect(problemOf(await signIn(new Browser(product.origin), 'google'))).toMatch(
      /^Too many attempts/,
    )
    openId.person = known
    expect(locationOf(await signIn(new Browser(product.origin), 'google'))).toMatch(/^\/browse/)
  })
})

describe('the configuration', () => {
  const apple = {
    APPLE_CLIENT_ID: 'a',
    APPLE_TEAM_ID: 'b',
    APPLE_KEY_ID: 'c',
    APPLE_PRIVATE_KEY: APPLE_KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }

  test('may be complete or missing', () => {
    expect(readEnv({}).identityProviders).toEqual({ google: null, facebook: null, apple: null })
    const elsewhere = { ...apple, APPLE_ISSUER: 'http://127.0.0.1:1' }
    expect(readEnv(elsewhere).identityProviders.apple).toMatchObject({ clientId: 'a', teamId: 'b' })
  })

  test.each([
    [{ GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_SECRET'],
    [{ GOOGLE_CLIENT_SECRET: 'x' }, 'GOOGLE_CLIENT_ID'],
    [{ FACEBOOK_CLIENT_ID: 'x' }, 'FACEBOOK_CLIENT_SECRET'],
    [{ ...apple, APPLE_TEAM_ID: '' }, 'APPLE_TEAM_ID'],
    [{ ...apple, APPLE_PRIVATE_KEY: '' }, 'APPLE_PRIVATE_KEY'],
    [{ ...apple, APPLE_PRIVATE_KEY: 'no key' }, 'APPLE_PRIVATE_KEY'],
    [{ GOOGLE_ISSUER: 'nowhere' }, 'GOOGLE_ISSUER'],
  ])('is refused if incomplete, naming the variable (%#)', (variables, name) => {
    expect(() => readEnv(variables)).toThrow(EnvError)
    expect(() => readEnv(variables)).toThrow(new RegExp(`^${name}: `))
  })
})
