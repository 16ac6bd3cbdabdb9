import { describe, expect, test } from 'vitest'
import {
  emailsTo,
  expectRefusal,
  newReader,
  NO_SESSION,
  PASSWORD,
  resetLink,
} from './accounts-client.ts'
import { call, origin } from './client.ts'

describe('a forgotten password', () => {
  test('can be reset once with the emailed link, which ends all sessions', async () => {
    const reader = await newReader(origin)
    for (const email of [reader.email, 'nobody@example.com']) {
      const answer = await call('/api/auth/forgot-password', { json: { email } })
      expect(answer.status).toBe(200)
      expect(answer.json).toEqual({
        success: true,
        data: {},
        message: 'Password reset link has been sent to your email.',
      })
    }
    const link = await resetLink(origin, reader.email)
    const page = await call(link)
    expect(page.status).toBe(200)
    expect(page.headers.get('Cache-Control')).toBe('private, no-store')
    const set = (newPassword: string) =>
      call(`/api/auth${link}`, { method: 'PUT', json: { newPassword } })
    expectRefusal(await set('12345'), 400, 'Password must be at least 6 characters.')
    const done = await set('secret2')
    expect([done.status, done.json.message]).toEqual([200, 'Password reset successful.'])
    expectRefusal(await set('secret3'), 400, 'This reset link is invalid or has expired.')
    expectRefusal(
      await call('/api/auth/me', { token: reader.token }),
      401,
      'Invalid or expired token',
    )
    expectRefusal(await call('/api/auth/me', { cookies: reader.web }), 401, NO_SESSION)
    expect(
      (await call('/api/auth/login', { json: { email: reader.email, password: 'secret2' } }))
        .status,
    ).toBe(200)
    expect((await call(link)).status).toBe(400)
  })

  test('can be reset on the page, which answers with redirects', async () => {
    const { email } = await newReader(origin)
    const sent = await call('/reset-password', { form: { email } })
    expect([sent.status, sent.headers.get('Location')]).toEqual([303, '/reset-password/sent'])
    expect((await call('/reset-password/sent')).text).toContain(
      'Password reset link has been sent to your email.',
    )
    const link = await resetLink(origin, email)
    const differ = await call(link, {
      form: { newPassword: 'secret2', confirmNewPassword: 'secret3' },
    })
    expect(differ.status).toBe(400)
    expect(differ.text).toContain('Passwords do not match.')
    const done = await call(link, {
      form: { newPassword: 'secret2', confirmNewPassword: 'secret2' },
    })
    expect([done.status, done.headers.get('Location')]).toEqual([303, '/reset-password/done'])
    const shown = await call('/reset-password/done')
    expect(shown.status).toBe(200)
    expect(shown.text).toContain('Password reset successful. Redirecting to login...')
    expect(shown.text).toMatch(/<meta http-equiv="refresh" content="2;url=\/login"/i)
  })

  test.each([['a registered'], ['an unknown']])(
    'can be reset three times an hour for %s address',
    async (which) => {
      const email =
        which === 'an unknown' ? 'unknown-limited@example.com' : (await newReader(origin)).email
      const request = () => call('/api/auth/forgot-password', { json: { email } })
      for (let i = 0; i < 3; i++) expect((await request()).status).toBe(200)
      const answer = await request()
      expectRefusal(answer, 429, 'Too many attempts. Please try again in 60 minutes.')
      expect(answer.headers.get('RateLimit-Policy')).toBe('"reset-mail-to";q=3;w=3600')
    },
  )
})

describe('changing an account', () => {
  test('the email address', async () => {
    const reader = await newReader(origin)
    const taken = await newReader(origin)
    const change = (newEmail: string, password = PASSWORD) =>
      call('/auth/update-email', {
        method: 'PUT',
        token: reader.token,
        json: { newEmail, password },
      })
    expectRefusal(await change('x@example.com', 'wrong!'), 400, 'Incorrect password.')
    expectRefusal(await change(taken.email), 409, 'An account with this email already exists.')
    const done = await change(`Moved-${reader.email}`)
    expect([done.status, done.json]).toEqual([
      200,
      { success: true, data: {}, message: 'Your email address has been changed.' },
    ])
    const me = await call('/api/auth/me', { token: reader.token })
    expect(me.json.data!.user).toMatchObject({
      email: `moved-${reader.email}`,
      emailVerified: false,
    })
    // The old address was unverified too, so the email contains nothing that was entered.
    const [left] = await emailsTo(origin, reader.email)
    expect(left).toContain('Your account now uses another address')
    expect(left).not.toContain('moved-')
  })

  test('the password, which ends the other sessions', async () => {
    const reader = await newReader(origin)
    const change = (json: object) =>
      call('/auth/change-password', {
        method: 'PUT',
        token: reader.token,
        json: {
          oldPassword: PASSWORD,
          newPassword: 'secret2',
          confirmNewPassword: 'secret2',
          ...json,
        },
      })
    expectRefusal(
      await change({ confirmNewPassword: 'other12' }),
      400,
      'New passwords do not match.',
    )
    expectRefusal(await change({ oldPassword: 'wrong!' }), 400, 'Incorrect password.')
    expect(await change({})).toMatchObject({
      status: 200,
      json: { success: true, message: 'Your password has been changed.' },
    })
    expect((await call('/api/auth/me', { token: reader.token })).status).toBe(200)
    expect((await call('/api/auth/me', { cookies: reader.web })).status).toBe(401)
  })

  test('deleting it', async () => {
    const reader = await newReader(origin)
    expectRefusal(await call('/auth/delete-account', { method: 'DELETE' }), 401, NO_SESSION)
    const done = await call('/auth/delete-account', { method: 'DELETE', token: reader.token })
    expect([done.status, done.json.success]).toEqual([200, true])
    expect(Object.keys(done.cookies)).toHaveLength(4)
    expectRefusal(
      await call('/api/auth/me', { token: reader.token }),
      401,
      'Invalid or expired token',
    )
    expectRefusal(await call('/api/auth/me', { cookies: reader.web }), 401, NO_SESSION)
    expect((await call('/browse', { cookies: reader.web })).headers.get('Location')).toBe(
      '/login?redirectTo=%2Fbrowse',
    )
    expectRefusal(
      await call('/api/auth/login', { json: { email: reader.email, password: PASSWORD } }),
      401,
      'Invalid email or password. Please try again.',
    )
    expect((await newReader(origin)).id).not.toBe(reader.id)
  })
})

describe('pages', () => {
  test('answer 400 to bodies that are no forms', async () => {
    const { web } = await newReader(origin)
    for (const path of [
      '/login',
      '/register',
      '/reset-password',
      '/reset-password/x',
      '/verify',
      '/settings',
      '/settings/devices',
      '/contact',
    ]) {
      const cookies = ['/verify', '/settings', '/settings/devices'].includes(path) ? web : {}
      for (const wanted of [
        { json: {} },
        { headers: { 'Content-Type': 'multipart/form-data; boundary=x' }, method: 'POST' },
        { method: 'POST' },
      ]) {
        const answer = await call(path, { ...wanted, cookies })
        expect(answer.status, `${path} ${JSON.stringify(wanted)}`).toBe(400)
        expect(answer.text).toContain('Bad Request')
      }
    }
  })

  test('answer 400 to unknown forms of the settings', async () => {
    const { web: cookies } = await newReader(origin)
    for (const [path, form] of [
      ['/settings', {}],
      ['/settings', { intent: 'nonsense' }],
      ['/settings/devices', { intent: 'nonsense' }],
      ['/settings/devices', { intent: 'sign-out-device', session: '9999999999' }],
      ['/settings/devices', { intent: 'sign-out-device' }],
    ] as [string, Record<string, string>][]) {
      expect((await call(path, { cookies, form })).status, JSON.stringify(form)).toBe(400)
    }
  })

  test('redirect to the plans when the free summary is used or the book is locked', async () => {
    const { web: cookies } = await newReader(origin)
    const choose = (slug: string) => call(`/summaries/${slug}`, { method: 'POST', cookies })
    const outcome = async (slug: string) => {
      const answer = await choose(slug)
      return [answer.status, answer.headers.get('Location')]
    }
    expect(await outcome('frankenstein')).toEqual([303, '/subscribe?book=frankenstein'])
    expect(await outcome('nope')).toEqual([404, null])
    expect(await outcome('walden')).toEqual([303, '/summaries/walden#free-summary-chosen'])
    expect(await outcome('walden')).toEqual([303, '/summaries/walden#free-summary-chosen'])
    expect(await outcome('meditations')).toEqual([303, '/subscribe?book=meditations'])
  })

  test('who registers from a book reads on where its free part ended', async () => {
    const at = '/summaries/walden'
    const register = `/register?${new URLSearchParams({ redirectTo: `${at}#free-part-ends` })}`
    const email = `from-a-book-${process.pid}-${Date.now()}@example.com`
    const form = { name: 'Ada', email, password: 'not-a-Common-1', terms: 'on' }
    const { cookies: set, headers } = await call(register, { form })
    expect(headers.get('Location')).toBe(`${at}#free-part-ends`)
    const cookies = Object.fromEntries(
      Object.entries(set).map(([name, cookie]) => [name, cookie.split(';')[0]!.split('=')[1]!]),
    )
    const see = async (path: string) => (await call(path, { cookies })).text
    // Another book says nothing about it.
    expect(await see('/summaries/meditations')).not.toContain('Your account is ready.')
    const first = await see(at)
    expect(first).toContain('Your account is ready.')
    expect(first).toContain('Read this one in full: it is your free summary')
    expect(await see(at)).not.toContain('Your account is ready.')
    const choose = await see('/free-summary')
    expect(choose).toContain('Walden')
    expect(choose).not.toContain('Frankenstein')
  })

  test('offer the free summary until it is used, and then the plans', async () => {
    const visitors = (await call('/summaries/walden')).text
    expect(visitors).toContain('Your first summary is free')
    expect(visitors).toContain('href="/register?redirectTo=%2Fsummaries%2Fwalden%23free-part-ends"')
    const choose = '/free-summary'
    expect((await call('/')).text).toContain(
      `href="/register?${new URLSearchParams({ redirectTo: choose })}"`,
    )
    expect((await call(choose)).text).not.toContain('Choose your free summary')
    const { web: cookies } = await newReader(origin)
    const see = async (path: string) => (await call(path, { cookies })).text
    const offers = async () => [
      (await see('/subscribe')).includes('Not now, choose my free summary'),
      (await see('/browse')).includes('1 free summary waiting'),
      (await see(choose)).includes('Choose your free summary'),
      (await see('/summaries/meditations')).includes('Read this one in full'),
    ]
    expect(await offers()).toEqual([true, true, true, true])
    expect(await see('/subscribe?book=frankenstein')).not.toContain('as my free summary')
    expect(await see('/subscribe?book=walden')).toContain('Read Walden as my free summary')
    await call('/summaries/walden', { method: 'POST', cookies })
    const walden = await see('/summaries/walden')
    const said = walden.indexOf('id="free-summary-chosen" role="status"')
    expect(said).toBeGreaterThan(walden.indexOf('id="idea-3"'))
    expect(said).toBeLessThan(walden.indexOf('id="idea-4"'))
    expect(walden).toContain('Walden is your free summary now.')
    expect(walden).toContain('That was your free summary')
    expect(await see('/summaries/walden')).not.toContain('Walden is your free summary now.')
    expect(await offers()).toEqual([false, false, false, false])
    // No book leads to the plans that can be read already.
    expect(await see('/subscribe')).not.toContain('src="/covers/')
  })

  test('keep the address, but not the password, after a failed sign-in', async () => {
    const answer = await call('/login', {
      form: { email: 'who@example.com', password: 'guess-word' },
    })
    expect(answer.status).toBe(401)
    expect(answer.text).toContain('who@example.com')
    expect(answer.text).not.toContain('guess-word')
    expect(answer.text).toContain('Invalid email or password. Please try again.')
  })

  test('redirect only to safe addresses', async () => {
    const { email, web } = await newReader(origin)
    for (const [query, target] of [
      ['', '/browse'],
      ['?toSubscribe', '/subscribe'],
      ['?redirectTo=/settings', '/settings'],
      ['?redirectTo=/settings&toSubscribe', '/subscribe'],
      ['?redirectTo=//evil.example', '/browse'],
      ['?redirectTo=/%5Cevil.example', '/browse'],
      ['?redirectTo=%2F%09%2Fevil.example', '/browse'],
      ['?redirectTo=https://evil.example&toSubscribe', '/subscribe'],
      ['?redirectTo=javascript:alert(1)', '/browse'],
    ]) {
      const signedIn = await call(`/login${query}`, { form: { email, password: PASSWORD } })
      expect([signedIn.status, signedIn.headers.get('Location')], query).toEqual([303, target])
      const already = await call(`/login${query}`, { cookies: web })
      expect([already.status, already.headers.get('Location')], query).toEqual([302, target])
    }
  })

  test('show an error from the query as text', async () => {
    for (const path of ['/login', '/register']) {
      const { text } = await call(
        `${path}?error=${encodeURIComponent('<script>alert(1)</script>Sorry')}`,
      )
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;Sorry')
      expect(text).not.toContain('<script>alert(1)')
    }
  })

  test('show at most 200 characters of it, and never a link', async () => {
    for (const path of ['/login', '/register']) {
      const error = `https://evil.example/ <a href="https://evil.example">${'😀'.repeat(200)}`
      const { text } = await call(`${path}?error=${encodeURIComponent(error)}`)
      const shown = /role="alert"[^>]*>([^<]*)</.exec(text)![1]!
      expect([...shown.replaceAll(/&\w+;/g, '_')]).toHaveLength(200)
      expect(shown).toMatch(/^https:\/\/evil\.example\/ &lt;a href=/)
      expect(text).not.toContain('href="https://evil.example')
    }
  })

  test('answer scripts that send forms in the background with the address of the next page', async () => {
    const { email } = await newReader(origin)
    const headers = { 'X-Background': 'form' }
    const login = (password: string) =>
      call('/login?redirectTo=/settings', { form: { email, password }, headers })
    const signedIn = await login(PASSWORD)
    expect([signedIn.status, signedIn.headers.get('Location')]).toEqual([204, '/settings'])
    expect(signedIn.cookies['readr_session']).toBeTruthy()
    expect((await login('wrong')).status).toBe(401)
    expect((await call('/login', { headers })).status).toBe(200)
  })

  test('remember a reader for 30 days on request', async () => {
    const { email } = await newReader(origin)
    const cookie = async (form: Record<string, string>) =>
      (await call('/login', { form: { email, password: PASSWORD, ...form } })).cookies[
        'readr_session'
      ]
    expect(await cookie({ remember: 'on' })).toMatch(
      /^readr_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(await cookie({})).toMatch(/^readr_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  })
})
