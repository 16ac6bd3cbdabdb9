import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeNow } from '#app/accounts/service/two-factor-codes.server.ts'
import { type PostgresServer, startPostgres } from '#tests/setup/postgres.ts'
import { ALONE, changeRows, type Product, startProduct } from '#tests/setup/product.ts'
import { casesOf } from '#tests/setup/stress.ts'
import {
  ask,
  type CallAnswer,
  emailsTo,
  newReader,
  PASSWORD,
  type Reader,
  resetLink,
  valueOf,
} from './accounts-client.ts'

const TOKEN = { intent: 'create-token', name: 'Script', scopes: 'notes:read', password: PASSWORD }

/** A form that is sent twice: in one process, and in two that share a database. */

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

describe.each(casesOf(2, 1))('in %d processes', (processes) => {
  let product: Product
  beforeAll(async () => {
    const setting = processes === 1 ? ALONE : { postgres: server.url, processes }
    product = await startProduct('content', { RATE_LIMIT_FACTOR: '1000' }, setting)
  })
  afterAll(() => product.stop())

  type Form = Record<string, string>
  type Cookies = Record<string, string>

  /** Sends a form to the nth process. */
  const post = (path: string, form: Form, cookies: Cookies = {}, n = 0) =>
    ask(product.processes[n % processes]!.origin, path, { form, cookies })
  const twiceAtOnce = (path: string, form: Form, cookies: Cookies = {}) =>
    Promise.all([0, 1].map((n) => post(path, form, cookies, n)))
  const places = (answers: CallAnswer[]) =>
    answers.map(({ status, headers }) => `${status} ${headers.get('Location')}`)
  /** How many rows a table has that fulfill a condition. */
  const countOf = (table: string, condition: string) =>
    changeRows(product.variables, `UPDATE "${table}" SET "id" = "id" WHERE ${condition}`)
  const letTimePass = () =>
    changeRows(
      product.variables,
      `UPDATE "LastForm" SET "expiresAt" = ${processes === 1 ? 0 : `'2026-01-01'`}`,
    )

  async function verifiedReader(): Promise<Reader> {
    const reader = await newReader(product.origin)
    const verified = `"emailVerified" = TRUE, "ownershipProvedAt" = "createdAt"`
    const where = `"email" = '${reader.email}'`
    await changeRows(product.variables, `UPDATE "User" SET ${verified} WHERE ${where}`)
    return reader
  }
  const idOf = ({ id }: Reader) => Number.parseInt(id, 16)
  const tokensOf = (reader: Reader) =>
    countOf('Session', `"userId" = ${idOf(reader)} AND "kind" = 'token'`)

  describe('a registration', () => {
    const registration = (changes: Form = {}): Form => ({
      name: 'Ada',
      email: `twice-${randomUUID()}@example.com`,
      password: 'a long password',
      terms: 'on',
      ...changes,
    })

    test('gives the same account twice', async () => {
      const form = registration()
      const answers = await twiceAtOnce('/register', form)
      answers.push(await post('/register', form))
      expect(places(answers)).toEqual(Array(3).fill('303 /subscribe'))
      for (const { cookies } of answers) {
        const session = { readr_session: valueOf(cookies['readr_session']) }
        const settings = await ask(product.origin, '/settings', { cookies: session })
        expect(settings.text).toContain(form['email'])
      }
      expect(await countOf('User', `"email" = '${form['email']}'`)).toBe(1)
      await expect.poll(() => emailsTo(product.origin, form['email']!)).toHaveLength(1)
    })

    test('is refused with another password, another name for the address, or later', async () => {
      const form = registration()
      expect((await post('/register', form)).status).toBe(303)
      const other = await post('/register', { ...form, password: 'another password' })
      expect(other.status).toBe(409)
      expect(other.cookies['readr_session']).toBeUndefined()
      const moved = processes === 1 ? `"createdAt" - 11000` : `"createdAt" - interval '11 s'`
      await changeRows(
        product.variables,
        `UPDATE "User" SET "createdAt" = ${moved} WHERE "email" = '${form['email']}'`,
      )
      expect((await post('/register', form)).status).toBe(409)
    })
  })

  describe('of a reader', () => {
    const report = { passage: 'Idea 1', problem: 'It is wrong.', source: '' }
    const path = '/summaries/walden/correction'

    test('is answered twice', async () => {
      const reader = await newReader(product.origin)
      const answers = await twiceAtOnce(path, report, reader.web)
      answers.push(await post(path, report, reader.web))
      expect(places(answers)).toEqual(Array(3).fill(`303 ${path}`))
      // The page after the repeat says so too.
      for (const n of [1, 2]) {
        const page = await ask(product.origin, path, { cookies: reader.web })
        expect(page.text.includes('role="status"'), `page ${n}`).toBe(n === 1)
        if (n === 1) continue
        await post(path, report, reader.web)
        const again = await ask(product.origin, path, { cookies: reader.web })
        expect(again.text).toContain('role="status"')
      }
    })

    test('is run again later, in another session, with other content, and at another address', async () => {
      const reader = await verifiedReader()
      const other = await newReader(product.origin, reader.email)
      // Run again, it is refused, because the name is taken.
      const status = async (form: Form, { web }: Reader, address = '/settings/apps') =>
        (await post(address, form, web)).status
      expect(await status(TOKEN, reader)).toBe(200)
      expect(await status(TOKEN, reader)).toBe(200)
      expect(await status(TOKEN, other)).toBe(409)
      expect(await status({ ...TOKEN, lifetime: '30' }, reader)).toBe(409)
      expect(await status({ ...TOKEN, name: 'Second' }, reader)).toBe(200)
      expect(await status({ ...TOKEN, name: 'Second' }, reader, '/settings/apps?x')).toBe(409)
      expect(await status({ ...TOKEN, name: 'Third' }, reader)).toBe(200)
      await letTimePass()
      expect(await status({ ...TOKEN, name: 'Third' }, reader)).toBe(409)
      expect(await tokensOf(reader)).toBe(3)
    })

    test('is run again after something else was done', async () => {
      const reader = await newReader(product.origin)
      const saved = () =>
        changeRows(
          product.variables,
          `UPDATE "SavedBook" SET "bookId" = "bookId" WHERE "userId" = ${idOf(reader)}`,
        )
      for (const on of ['true', 'false', 'true']) {
        await post('/summaries/walden/marks', { mark: 'saved', on, back: '/browse' }, reader.web)
        expect(await saved()).toBe(on === 'true' ? 1 : 0)
      }
    })

    test('is refused twice when it is refused', async () => {
      const reader = await newReader(product.origin)
      const answers = await twiceAtOnce(path, { ...report, problem: '' }, reader.web)
      expect(answers.map(({ status }) => status)).toEqual([400, 400])
      const after = await post(path, report, reader.web)
      expect(after.status).toBe(303)
    })

    test('shows a secret twice, and makes it once', async () => {
      const reader = await verifiedReader()
      const [first, second] = await twiceAtOnce('/settings/apps', TOKEN, reader.web)
      const secret = /readr_pat_[\w-]+/.exec(first!.text)?.[0]
      expect(secret).toBeDefined()
      expect(second!.text).toContain(secret)
      const policyOf = ({ headers }: CallAnswer) => headers.get('Content-Security-Policy')
      expect(policyOf(second!)).toBe(policyOf(first!))
      expect(await tokensOf(reader)).toBe(1)
    })
  })

  test('a request for a reset link sends one email', async () => {
    const reader = await newReader(product.origin)
    const answers = await twiceAtOnce('/reset-password', { email: reader.email })
    answers.push(await post('/reset-password', { email: reader.email }))
    expect(places(answers)).toEqual(Array(3).fill('303 /reset-password/sent'))
    const emails = async () =>
      (await emailsTo(product.origin, reader.email)).filter((html) => /reset-password\//.test(html))
    await expect.poll(emails).not.toHaveLength(0)
    await letTimePass()
    // After it, so the emails of the others have been sent as well.
    await post('/reset-password', { email: reader.email })
    await expect.poll(emails).toHaveLength(2)
  })

  describe('a sign-in', () => {
    const sessionsOf = (reader: Reader) =>
      countOf('Session', `"userId" = ${idOf(reader)} AND "kind" = 'web'`)
    const send = (form: Form, headers: Form, n = 0) =>
      ask(product.processes[n % processes]!.origin, '/login', {
        form,
        headers: { 'Sec-Fetch-Site': 'same-origin', ...headers },
      })

    test('begins one session', async () => {
      const reader = await newReader(product.origin)
      const before = await sessionsOf(reader)
      const form = { email: reader.email, password: PASSWORD }
      const answers = await Promise.all([0, 1, 2].map((n) => send(form, {}, n)))
      const secrets = answers.map(({ cookies }) => valueOf(cookies['readr_session']))
      expect(secrets[0]).toMatch(/./)
      expect(new Set(secrets).size).toBe(1)
      expect(await sessionsOf(reader)).toBe(before + 1)
      // Another browser, a wrong password, and one after the first has ended.
      const other = await send(form, { 'User-Agent': 'Other' })
      expect(valueOf(other.cookies['readr_session'])).not.toBe(secrets[0])
      const wrong = await send({ ...form, password: 'wrong!' }, {})
      expect([wrong.status, wrong.cookies['readr_session']]).toEqual([401, undefined])
      await post('/logout', {}, { readr_session: secrets[0]! })
      const next = await send(form, {})
      const cookies = { readr_session: valueOf(next.cookies['readr_session']) }
      expect((await ask(product.origin, '/settings', { cookies })).status).toBe(200)
    })

    test('ends the session that the browser had', async () => {
      const reader = await newReader(product.origin)
      const before = await sessionsOf(reader)
      const Cookie = `readr_session=${reader.web['readr_session']}`
      const form = { email: reader.email, password: PASSWORD }
      expect((await send(form, { Cookie })).status).toBe(303)
      expect(await sessionsOf(reader)).toBe(before)
      const settings = await ask(product.origin, '/settings', { cookies: reader.web })
      expect(settings.status).toBe(302)
    })
  })

  test('a link that works once sets a password once, and says so twice', async () => {
    const reader = await newReader(product.origin)
    await post('/reset-password', { email: reader.email })
    const link = await resetLink(product.origin, reader.email)
    const form = { newPassword: 'a new password', confirmNewPassword: 'a new password' }
    const answers = await twiceAtOnce(link, form)
    answers.push(await post(link, form))
    expect(places(answers)).toEqual(Array(3).fill('303 /reset-password/done'))
    const other = { newPassword: 'a third password', confirmNewPassword: 'a third password' }
    expect((await post(link, other)).status).toBe(400)
    const signedIn = await post('/login', { email: reader.email, password: 'a new password' })
    expect(signedIn.status).toBe(303)
  })

  test('a link that undoes a change of address works once, and says so twice', async () => {
    const reader = await verifiedReader()
    const newEmail = `moved-${reader.email}`
    await post('/settings', { intent: 'update-email', newEmail, password: PASSWORD }, reader.web)
    const find = async () =>
      (await emailsTo(product.origin, reader.email))
        .map((html) => /\/undo-email-change\/[\w-]+/.exec(html)?.[0])
        .find(Boolean)
    await expect.poll(find).toBeDefined()
    const link = (await find())!
    const answers = await twiceAtOnce(link, { reader: '0'.repeat(24) })
    expect(answers[0]!.headers.get('Location')).toMatch(/^\/reset-password\/./)
    expect(places(answers)[1]).toBe(places(answers)[0])
    const elsewhere = await ask(product.origin, link, {
      form: { reader: '0'.repeat(24) },
      headers: { 'User-Agent': 'Other' },
    })
    expect(elsewhere.status).toBe(400)
  })

  test('a code signs in twice with the same ticket, and with no other one', async () => {
    const reader = await verifiedReader()
    const started = await post(
      '/settings/two-factor',
      { intent: 'start', password: PASSWORD },
      reader.web,
    )
    expect(started.status).toBe(303)
    const page = await ask(product.origin, '/settings/two-factor', { cookies: reader.web })
    const secret = /<code id="app-key"[^>]*>([A-Z2-7 ]+)</.exec(page.text)![1]!.replaceAll(' ', '')
    const confirmation = { intent: 'confirm', code: await codeNow(secret) }
    const confirmed = await twiceAtOnce('/settings/two-factor', confirmation, reader.web)
    const codes = confirmed.map(({ text }) => text.match(/\b(?:[0-9a-z]{4}-){3}[0-9a-z]{4}\b/g))
    expect(codes[0]?.length).toBeGreaterThan(5)
    expect(codes[1]).toEqual(codes[0])
    const ticketOf = async () => {
      const { cookies } = await post('/login', { email: reader.email, password: PASSWORD })
      return { readr_ticket: valueOf(cookies['readr_ticket']) }
    }
    const [ticket, other] = [await ticketOf(), await ticketOf()]
    const code = { code: codes[0]![0]!, with: 'recovery-code' }
    const answers = await twiceAtOnce('/login/code', code, ticket)
    expect(places(answers)).toEqual(Array(2).fill('303 /browse'))
    const sessions = answers.map(({ cookies }) => valueOf(cookies['readr_session']))
    expect(sessions[0]).toMatch(/./)
    expect(sessions[1]).toBe(sessions[0])
    expect((await post('/login/code', code, other)).status).toBe(401)
  })
})
