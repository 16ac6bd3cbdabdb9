import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeNow } from '#app/accounts/service/two-factor-codes.server.ts'
import { type Product, startProduct } from '../setup/product.ts'
import { emailsTo } from './accounts-client.ts'
import { Browser, locationOf } from './social/browser.ts'

const PASSWORD = 'secret1'
const NEW_PASSWORD = 'of the owner'
const NEEDS_CODE = 'Please enter a code from your authenticator app, or a recovery code.'

let product: Product
beforeAll(async () => {
  product = await startProduct('content', { RATE_LIMIT_FACTOR: '100' })
})
afterAll(() => product.stop())

const newBrowser = () => new Browser(product.origin)
const textOf = async (response: Promise<Response>) => (await response).text()

/** What the newest emails to an address contain. */
async function inEmail(email: string, pattern: RegExp): Promise<string> {
  const find = async () =>
    pattern.exec((await emailsTo(product.origin, email)).join('\n'))?.[1] ?? ''
  await expect.poll(find, { interval: 20, timeout: 20_000 }).not.toBe('')
  return find()
}

let count = 0

/** A reader with a confirmed address, signed in. */
async function newReader() {
  const email = `mover-${(count += 1)}@example.com`
  const browser = newBrowser()
  await browser.post('/register', { name: 'Ada', email, password: PASSWORD, terms: 'on' })
  const code = await inEmail(email, /(\d{6}) is your Readr code/)
  expect((await browser.post('/verify', { code })).status).toBe(303)
  return { email, browser }
}

async function readerWithApp() {
  const reader = await newReader()
  const { browser } = reader
  await browser.post('/settings/two-factor', { intent: 'start', password: PASSWORD })
  const page = await textOf(browser.get('/settings/two-factor'))
  const secret = /<code id="app-key"[^>]*>([A-Z2-7 ]+)</.exec(page)![1]!.replaceAll(' ', '')
  const confirmation = { intent: 'confirm', code: await codeNow(secret) }
  const done = await textOf(browser.post('/settings/two-factor', confirmation))
  const codes = [...new Set(done.match(/\b(?:[0-9a-z]{4}-){3}[0-9a-z]{4}\b/g))]
  return { ...reader, codes }
}

const move = (browser: Browser, newEmail: string, more = {}) =>
  browser.post('/settings', { intent: 'update-email', newEmail, password: PASSWORD, ...more })

const put = (token: string, json: object) =>
  fetch(`${product.origin}/auth/update-email`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ password: PASSWORD, ...json }),
  })

const undoLink = (email: string) => inEmail(email, /(\/undo-email-change\/[\w-]{43})/)

async function setPassword(path: string) {
  const form = { newPassword: NEW_PASSWORD, confirmNewPassword: NEW_PASSWORD }
  expect((await newBrowser().post(path, form)).status).toBe(303)
}

const login = (email: string, password: string) => newBrowser().post('/login', { email, password })

describe('changing the address', () => {
  test('shows the current one in the form, disabled, and asks for a code only if there is a factor', async () => {
    const [plain, protectedReader] = [await newReader(), await readerWithApp()]
    const formOf = async ({ browser }: { browser: Browser }) =>
      /<form[^>]*id="update-email".*?<\/form>/s.exec(await textOf(browser.get('/settings')))![0]
    for (const [reader, asks] of [
      [plain, false],
      [protectedReader, true],
    ] as const) {
      const form = await formOf(reader)
      const current = /<input[^>]*id="current-email"[^>]*>/.exec(form)![0]
      expect(current).toContain('disabled=""')
      expect(current).toContain(`value="${reader.email}"`)
      expect(/name="code"/.test(form)).toBe(asks)
    }
  })

  test('takes a code where there is a factor, on the page and in the call', async () => {
    const { email, browser, codes } = await readerWithApp()
    for (const wrong of [{}, { code: '' }]) {
      const refused = await move(browser, `page-${email}`, wrong)
      expect(refused.status).toBe(400)
      expect(await refused.text()).toContain(NEEDS_CODE)
    }
    expect((await move(browser, `page-${email}`, { code: '000000' })).status).toBe(400)
    expect(await browser.reader()).toMatchObject({ email, emailVerified: true })

    const first = await fetch(`${product.origin}/api/auth/login`, {
      method: 'POST',
      body: JSON.stringify({ email, password: PASSWORD }),
    })
    const { ticket } = ((await first.json()) as { data: { ticket: string } }).data
    const second = await fetch(`${product.origin}/api/auth/two-factor`, {
      method: 'POST',
      body: JSON.stringify({ ticket, code: codes[0] }),
    })
    const token = ((await second.json()) as { data: { accessToken: string } }).data.accessToken
    const answer = await put(token, { newEmail: `call-${email}` })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { success: false, message: NEEDS_CODE, errors: { code: [NEEDS_CODE] } },
    ])
    expect((await put(token, { newEmail: `call-${email}`, code: codes[0] })).status).toBe(400)
    expect((await put(token, { newEmail: `call-${email}`, code: codes[1] })).status).toBe(200)
    expect((await move(browser, `page-${email}`, { code: codes[2] })).status).toBe(303)
    expect(await browser.reader()).toMatchObject({ email: `page-${email}` })
  })

  test('and a reset after it keep the factor and the recovery codes', async () => {
    const { email, browser, codes } = await readerWithApp()
    const newEmail = `reset-${email}`
    expect((await move(browser, newEmail, { code: codes[0] })).status).toBe(303)
    await newBrowser().post('/reset-password', { email: newEmail })
    const link = await inEmail(newEmail, /(\/reset-password\/[\w-]{43})/)
    expect(await textOf(newBrowser().get(link))).not.toContain('two-factor')
    await setPassword(link)
    const its = newBrowser()
    const step = await its.post('/login', { email: newEmail, password: NEW_PASSWORD })
    expect(locationOf(step)).toBe('/login/code')
    expect(await its.reader()).toBeNull()
    await its.post('/login/code', { code: codes[1]! })
    expect(await its.reader()).toMatchObject({ email: newEmail })
  })

  test.each(['ada@exa\u200bmple.com', '\uff41da@example.com'])('refuses %j', async (address) => {
    const { browser } = await newReader()
    const refused = await move(browser, address)
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('such as name@example.com')
    const form = { name: 'Ada', email: address, password: PASSWORD, terms: 'on' }
    expect((await newBrowser().post('/register', form)).status).toBe(400)
    const call = await fetch(`${product.origin}/api/auth/register`, {
      method: 'POST',
      body: JSON.stringify({ name: 'Ada', email: address, password: PASSWORD }),
    })
    expect(call.status).toBe(400)
  })
})

describe('the link to the old address', () => {
  test('changes it back with one button, once, and leads to a new password', async () => {
    const { email, browser } = await newReader()
    const thief = `thief-${email}`
    expect((await move(browser, thief)).status).toBe(303)
    const link = await undoLink(email)
    // Mail scanners open links.
    for (let i = 0; i < 3; i++) {
      const page = await newBrowser().get(link)
      expect(page.status).toBe(200)
      expect(page.headers.get('Cache-Control')).toBe('private, no-store')
      const html = await page.text()
      expect(html).toContain(email)
      expect(html).not.toContain(thief)
      expect(html).toContain('content="same-origin"')
      expect(/<main.*<\/main>/s.exec(html)![0].match(/<button/g)).toHaveLength(1)
    }
    expect(await browser.reader()).toMatchObject({ email: thief })

    const owner = newBrowser()
    const done = await owner.post(link, {})
    expect(done.status).toBe(303)
    expect(locationOf(done)).toMatch(/^\/reset-password\/[\w-]{43}$/)
    expect(await browser.reader()).toBeNull()
    expect((await login(email, PASSWORD)).status).toBe(401)
    expect((await login(thief, PASSWORD)).status).toBe(401)
    await setPassword(locationOf(done))
    expect((await login(email, NEW_PASSWORD)).status).toBe(303)

    const other = { not: 'a repeat' }
    for (const again of [await newBrowser().get(link), await newBrowser().post(link, other)]) {
      expect(again.status).toBe(400)
      expect(await again.text()).toContain('invalid or has expired')
    }
  })

  test('keeps the old address from others', async () => {
    const { email, browser } = await newReader()
    await move(browser, `thief-${email}`)
    const form = { name: 'T', email, password: PASSWORD, terms: 'on' }
    expect((await newBrowser().post('/register', form)).status).toBe(409)
    const other = await newReader()
    expect((await move(other.browser, email)).status).toBe(409)
    expect((await newBrowser().post(await undoLink(email), {})).status).toBe(303)
  })
})
