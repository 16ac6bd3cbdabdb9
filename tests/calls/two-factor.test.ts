import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { SIGN_IN_TICKET_TTL_MS } from '#app/accounts/rules/lifetimes.ts'
import { codeNow } from '#app/accounts/service/two-factor-codes.server.ts'
import { signTicket } from '#app/accounts/service/sign-in-tickets.server.ts'
import { signedInJson, twoFactorJson } from '#app/api/auth/signed-in.server.ts'
import { envelope, errorJson } from '#app/api/schemas/answers.server.ts'
import { type Product, startProduct } from '../setup/product.ts'
import { Browser, locationOf } from './social/browser.ts'

const SECRET = 'a-secret-that-only-this-test-has-0123456789'
const PASSWORD = 'secret1'
const START = { intent: 'start', password: PASSWORD }

let product: Product

beforeAll(async () => {
  const variables = { DEMO: '1', AUTH_SECRETS: SECRET }
  Object.assign(process.env, variables)
  product = await startProduct('content', { ...variables, RATE_LIMIT_FACTOR: '100' })
})
afterAll(() => product.stop())

const newBrowser = () => new Browser(product.origin)
const cookieNames = ({ cookies }: Browser) => [...cookies.keys()]
const sessionCookieOf = (response: Response) =>
  response.headers.getSetCookie().find((cookie) => cookie.startsWith('readr_session='))

const call = (path: string, body: object) =>
  fetch(product.origin + path, { method: 'POST', body: JSON.stringify(body) })

const codesIn = (html: string) => [
  ...new Set(html.match(/\b(?:[0-9a-z]{4}-){3}[0-9a-z]{4}\b/g)?.values()),
]

let count = 0

async function confirmAddress(browser: Browser, email: string): Promise<void> {
  const emails = (await (await browser.get('/dev/mail')).text()).split('<article')
  const html = emails.find((one) => one.includes(email) && one.includes('is your Readr code'))!
  const code = /(\d{6}) is your Readr code/.exec(html)![1]!
  expect((await browser.post('/verify', { code })).status).toBe(303)
}

async function readerWithApp() {
  const email = `ada-${(count += 1)}@example.com`
  const browser = newBrowser()
  const fields = { name: 'Ada', email, password: PASSWORD, terms: 'on' }
  expect((await browser.post('/register', fields)).status).toBe(303)
  await confirmAddress(browser, email)
  const started = await browser.post('/settings/two-factor', START)
  expect(started.status).toBe(303)
  const page = await (await browser.get(locationOf(started))).text()
  const secret = /<code id="app-key"[^>]*>([A-Z2-7 ]+)</.exec(page)![1]!.replaceAll(' ', '')
  const done = await browser.post('/settings/two-factor', {
    intent: 'confirm',
    code: await codeNow(secret),
  })
  expect(done.status).toBe(200)
  expect(done.headers.get('Cache-Control')).toBe('private, no-store')
  const recoveryCodes = codesIn(await done.text())
  expect(recoveryCodes).toHaveLength(10)
  return { email, secret, recoveryCodes, browser, page }
}

async function ticketOf(email: string): Promise<string> {
  const response = await call('/api/auth/login', { email, password: PASSWORD })
  return envelope(twoFactorJson).parse(await response.json()).data.ticket
}

const exchange = (ticket: string, code: string) => call('/api/auth/two-factor', { ticket, code })

describe('the settings page', () => {
  test('is for signed-in readers', async () => {
    const response = await newBrowser().get('/settings/two-factor')
    expect(response.status).toBe(302)
    expect(locationOf(response)).toBe('/login?redirectTo=%2Fsettings%2Ftwo-factor')
  })

  test('requires a confirmed address', async () => {
    const email = `ada-${(count += 1)}@example.com`
    const browser = newBrowser()
    const fields = { name: 'Ada', email, password: PASSWORD, terms: 'on' }
    await browser.post('/register', fields)
    for (const page of ['/settings', '/settings/two-factor']) {
      expect(await (await browser.get(page)).text()).toContain('confirm your email address first')
    }
    const path = '/settings/two-factor'
    const refused = await browser.post(path, START)
    expect(refused.status).toBe(403)
    expect(await (await browser.get(path)).text()).not.toContain('app-key')
    await confirmAddress(browser, email)
    const started = await browser.post(path, START)
    expect(started.status).toBe(303)
  })

  test('answers 400 to unknown forms', async () => {
    const { browser } = await readerWithApp()
    expect((await browser.post('/settings/two-factor', {})).status).toBe(400)
    expect((await browser.post('/settings/two-factor', { intent: 'x' })).status).toBe(400)
  })

  test('shows a QR code that the CSP allows, and the recovery codes once', async () => {
    const { browser, page } = await readerWithApp()
    expect(page).toMatch(/<img[^>]+src="data:image\/svg\+xml,/)
    expect(page).not.toMatch(/\sstyle=/)
    const after = await (await browser.get('/settings/two-factor')).text()
    expect(codesIn(after)).toEqual([])
    expect(after).not.toContain('app-key')
    expect(after).toContain('10 codes are left.')
    expect(await (await browser.get('/settings')).text()).toMatch(
      /Two-factor sign-in<span[^>]*>On</,
    )
  })

  test('requires the password, and password and code to turn it off', async () => {
    const { email, recoveryCodes, browser } = await readerWithApp()
    const path = '/settings/two-factor'
    const off = (password: string, code: string) =>
      browser.post(path, { intent: 'turn-off', password, code })
    expect((await off('wrong-1', recoveryCodes[0]!)).status).toBe(400)
    const refused = await off(PASSWORD, '000000')
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('That code is incorrect')
    const done = await off(PASSWORD, recoveryCodes[0]!)
    expect([done.status, locationOf(done)]).toEqual([303, path])
    expect(await (await browser.get(path)).text()).toContain('Two-factor sign-in is off.')
    expect((await browser.post(path, { intent: 'start', password: 'wrong-1' })).status).toBe(400)
    const response = await call('/api/auth/login', { email, password: PASSWORD })
    envelope(signedInJson).parse(await response.json())
  })
})

describe('signing in on the page', () => {
  test('takes two steps, keeps remember-me and redirectTo, and has no session before', async () => {
    const { email, recoveryCodes } = await readerWithApp()
    const browser = newBrowser()
    const query = '?redirectTo=%2Fsummaries%2Fwalden%3Fa%3D1'
    const first = await browser.post(`/login${query}`, {
      email,
      password: PASSWORD,
      remember: 'on',
    })
    expect([first.status, locationOf(first)]).toEqual([303, `/login/code${query}`])
    expect(cookieNames(browser)).toEqual(['readr_ticket'])
    expect(first.headers.getSetCookie()[0]).toMatch(
      /; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(locationOf(await browser.get('/settings'))).toMatch(/^\/login\?/)
    expect((await browser.get('/api/auth/me')).status).toBe(401)
    expect((await browser.get(`/login/code${query}`)).status).toBe(200)

    const wrong = await browser.post(`/login/code${query}`, { code: '000000' })
    expect(wrong.status).toBe(401)
    expect(await wrong.text()).toContain(
      'That code is incorrect or has already been used. Please try again with a new one.',
    )
    expect((await browser.post(`/login/code${query}`, { code: 'abc' })).status).toBe(400)
    expect((await browser.post(`/login/code${query}`, {})).status).toBe(400)
    expect(cookieNames(browser)).toEqual(['readr_ticket'])

    const last = await browser.post(`/login/code${query}`, {
      code: recoveryCodes[0]!,
      with: 'recovery-code',
    })
    expect([last.status, locationOf(last)]).toEqual([303, '/summaries/walden?a=1'])
    expect(cookieNames(browser).toSorted()).toEqual(['readr_device', 'readr_session'])
    expect(sessionCookieOf(last)).toContain(`Max-Age=${30 * 86_400};`)
    expect((await browser.get('/settings')).status).toBe(200)
    // A double click
    const again = await browser.post(`/login/code${query}`, { code: recoveryCodes[0]! })
    expect(locationOf(again)).toBe('/summaries/walden?a=1')
  })

  test('ends with the browser without remember-me, and never redirects elsewhere', async () => {
    const { email, recoveryCodes } = await readerWithApp()
    const browser = newBrowser()
    const first = await browser.post('/login?redirectTo=%2F%2Fevil.example', {
      email,
      password: PASSWORD,
    })
    expect(locationOf(first)).toBe('/login/code')
    const last = await browser.post('/login/code?redirectTo=%2F%2Fevil.example', {
      code: recoveryCodes[0]!,
    })
    expect(locationOf(last)).toBe('/browse')
    expect(sessionCookieOf(last)).not.toContain('Max-Age')
  })

  test('starts over without a valid ticket', async () => {
    const browser = newBrowser()
    const over = '/login?redirectTo=%2Fsettings'
    expect(locationOf(await browser.get('/login/code?redirectTo=/settings'))).toBe(over)
    const posted = await browser.post('/login/code?redirectTo=/settings', { code: '123456' })
    expect(locationOf(posted)).toBe(over)
    expect(await (await browser.get(over)).text()).toContain('That sign-in took too long.')
  })

  test('stops after five wrong codes', async () => {
    const { email, recoveryCodes } = await readerWithApp()
    const browser = newBrowser()
    await browser.post('/login', { email, password: PASSWORD })
    for (let i = 0; i < 5; i++) {
      expect((await browser.post('/login/code', { code: '000000' })).status).toBe(401)
    }
    const refused = await browser.post('/login/code', { code: recoveryCodes[0]! })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await refused.text()).toContain('Too many attempts. Please try again in 5 minutes.')
  })
})

describe('signing in through the API', () => {
  test('answers with a ticket and no session', async () => {
    const { email } = await readerWithApp()
    const response = await call('/api/auth/login', { email, password: PASSWORD })
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()).toEqual([])
    const { data } = envelope(twoFactorJson).parse(await response.json())
    expect(data.twoFactor).toBe(true)
    const me = await fetch(`${product.origin}/api/auth/me`, {
      headers: { Authorization: `Bearer ${data.ticket}` },
    })
    expect(me.status).toBe(401)
  })

  test('exchanges ticket and code for the sign-in answer, once', async () => {
    const { email, recoveryCodes } = await readerWithApp()
    const ticket = await ticketOf(email)
    const response = await exchange(ticket, recoveryCodes[0]!)
    expect(response.status).toBe(200)
    expect(
      response.headers
        .getSetCookie()
        .map((cookie) => cookie.split('=')[0])
        .toSorted(),
    ).toEqual(['readr_access', 'readr_device', 'readr_refresh'])
    const { data } = envelope(signedInJson).parse(await response.json())
    expect(data.user.email).toBe(email)
    const me = await fetch(`${product.origin}/api/auth/me`, {
      headers: { Authorization: `Bearer ${data.accessToken}` },
    })
    expect(me.status).toBe(200)
    const reused = await exchange(ticket, recoveryCodes[1]!)
    expect(reused.status).toBe(401)
    expect(errorJson.parse(await reused.json()).errors).toHaveProperty('ticket')
    const replayed = await exchange(await ticketOf(email), recoveryCodes[0]!)
    expect(replayed.status).toBe(401)
    expect(errorJson.parse(await replayed.json()).errors).toHaveProperty('code')
  })

  test('accepts a code from the app', async () => {
    const { email, secret, browser } = await readerWithApp()
    // The current code is used, so this takes the next one.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 })
    const next = await codeNow(secret)
    vi.useRealTimers()
    expect((await exchange(await ticketOf(email), await codeNow(secret))).status).toBe(401)
    expect((await exchange(await ticketOf(email), next)).status).toBe(200)
    expect((await browser.get('/settings')).status).toBe(200)
  })

  test("rejects another reader's ticket, a forged one, and an expired one", async () => {
    const [a, b] = [await readerWithApp(), await readerWithApp()]
    expect((await exchange(await ticketOf(a.email), b.recoveryCodes[0]!)).status).toBe(401)
    const old = new Date(Date.now() - SIGN_IN_TICKET_TTL_MS - 1000)
    const expired = await signTicket(
      { id: 1, passwordHash: 'x', passwordGeneration: 0 },
      false,
      old,
    )
    const tampered = (await ticketOf(a.email)).replace(/.$/, (char) => (char === 'A' ? 'Q' : 'A'))
    for (const ticket of [expired, tampered, 'nonsense']) {
      const response = await exchange(ticket, a.recoveryCodes[0]!)
      expect(response.status).toBe(401)
      expect(errorJson.parse(await response.json()).message).toBe(
        'This sign-in took too long. Please log in again.',
      )
    }
    expect((await exchange(await ticketOf(a.email), a.recoveryCodes[0]!)).status).toBe(200)
  })

  test('names what is missing', async () => {
    const response = await call('/api/auth/two-factor', {})
    expect(response.status).toBe(400)
    const { errors } = errorJson.parse(await response.json())
    expect(Object.keys(errors!)).toEqual(['ticket', 'code'])
  })

  test('stops after five wrong codes, with the time to wait', async () => {
    const { email, recoveryCodes } = await readerWithApp()
    const ticket = await ticketOf(email)
    const tries = await Promise.all(Array.from({ length: 5 }, () => exchange(ticket, '000000')))
    expect(tries.map((response) => response.status)).toEqual(Array(5).fill(401))
    const refused = await exchange(ticket, recoveryCodes[0]!)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/)
    errorJson.parse(await refused.json())
  })
})
