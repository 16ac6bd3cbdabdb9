import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeRows, type Product, startProduct } from '#tests/setup/product.ts'
import {
  ask,
  type CallAnswer,
  emailsTo,
  newReader,
  PASSWORD,
  resetLink,
  valueOf,
} from './accounts-client.ts'

/** Two processes behind a proxy, which sets client addresses. */
let product: Product
beforeAll(async () => {
  // The limits of production with the emulated providers and mailbox of the demo.
  const variables = { TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '1', DEMO: '1' }
  product = await startProduct('content', variables, { processes: 2 })
})
afterAll(() => product.stop())

let network = 0
const somewhere = () => `10.${(network += 1) >> 8}.${network & 255}.1`
const from = (address: string) => ({ 'X-Forwarded-For': address })
const LOCALHOST = from('127.0.0.1')
const signIn = (email: string, password: string, address: string, device?: string) =>
  ask(product.origin, '/api/auth/login', {
    json: { email, password },
    headers: from(address),
    ...(device ? { cookies: { readr_device: device } } : {}),
  })

const deviceOf = ({ cookies }: CallAnswer) => valueOf(cookies['readr_device'])
const statuses = (answers: CallAnswer[]) => {
  const counts: Record<string, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** A new reader with their own network address. */
async function reader() {
  const home = somewhere()
  const email = `abuse-${network}@example.com`
  const created = await ask(product.origin, '/api/auth/register', {
    json: { name: 'You won! visit http://evil.example', email, password: PASSWORD },
    headers: from(home),
  })
  expect(created.status).toBe(201)
  return { email, home, token: created.json.data!.accessToken!, device: deviceOf(created), created }
}

const verify = (email: string) =>
  changeRows(
    product.variables,
    `UPDATE "User" SET "emailVerified" = TRUE WHERE "email" = '${email}'`,
  )

describe('an owner', () => {
  test('is not locked out by a stranger’s ten wrong passwords', async () => {
    const { email, home, token, device } = await reader()
    const stranger = somewhere()
    const guesses = []
    for (let i = 0; i < 12; i++) guesses.push(await signIn(email, 'wrong!', stranger))
    expect(statuses(guesses)).toEqual({ 401: 10, 429: 2 })
    expect(guesses.at(-1)!.headers.get('Retry-After')).toMatch(/^\d+$/)
    expect((await signIn(email, PASSWORD, home)).status).toBe(200)
    // In the stranger's network, only a known device can sign in.
    expect((await signIn(email, PASSWORD, stranger)).status).toBe(429)
    expect((await signIn(email, PASSWORD, stranger, device)).status).toBe(200)
    const form = { email, password: PASSWORD }
    const page = { form, headers: from(stranger), cookies: { readr_device: device } }
    expect((await ask(product.origin, '/login', page)).status).toBe(303)
    const changed = await ask(product.origin, '/auth/change-password', {
      method: 'PUT',
      token,
      headers: from(stranger),
      json: { oldPassword: PASSWORD, newPassword: 'secret2', confirmNewPassword: 'secret2' },
    })
    expect(changed.status).toBe(200)
    const renewed = deviceOf(changed)
    for (let i = 0; i < 3; i++) await signIn(email, 'wrong!', stranger)
    expect((await signIn(email, 'secret2', stranger, device)).status).toBe(429)
    expect((await signIn(email, 'secret2', stranger, renewed)).status).toBe(200)
  })

  test('is refused after ten tries in their own session, and only there', async () => {
    const { email, token } = await reader()
    const other = await signIn(email, PASSWORD, somewhere())
    const change = (session: string, password: string) =>
      ask(product.origin, '/auth/update-email', {
        method: 'PUT',
        token: session,
        headers: from(somewhere()),
        json: { newEmail: `new-${email}`, password },
      })
    const tries = await Promise.all(Array.from({ length: 30 }, () => change(token, 'wrong!')))
    expect(statuses(tries)).toEqual({ 400: 10, 429: 20 })
    expect((await change(token, PASSWORD)).status).toBe(429)
    expect((await change(other.json.data!.accessToken!, PASSWORD)).status).toBe(200)
  })
})

describe('guesses', () => {
  test('in two processes are counted together', async () => {
    const { email } = await reader()
    const stranger = somewhere()
    const race = await Promise.all(
      Array.from({ length: 28 }, () => signIn(email, 'wrong!', stranger)),
    )
    expect(statuses(race)).toEqual({ 401: 10, 429: 18 })
  })

  test('from one IPv6 /64 are counted together', async () => {
    const { email } = await reader()
    const within = []
    for (let i = 0; i < 12; i++)
      within.push(await signIn(email, 'wrong!', `2001:db8:1:1::${i + 1}`))
    expect(statuses(within)).toEqual({ 401: 10, 429: 2 })
    expect((await signIn(email, PASSWORD, '2001:db8:2::1')).status).toBe(200)
  })

  test('from hundreds of networks are limited and do not block known devices', async () => {
    const { email, device } = await reader()
    const storm = Array.from({ length: 300 }, () => signIn(email, 'wrong!', somewhere()))
    const owner = await signIn(email, PASSWORD, somewhere(), device)
    expect(owner.status).toBe(200)
    const { '401': guessed = 0, '429': refused = 0, ...others } = statuses(await Promise.all(storm))
    expect(others).toEqual({})
    expect(guessed + refused).toBe(300)
    // Each process runs ten and delays thirty; later ones may start after the first delay.
    expect(refused).toBeGreaterThan(0)
  }, 120_000)

  test('with another account’s device token, or a forged one, are limited like others', async () => {
    const [owner, victim] = [await reader(), await reader()]
    const stranger = somewhere()
    const guesses = []
    for (let i = 0; i < 12; i++) {
      guesses.push(await signIn(victim.email, 'wrong!', stranger, owner.device))
    }
    expect(statuses(guesses)).toEqual({ 401: 10, 429: 2 })
    const [head, body, signature] = victim.device.split('.') as [string, string, string]
    for (const forged of [owner.device, `${head}.${body}.`, `${head}.${body}x.${signature}`, 'x'])
      expect((await signIn(victim.email, PASSWORD, stranger, forged)).status).toBe(429)
    expect((await signIn(victim.email, PASSWORD, stranger, victim.device)).status).toBe(200)
  })
})

describe('the cookie of a known device', () => {
  test('is HttpOnly, set by every sign-in method, and signs nobody in', async () => {
    const { created, email, device } = await reader()
    const page = await ask(product.origin, '/login', {
      form: { email, password: PASSWORD },
      headers: from(somewhere()),
    })
    for (const { cookies } of [created, page]) {
      expect(cookies['readr_device']).toMatch(
        /; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
      )
    }
    const secure = await ask(product.origin, '/login', {
      form: { email, password: PASSWORD },
      headers: { ...from(somewhere()), 'X-Forwarded-Proto': 'https' },
    })
    // APP_URL decides whether cookies are Secure (accounts-cookies.test.ts).
    expect(JSON.stringify(secure.cookies)).not.toContain('Secure')
    const me = { cookies: { readr_device: device }, headers: from(somewhere()) }
    expect((await ask(product.origin, '/api/auth/me', me)).status).toBe(401)
  })
})

describe('the first verification of an address', () => {
  test('keeps its own browser known, and no other', async () => {
    const { email, home, device } = await reader()
    const cookies = { readr_device: device }
    const headers = from(home)
    const there = await ask(product.origin, '/login', {
      form: { email, password: PASSWORD },
      headers,
      cookies,
    })
    const [welcome = ''] = await emailsTo(product.origin, email, LOCALHOST)
    const done = await ask(product.origin, '/verify', {
      form: { code: /(\d{6}) is your Readr code/.exec(welcome)![1]! },
      headers,
      cookies: { ...cookies, readr_session: valueOf(there.cookies['readr_session']) },
    })
    expect(done.status).toBe(303)
    const stranger = somewhere()
    for (let i = 0; i < 10; i++) await signIn(email, 'wrong!', stranger)
    expect((await signIn(email, PASSWORD, stranger, device)).status).toBe(429)
    expect((await signIn(email, PASSWORD, stranger, deviceOf(done))).status).toBe(200)
    const emails = await emailsTo(product.origin, email, LOCALHOST)
    expect(emails.join()).not.toContain('New sign-in to your Readr account')
  })
})

describe('a reset', () => {
  test('makes the device known, so that the owner can sign in', async () => {
    const { email } = await reader()
    const stranger = somewhere()
    for (let i = 0; i < 10; i++) await signIn(email, 'wrong!', stranger)
    const request = { json: { email }, headers: from(somewhere()) }
    await ask(product.origin, '/api/auth/forgot-password', request)
    const link = await resetLink(product.origin, email, LOCALHOST)
    const done = await ask(product.origin, link, {
      form: { newPassword: 'iloveyou', confirmNewPassword: 'iloveyou' },
      headers: from(stranger),
    })
    expect(done.status).toBe(303)
    expect(done.headers.getSetCookie().join()).toContain('common-password-set')
    expect((await signIn(email, 'iloveyou', stranger)).status).toBe(429)
    expect((await signIn(email, 'iloveyou', stranger, deviceOf(done))).status).toBe(200)
  })
})

describe('a sign-in on a new device', () => {
  const SUBJECT = 'New sign-in to your Readr account'
  const reports = async (email: string) =>
    (await emailsTo(product.origin, email, LOCALHOST)).filter((html) => html.includes(SUBJECT))
      .length

  test('is reported by email, for every sign-in method, to verified addresses only', async () => {
    const { email, device } = await reader()
    await signIn(email, PASSWORD, somewhere())
    expect(await reports(email)).toBe(0)
    await verify(email)
    await signIn(email, PASSWORD, somewhere(), device)
    expect(await reports(email)).toBe(0)
    await signIn(email, PASSWORD, somewhere())
    expect(await reports(email)).toBe(1)
    await ask(product.origin, '/login', {
      form: { email, password: PASSWORD },
      headers: { ...from('203.0.113.77'), 'User-Agent': 'http:evil.example' },
    })
    expect(await reports(email)).toBe(2)
    const [html] = await emailsTo(product.origin, email, LOCALHOST)
    expect(html).toContain('203.0.113.x')
    expect(html).toContain('an unknown device')
  })
})

describe('a mailbox', () => {
  test('gets no email about a password that stays the same', async () => {
    const { email, token, device } = await reader()
    const before = (await emailsTo(product.origin, email, LOCALHOST)).length
    for (let i = 0; i < 60; i++) {
      const same = await ask(product.origin, '/auth/change-password', {
        method: 'PUT',
        token,
        headers: from(somewhere()),
        json: { oldPassword: PASSWORD, newPassword: PASSWORD, confirmNewPassword: PASSWORD },
      })
      expect([same.status, same.json.message]).toEqual([
        200,
        'That is already your password. Nothing was changed.',
      ])
    }
    expect(await emailsTo(product.origin, email, LOCALHOST)).toHaveLength(before)
    expect((await signIn(email, PASSWORD, somewhere(), device)).status).toBe(200)
    expect((await ask(product.origin, '/api/auth/me', { token })).status).toBe(200)
  })

  test('with an unverified address gets nothing that a stranger entered', async () => {
    const { email, token } = await reader()
    const { json } = await ask(product.origin, '/api/auth/forgot-password', {
      json: { email },
      headers: from(somewhere()),
    })
    expect(json.success).toBe(true)
    await expect.poll(async () => (await emailsTo(product.origin, email, LOCALHOST)).length).toBe(2)
    await ask(product.origin, '/auth/delete-account', {
      method: 'DELETE',
      token,
      headers: from(somewhere()),
    })
    const emails = await emailsTo(product.origin, email, LOCALHOST)
    expect(emails.join()).toContain('Your Readr account is deleted')
    expect(emails.join()).not.toMatch(/You won|evil/)
  })
})

test('limits per network address do not affect people who try the demo', async () => {
  const demo = await startProduct('content')
  try {
    const { email } = await newReader(demo.origin)
    const visits = []
    for (let i = 0; i < 45; i++) {
      visits.push(
        await ask(demo.origin, '/api/auth/login', { json: { email, password: PASSWORD } }),
      )
    }
    expect(statuses(visits)).toEqual({ 200: 45 })
  } finally {
    await demo.stop()
  }
})
