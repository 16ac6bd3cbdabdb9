import { randomUUID } from 'node:crypto'
import { jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { departAndReturn, locationOf, problemOf, signIn } from './browser.ts'
import { newPerson, PASSWORD, withProviders } from './product.ts'
import { APPLE_KEYS } from './providers.ts'

const social = withProviders()
const { browser, serverOf, register, codeSentTo } = social

describe('starting a sign-in', () => {
  test.each(['google', 'apple', 'facebook'])('%s receives state and PKCE', async (provider) => {
    const response = await browser().get(`/api/auth/${provider}`)
    expect(response.status).toBe(302)
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    const url = new URL(locationOf(response))
    expect(url.origin).toBe(serverOf(provider).url)
    const query = Object.fromEntries(url.searchParams)
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: `${provider}-client`,
      redirect_uri: `${social.product.origin}/api/auth/${provider}/callback`,
      code_challenge_method: 'S256',
    })
    expect(query['state']).toMatch(/^[\w-]{43}$/)
    expect(query['code_challenge']).toMatch(/^[\w-]{43}$/)
    expect('nonce' in query).toBe(provider !== 'facebook')
    expect(query['response_mode']).toBe(provider === 'apple' ? 'form_post' : undefined)
    const [cookie] = response.headers.getSetCookie()
    expect(cookie).toMatch(
      new RegExp(`^readr_social_[0-9a-f]{12}=[^;]+; Max-Age=600; Path=/; HttpOnly; SameSite=Lax$`),
    )
  })

  test.each(['/api/auth/github', '/api/auth/github/callback', '/api/auth/Google'])(
    '%s is a JSON 404',
    async (path) => {
      const response = await browser().get(path)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ success: false })
    },
  )

  test('only GET starts one, and only Apple posts its callback', async () => {
    const its = browser()
    expect((await its.post('/api/auth/google', {})).status).toBe(405)
    expect((await its.post('/api/auth/google/callback', {})).status).toBe(405)
    expect((await its.postFromElsewhere('/api/auth/google/callback', {})).status).toBe(403)
    expect((await its.postFromElsewhere('/api/auth/apple', {})).status).toBe(403)
    expect((await its.postFromElsewhere('/auth/logout', {})).status).toBe(403)
    expect((await its.postFromElsewhere('/api/auth/apple/callback', {})).status).toBe(303)
  })

  test('the pages link configured providers and keep redirectTo', async () => {
    for (const page of ['/login', '/register']) {
      const response = await browser().get(`${page}?redirectTo=%2Fsettings&toSubscribe=1&error=x`)
      const html = await response.text()
      for (const provider of ['google', 'apple', 'facebook']) {
        expect(html).toContain(
          `href="/api/auth/${provider}?redirectTo=%2Fsettings&amp;toSubscribe=1"`,
        )
      }
    }
  })
})

describe('the callback', () => {
  test.each(['google', 'apple', 'facebook'])(
    '%s signs a new person in, twice',
    async (provider) => {
      const person = newPerson()
      serverOf(provider).person = person
      const its = browser()
      const arrived = await signIn(its, provider)
      expect(arrived.status).toBe(302)
      expect(locationOf(arrived)).toBe('/browse?isSocial=true')
      expect([...its.cookies.keys()].toSorted()).toEqual([
        'isSocialAuthenticated',
        'readr_device',
        'readr_session',
      ])
      const home = await its.get('/browse?isSocial=true')
      expect([home.status, locationOf(home)]).toEqual([302, '/browse'])
      expect(its.cookies.get('isSocialAuthenticated')?.value).toBe('true')
      const reader = await its.reader()
      expect(reader).toMatchObject({
        name: 'Ada Lovelace',
        email: person.email,
        emailVerified: provider !== 'facebook',
        isSocialAuthenticated: true,
      })
      // The address may change at the provider; the id stays the same.
      serverOf(provider).person = { ...person, email: `new-${person.email}` }
      const again = browser()
      await signIn(again, provider)
      expect((await again.reader())?._id).toBe(reader!._id)
    },
  )

  test('Apple sends the name in its form and receives a signed client secret', async () => {
    const { name: _, ...person } = newPerson()
    social.openId.person = { ...person, email_verified: 'true' }
    const its = browser()
    const user = JSON.stringify({ name: { firstName: 'Grace', lastName: 'Hopper' } })
    await signIn(its, 'apple', { user })
    expect(await its.reader()).toMatchObject({ name: 'Grace Hopper', emailVerified: true })
    const { payload, protectedHeader } = await jwtVerify(
      String(social.openId.exchanged['client_secret']),
      APPLE_KEYS.publicKey,
    )
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'KEY' })
    expect(payload).toMatchObject({
      iss: 'TEAM',
      sub: 'apple-client',
      aud: 'https://appleid.apple.com',
    })
  })

  test('an invalid form from Apple is ignored', async () => {
    const { name: _, ...person } = newPerson()
    social.openId.person = { ...person, email: `jo.march-${person.email}` }
    const its = browser()
    await signIn(its, 'apple', { user: '{"name":{"firstName":["x"]}' })
    expect((await its.reader())?.name).toMatch(/^Jo March/)
  })

  test('creates an account without a password', async () => {
    social.openId.person = newPerson()
    const its = browser()
    await signIn(its, 'google')
    const settings = await (await its.get('/settings')).text()
    expect(settings).toContain('Account information')
    expect(settings).not.toContain('Change password')
    expect(settings).not.toContain('Update email')
    const { value } = its.cookies.get('readr_session')!
    for (const [path, body] of [
      [
        '/auth/change-password',
        { oldPassword: 'a', newPassword: 'abcdef', confirmNewPassword: 'abcdef' },
      ],
      ['/auth/update-email', { newEmail: 'else@example.com', password: 'abcdef' }],
    ] as const) {
      const response = await fetch(social.product.origin + path, {
        method: 'PUT',
        headers: { Cookie: `readr_session=${value}` },
        body: JSON.stringify(body),
      })
      expect(response.status).toBe(403)
    }
  })

  test.each([
    ['?redirectTo=%2Fsummaries%2Fwalden%3Fa%3D1', '/summaries/walden?a=1'],
    ['?toSubscribe=true', '/subscribe'],
    ['?redirectTo=https%3A%2F%2Fevil.example', '/browse?isSocial=true'],
    ['?redirectTo=%2F%2Fevil.example', '/browse?isSocial=true'],
    ['?redirectTo=%2F%5Cevil.example', '/browse?isSocial=true'],
    ['?redirectTo=%2F%09%2Fevil.example', '/browse?isSocial=true'],
    ['?redirectTo=%2F..%2F%2Fevil.example', '/browse?isSocial=true'],
    ['?redirectTo=javascript%3Aalert(1)', '/browse?isSocial=true'],
  ])('%s ends at %s', async (query, end) => {
    social.openId.person = newPerson()
    const its = browser()
    expect(locationOf(await signIn(its, 'google', { query }))).toBe(end)
    expect(its.cookies.get('isSocialAuthenticated')?.value).toBe('true')
  })
})

describe('accounts and addresses', () => {
  test('a confirmed address is linked to its verified account, which keeps its password', async () => {
    const person = newPerson()
    const owner = await register(person.email)
    const code = await codeSentTo(person.email)
    expect((await owner.post('/verify', { code })).status).toBeLessThan(400)
    expect((await owner.reader())?.emailVerified).toBe(true)
    social.openId.person = person
    const its = browser()
    await signIn(its, 'google')
    expect(await its.reader()).toEqual(await owner.reader())
    expect((await its.reader())?.isSocialAuthenticated).toBe(false)
  })

  test('a squatter loses the account to the owner of the address', async () => {
    const person = newPerson()
    const squatter = await register(person.email)
    social.openId.person = person
    const its = browser()
    expect(locationOf(await signIn(its, 'google'))).toBe('/login/take-over')
    expect(await its.reader()).toBeNull()
    expect((await squatter.reader())?.email).toBe(person.email)
    const taken = await its.post('/login/take-over', { agree: 'yes' })
    expect([taken.status, locationOf(taken)]).toEqual([303, '/browse?isSocial=true'])
    expect(await its.reader()).toMatchObject({ email: person.email, isSocialAuthenticated: true })
    expect(await squatter.reader()).toBeNull()
    const login = { email: person.email, password: PASSWORD }
    expect((await browser().post('/login', login)).status).toBe(401)
  })

  test.each(['google', 'apple', 'facebook'])(
    '%s is not linked by an unconfirmed address',
    async (provider) => {
      const person = newPerson()
      await register(person.email)
      serverOf(provider).person = { ...person, email_verified: false }
      const its = browser()
      const refused = await signIn(its, provider, { query: '?redirectTo=%2Fsettings' })
      expect(problemOf(refused)).toMatch(
        /has not confirmed that the address is yours.*Log in the way/,
      )
      expect(locationOf(refused)).toMatch(/&redirectTo=%2Fsettings$/)
      expect(await its.reader()).toBeNull()
    },
  )

  test('a new person with an unconfirmed address gets a code', async () => {
    const person = { ...newPerson(), email_verified: false }
    social.openId.person = person
    const its = browser()
    await signIn(its, 'google')
    expect((await its.reader())?.emailVerified).toBe(false)
    await its.post('/verify', { code: await codeSentTo(person.email) })
    expect((await its.reader())?.emailVerified).toBe(true)
  })

  test('no account is created without an address', async () => {
    social.facebook.person = { sub: randomUUID(), name: 'No Address' }
    expect(problemOf(await signIn(browser(), 'facebook'))).toMatch(/did not share your email/)
  })

  test.each([true, false])(
    'concurrent callbacks create one account (confirmed: %s)',
    async (confirmed) => {
      social.openId.person = { ...newPerson(), email_verified: confirmed }
      const browsers = [browser(), browser(), browser(), browser()]
      const callbacks: string[] = []
      for (const its of browsers) callbacks.push((await departAndReturn(its, 'google')).href)
      const answers = await Promise.all(browsers.map((its, i) => its.get(callbacks[i]!)))
      expect(answers.map(locationOf)).toEqual(Array(4).fill('/browse?isSocial=true'))
      const readers = await Promise.all(browsers.map((its) => its.reader()))
      expect(new Set(readers.map((reader) => reader?._id)).size).toBe(1)
    },
  )
})
