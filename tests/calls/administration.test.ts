import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '#tests/setup/product.ts'
import { ask, newAdmin, newReader, type Reader } from './accounts-client.ts'

let product: Product
let admin: Reader

beforeAll(async () => {
  product = await startProduct('content', { RATE_LIMIT_FACTOR: '1000' })
  admin = await newAdmin(product)
})
afterAll(() => product.stop())

const numberOf = (reader: Reader) => Number.parseInt(reader.id, 16)
const pageOf = (reader: Reader) => `/admin/readers/${numberOf(reader)}`
const asAdmin = (path: string, form?: Record<string, string>) =>
  ask(product.origin, path, { cookies: admin.web, ...(form ? { form } : {}) })

test('the administration is closed however its address is spelled, and never remembered', async () => {
  const reader = await newReader(product.origin)
  for (const path of ['/ADMIN/readers', '/admin/', '//admin', '/%61dmin', '/admin/readers.data']) {
    const { status, text } = await ask(product.origin, path, { cookies: reader.web })
    expect([400, 403, 404], path).toContain(status)
    expect(text).not.toContain(admin.email)
  }
  const { headers } = await asAdmin('/admin')
  expect(headers.get('Cache-Control')).toBe('private, no-store')
  expect(headers.get('X-Robots-Tag')).toBe('noindex')
})

test('a reader is found, and given full access until a day', async () => {
  const reader = await newReader(product.origin)
  const found = await asAdmin(`/admin/readers?search=${encodeURIComponent(reader.email)}`)
  expect(found.text).toContain(`href="${pageOf(reader)}"`)

  const refused = await asAdmin(pageOf(reader), { intent: 'grant', until: '2020-01-01' })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('This day is over.')
  expect(refused.text).toContain('value="2020-01-01"')
  expect((await asAdmin(pageOf(reader), { intent: 'grant', until: 'soon' })).status).toBe(400)

  const day = `${new Date().getUTCFullYear() + 1}-06-30`
  const granted = await asAdmin(pageOf(reader), { intent: 'grant', until: day })
  expect(granted.status).toBe(303)
  const whole = await ask(product.origin, '/api/books/subscribed', { token: reader.token })
  expect(whole.status).toBe(200)
  const page = await asAdmin(granted.headers.get('Location')!)
  expect(page.text).toContain('Full access is granted.')
  expect(page.text).toContain(`until ${day}`)

  expect((await asAdmin(pageOf(reader), { intent: 'revoke' })).status).toBe(303)
  const cut = await ask(product.origin, '/api/books/subscribed', { token: reader.token })
  expect(cut.status).toBe(403)
})

test('a reader is signed out everywhere', async () => {
  const reader = await newReader(product.origin)
  expect((await asAdmin(pageOf(reader), { intent: 'sign-out' })).status).toBe(303)
  expect((await ask(product.origin, '/api/auth/me', { token: reader.token })).status).toBe(401)
  expect((await ask(product.origin, '/settings', { cookies: reader.web })).status).toBe(302)
})

test('a reader is deleted once the address is typed again; an administrator never', async () => {
  const reader = await newReader(product.origin)
  const slip = await asAdmin(pageOf(reader), { intent: 'delete', confirm: 'other@example.com' })
  expect(slip.status).toBe(400)
  expect(slip.text).toContain('value="other@example.com"')
  const own = await asAdmin(pageOf(admin), { intent: 'delete', confirm: admin.email })
  expect(own.status).toBe(409)
  const gone = await asAdmin(pageOf(reader), { intent: 'delete', confirm: reader.email })
  expect(gone.status).toBe(303)
  expect((await asAdmin(pageOf(reader))).status).toBe(404)
  const log = await asAdmin('/admin/log')
  expect(log.text).toContain('Deleted the account')
  expect(log.text).not.toContain(reader.email)
})

test('a book is previewed in both views, saved, and kept from being written over', async () => {
  const page = await asAdmin('/admin/books/walden')
  const since = /name="since" value="([0-9a-f]+)"/.exec(page.text)![1]!
  const form = (intent: string, title: string) => ({
    intent,
    since,
    source: `---\ntitle: ${title}\nauthor: A\nyear: 1900\ngenre: Fiction\nblurb: B\nlocked: false\npublishedAt: 2026-01-01\n---\nHook\n\nThe free words.\n\n4. Paid\n\nThe paid words.\n`,
  })
  const preview = await asAdmin('/admin/books/walden', form('preview', 'Previewed'))
  expect(preview.status).toBe(200)
  expect(preview.text).toContain('Preview of ')
  expect(preview.text.split('The free words.')).toHaveLength(4)
  expect(preview.text.split('The paid words.')).toHaveLength(3)
  const visit = () => ask(product.origin, '/summaries/walden')
  expect((await visit()).text).not.toContain('The free words.')

  expect((await asAdmin('/admin/books/walden', form('save', 'Saved'))).status).toBe(303)
  await expect
    .poll(async () => (await visit()).text, { timeout: 30_000 })
    .toContain('The free words.')
  const late = await asAdmin('/admin/books/walden', form('save', 'Too late'))
  expect(late.status).toBe(409)
  expect(late.text).toContain('has been changed since')
  expect(late.text).toContain('title: Too late')
  const wrong = await asAdmin('/admin/books/new', { intent: 'save', slug: 'x', source: 'nothing' })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('Line 1, head')
})
