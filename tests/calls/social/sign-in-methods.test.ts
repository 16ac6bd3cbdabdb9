import { beforeEach, describe, expect, test } from 'vitest'
import { codeNow } from '#app/accounts/service/two-factor-codes.server.ts'
import { type Browser, locationOf, signIn } from './browser.ts'
import { newPerson, PASSWORD, withProviders } from './product.ts'

const social = withProviders()
const { browser, codeSentTo, register } = social

const textOf = async (its: Browser, path: string) => (await its.get(path)).text()
const isLinked = (html: string, provider: string) =>
  new RegExp(`value="${provider}"/><button[^>]*value="remove-provider"`).test(html)

/** The query with the ticket that the settings give after the password. */
async function addQuery(its: Browser, provider: string, password = PASSWORD): Promise<string> {
  const page = await its.post('/settings', { intent: 'add-provider', provider, password })
  expect(page.status).toBe(200)
  const [, query] = new RegExp(`href="/api/auth/${provider}(\\?add=[^"]+)"`).exec(
    await page.text(),
  )!
  return query!
}

async function add(its: Browser, provider: string): Promise<string> {
  return locationOf(await signIn(its, provider, { query: await addQuery(its, provider) }))
}

let email: string
let owner: Browser

beforeEach(async () => {
  email = newPerson().email
  owner = await register(email)
  await owner.post('/verify', { code: await codeSentTo(email) })
})

describe('adding a provider', () => {
  test.each(['google', 'apple', 'facebook'])(
    '%s then signs in to the account, even with another address',
    async (provider) => {
      expect(isLinked(await textOf(owner, '/settings'), provider)).toBe(false)
      expect(await add(owner, provider)).toBe('/settings')
      const settings = await textOf(owner, '/settings')
      expect(settings).toContain('The new way to sign in was added.')
      expect(isLinked(settings, provider)).toBe(true)
      const elsewhere = browser()
      expect(locationOf(await signIn(elsewhere, provider))).toBe('/browse?isSocial=true')
      expect(await elsewhere.reader()).toMatchObject({ email, isSocialAuthenticated: false })
      const emails = await textOf(browser(), '/dev/mail')
      expect(
        emails
          .split('<article')
          .some(
            (html) => html.includes(email) && html.includes('You can now sign in to Readr with'),
          ),
      ).toBe(true)
      expect((await browser().post('/login', { email, password: PASSWORD })).status).toBe(303)
    },
  )

  test('requires the password', async () => {
    for (const [password, message] of [
      ['wrong password', 'Incorrect password.'],
      ['', 'Please enter your password.'],
    ] as const) {
      const form = { intent: 'add-provider', provider: 'google', password }
      const refused = await owner.post('/settings', form)
      expect(refused.status).toBe(400)
      const html = await refused.text()
      expect(html).toContain(message)
      expect(html).not.toContain('?add=')
    }
    const unknown = { intent: 'add-provider', provider: 'github', password: PASSWORD }
    expect((await owner.post('/settings', unknown)).status).toBe(400)
  })

  test('is limited to the session that gave the password and to that provider', async () => {
    const query = await addQuery(owner, 'google')
    const other = await register(newPerson().email)
    for (const [its, provider] of [
      [other, 'google'],
      [browser(), 'google'],
      [owner, 'facebook'],
    ] as const) {
      expect(locationOf(await its.get(`/api/auth/${provider}${query}`))).toBe('/settings')
      expect(isLinked(await textOf(its, '/settings'), provider)).toBe(false)
    }
    expect(locationOf(await owner.get('/api/auth/google?add=nonsense'))).toBe('/settings')
    const settings = await textOf(owner, '/settings')
    expect(settings).toContain('Google was not added because signing in took too long')
    expect(settings).toContain('<title>Error: ')
    expect(await textOf(owner, '/settings')).not.toContain('was not added')
  })

  test('fails once the reader has signed out', async () => {
    const start = await owner.get(`/api/auth/google${await addQuery(owner, 'google')}`)
    const granted = await fetch(locationOf(start), { redirect: 'manual' })
    await owner.post('/logout', {})
    expect(locationOf(await owner.get(locationOf(granted)))).toBe('/settings')
    expect(await owner.reader()).toBeNull()
  })

  test('does not take a provider from another account', async () => {
    const first = browser()
    await signIn(first, 'google')
    const before = await first.reader()
    expect(await add(owner, 'google')).toBe('/settings')
    expect(await textOf(owner, '/settings')).toContain('is linked to another Readr account')
    const again = browser()
    await signIn(again, 'google')
    expect(await again.reader()).toEqual(before)
  })

  test('twice changes nothing', async () => {
    await add(owner, 'google')
    expect(await add(owner, 'google')).toBe('/settings')
  })

  test('fails when the provider refuses', async () => {
    social.openId.changeAnswer = (response) => (response.statusCode = 503)
    expect(await add(owner, 'google')).toBe('/settings')
    expect(await textOf(owner, '/settings')).toContain('because you did not sign in there')
  })
})

test('a flash message is shown once, and no address shows one', async () => {
  await owner.post('/settings', { intent: 'update-name', name: 'Zoë' })
  const changed = 'Your name has been changed.'
  expect(await textOf(owner, '/settings')).toContain(changed)
  for (const query of ['', '?done=name', '?done=password', '?notAdded=google&why=taken']) {
    const settings = await textOf(owner, `/settings${query}`)
    expect(settings).not.toMatch(/role="status"|has been changed|was not added/)
  }
  expect(await textOf(owner, '/settings/two-factor?done=off')).not.toContain('role="status"')
  expect(await textOf(owner, '/verify?sent')).not.toContain('on its way')
  expect(await textOf(browser(), '/login?flash=late')).not.toContain('took too long')
})

describe('removing a provider', () => {
  const remove = (its: Browser, provider: string) =>
    its.post('/settings', { intent: 'remove-provider', provider })

  test('keeps the password', async () => {
    await add(owner, 'google')
    expect(locationOf(await remove(owner, 'google'))).toBe('/settings')
    expect(isLinked(await textOf(owner, '/settings'), 'google')).toBe(false)
    const stranger = browser()
    await signIn(stranger, 'google')
    expect((await stranger.reader())?.email).not.toBe(email)
    // Removing it again is no error, for double clicks.
    expect(locationOf(await remove(owner, 'google'))).toBe('/settings')
  })

  test('keeps the last one, even in concurrent requests', async () => {
    const its = browser()
    await signIn(its, 'google')
    expect(await textOf(its, '/settings')).toContain('your only way to sign in')
    const refused = await remove(its, 'google')
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain(
      'You can’t remove your only way to sign in. Add another one first.',
    )
    await signIn(browser(), 'apple')
    const both = await Promise.all([remove(its, 'google'), remove(its, 'apple')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409])
    expect(await textOf(its, '/settings')).toContain('your only way to sign in')
  })
})

test('a provider requires a code on accounts with two-factor sign-in', async () => {
  await add(owner, 'google')
  const start = { intent: 'start', password: PASSWORD }
  expect((await owner.post('/settings/two-factor', start)).status).toBe(303)
  const page = await textOf(owner, '/settings/two-factor')
  const secret = /<code id="app-key"[^>]*>([A-Z2-7 ]+)</.exec(page)![1]!.replaceAll(' ', '')
  const confirm = { intent: 'confirm', code: await codeNow(secret) }
  const codes = await (await owner.post('/settings/two-factor', confirm)).text()
  const [recoveryCode] = /\b(?:[0-9a-z]{4}-){3}[0-9a-z]{4}\b/.exec(codes)!

  const its = browser()
  const query = '?redirectTo=%2Fsettings%3Ffrom%3Dhere'
  const step = locationOf(await signIn(its, 'google', { query }))
  expect(step).toBe('/login/code?redirectTo=%2Fsettings%3Ffrom%3Dhere')
  expect(await its.reader()).toBeNull()
  expect((await its.post(step, { code: '000000' })).status).toBe(401)
  expect(await its.reader()).toBeNull()
  const arrived = await its.post(step, { code: recoveryCode })
  expect([arrived.status, locationOf(arrived)]).toEqual([303, '/settings?from=here'])
  expect(its.cookies.get('isSocialAuthenticated')?.value).toBe('true')
  expect(await its.reader()).toMatchObject({ email })
})

test('a reset request for an account without a password gets an email about its providers', async () => {
  const person = newPerson()
  social.openId.person = person
  await signIn(browser(), 'google')
  const answer = await browser().post('/reset-password', { email: person.email })
  expect(locationOf(answer)).toBe('/reset-password/sent')
  const emails = async () =>
    (await textOf(browser(), '/dev/mail'))
      .split('<article')
      .filter((html) => html.includes(person.email) && html.includes('without a password'))
  await expect.poll(emails, { interval: 20, timeout: 20_000 }).toHaveLength(1)
})

test('a name can be changed, and stays when the new one is invalid', async () => {
  expect(locationOf(await owner.post('/settings', { intent: 'update-name', name: ' Zoë  ' }))).toBe(
    '/settings',
  )
  expect((await owner.reader())?.name).toBe('Zoë')
  const refused = await owner.post('/settings', { intent: 'update-name', name: 'x'.repeat(101) })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('Please use at most 100 characters.')
  expect((await owner.post('/settings', { intent: 'update-name', name: ' ' })).status).toBe(400)
  expect((await owner.reader())?.name).toBe('Zoë')
})
