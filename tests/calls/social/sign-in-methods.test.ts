import { beforeEach, describe, expect, test } from 'vitest'
import { codeNow } from '#app/accounts/service/two-factor-codes.server.ts'
import { type Browser, locationOf, signIn } from './browser.ts'
import { newPerson, PASSWORD, withProviders } from './product.ts'

const social = withProviders()
const { browser, codeMailedTo, register } = social

const textOf = async (its: Browser, path: string) => (await its.get(path)).text()
const hasWay = (html: string, provider: string) =>
  new RegExp(`value="${provider}"/><button[^>]*value="remove-provider"`).test(html)

/** Where the settings send a reader who gave the password. */
async function wayOut(its: Browser, provider: string, password = PASSWORD): Promise<string> {
  const page = await its.post('/settings', { intent: 'add-provider', provider, password })
  expect(page.status).toBe(200)
  const [, query] = new RegExp(`href="/api/auth/${provider}(\\?add=[^"]+)"`).exec(
    await page.text(),
  )!
  return query!
}

async function add(its: Browser, provider: string): Promise<string> {
  return locationOf(await signIn(its, provider, { query: await wayOut(its, provider) }))
}

let email: string
let owner: Browser

beforeEach(async () => {
  email = newPerson().email
  owner = await register(email)
  await owner.post('/verify', { code: await codeMailedTo(email) })
})

describe('adding a provider', () => {
  test.each(['google', 'apple', 'facebook'])(
    '%s opens the account then, whatever address it knows',
    async (provider) => {
      expect(hasWay(await textOf(owner, '/settings'), provider)).toBe(false)
      expect(await add(owner, provider)).toBe('/settings?done=provider-added')
      expect(hasWay(await textOf(owner, '/settings'), provider)).toBe(true)
      const elsewhere = browser()
      expect(locationOf(await signIn(elsewhere, provider))).toBe('/browse?isSocial=true')
      expect(await elsewhere.reader()).toMatchObject({ email, isSocialAuthenticated: false })
      const mails = await textOf(browser(), '/dev/mail')
      expect(
        mails.split('<article').some((mail) => mail.includes(email) && mail.includes('now opens')),
      ).toBe(true)
      expect((await browser().post('/login', { email, password: PASSWORD })).status).toBe(303)
    },
  )

  test('asks for the password', async () => {
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

  test('is for the session that gave the password, and for that provider', async () => {
    const query = await wayOut(owner, 'google')
    const other = await register(newPerson().email)
    for (const [its, provider] of [
      [other, 'google'],
      [browser(), 'google'],
      [owner, 'facebook'],
    ] as const) {
      expect(locationOf(await its.get(`/api/auth/${provider}${query}`))).toBe(
        `/settings?notAdded=${provider}&why=expired`,
      )
    }
    expect(locationOf(await owner.get('/api/auth/google?add=nonsense'))).toContain('why=expired')
  })

  test('comes to nothing once the reader has signed out', async () => {
    const departure = await owner.get(`/api/auth/google${await wayOut(owner, 'google')}`)
    const granted = await fetch(locationOf(departure), { redirect: 'manual' })
    await owner.post('/logout', {})
    expect(locationOf(await owner.get(locationOf(granted)))).toBe(
      '/settings?notAdded=google&why=expired',
    )
    expect(await owner.reader()).toBeNull()
  })

  test('does not take it from the account that it opens already', async () => {
    const first = browser()
    await signIn(first, 'google')
    const before = await first.reader()
    expect(await add(owner, 'google')).toBe('/settings?notAdded=google&why=taken')
    expect(await textOf(owner, '/settings?notAdded=google&why=taken')).toContain(
      'opens another Readr account',
    )
    const again = browser()
    await signIn(again, 'google')
    expect(await again.reader()).toEqual(before)
  })

  test('twice changes nothing', async () => {
    await add(owner, 'google')
    expect(await add(owner, 'google')).toBe('/settings?done=provider-added')
  })

  test('is not done when the provider says no', async () => {
    social.openId.answer = (response) => (response.statusCode = 503)
    expect(await add(owner, 'google')).toBe('/settings?notAdded=google&why=failed')
    expect(await textOf(owner, '/settings?notAdded=evil&why=<b>')).not.toContain('was not added')
  })
})

describe('removing a provider', () => {
  const remove = (its: Browser, provider: string) =>
    its.post('/settings', { intent: 'remove-provider', provider })

  test('leaves the password', async () => {
    await add(owner, 'google')
    expect(locationOf(await remove(owner, 'google'))).toBe('/settings?done=provider-removed')
    expect(hasWay(await textOf(owner, '/settings'), 'google')).toBe(false)
    const stranger = browser()
    await signIn(stranger, 'google')
    expect((await stranger.reader())?.email).not.toBe(email)
    // Nothing to take away is no error: a second press of the button.
    expect(locationOf(await remove(owner, 'google'))).toBe('/settings?done=provider-removed')
  })

  test('leaves one of two, and never takes the last, not even when both are pressed at once', async () => {
    const its = browser()
    await signIn(its, 'google')
    expect(await textOf(its, '/settings')).toContain('your only way to sign in')
    const refused = await remove(its, 'google')
    expect(refused.status).toBe(409)
    expect(await refused.text()).toContain('This is your only way to sign in, so it stays.')
    await signIn(browser(), 'apple')
    const both = await Promise.all([remove(its, 'google'), remove(its, 'apple')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409])
    expect(await textOf(its, '/settings')).toContain('your only way to sign in')
  })
})

test('a provider opens an account with two-factor sign-in only together with a code', async () => {
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
  expect(await its.reader()).toMatchObject({ email })
})

test('whoever has no password and asks for a reset link is told how they sign in', async () => {
  const person = newPerson()
  social.openId.person = person
  await signIn(browser(), 'google')
  const asked = await browser().post('/reset-password', { email: person.email })
  expect(await asked.text()).toContain('Password reset link has been sent to your email.')
  const mails = async () =>
    (await textOf(browser(), '/dev/mail'))
      .split('<article')
      .filter((mail) => mail.includes(person.email) && mail.includes('without a password'))
  await expect.poll(mails, { interval: 20, timeout: 20_000 }).toHaveLength(1)
})

test('a name is corrected, and kept when it is not right', async () => {
  expect(locationOf(await owner.post('/settings', { intent: 'update-name', name: ' Zoë  ' }))).toBe(
    '/settings?done=name',
  )
  expect((await owner.reader())?.name).toBe('Zoë')
  const refused = await owner.post('/settings', { intent: 'update-name', name: 'x'.repeat(101) })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('Please use at most 100 characters.')
  expect((await owner.post('/settings', { intent: 'update-name', name: ' ' })).status).toBe(400)
  expect((await owner.reader())?.name).toBe('Zoë')
})
