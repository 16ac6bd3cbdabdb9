import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { OfflineList } from '#app/reading/rules/offline.ts'
import { ask, newReader, PASSWORD, type Reader, subscribeInTheApp } from './accounts-client.ts'
import { type Product, startProduct } from '#tests/setup/product.ts'

/** From the paid part of Walden. */
const PAID = 'He hoed from five in the morning until noon'
const DAY = 86_400_000
const CLEAR_STORAGE = '"storage"'

let product: Product
let origin: string

beforeAll(async () => {
  product = await startProduct('content', { RATE_LIMIT_FACTOR: '1000' })
  origin = product.origin
})
afterAll(() => product.stop())

const get = (path: string) => fetch(origin + path, { redirect: 'manual' })
const page = (reader: Reader, path: string) => ask(origin, path, { cookies: reader.web })
const save = (reader: Reader, slug: string, form: Record<string, string> = {}) =>
  ask(origin, `/summaries/${slug}/marks`, {
    cookies: reader.web,
    form: { mark: 'saved', on: 'true', ...form },
  })
const listOf = async (reader: Reader) =>
  JSON.parse((await page(reader, '/offline/list')).text) as OfflineList

describe('an installation', () => {
  test('has a manifest and all of its images', async () => {
    const html = await (await get('/')).text()
    // Only signed-in readers install Readr, so pages for visitors load no manifest.
    expect(html).not.toContain('rel="manifest"')
    expect(html).toContain('<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png"/>')
    expect(html).not.toContain('apple-touch-startup-image')
    const answer = await get('/manifest.webmanifest')
    expect(answer.headers.get('Content-Type')).toBe('application/manifest+json')
    const manifest = (await answer.json()) as {
      start_url: string
      icons: { src: string; sizes: string; purpose?: string }[]
      shortcuts: { url: string; icons: { src: string }[] }[]
    }
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
    const images = [manifest, ...manifest.shortcuts].flatMap(({ icons }) => icons)
    const shown = (await page(await newReader(origin), '/browse')).text
    expect(shown).toContain('<link rel="manifest" href="/manifest.webmanifest"/>')
    const launch = [...shown.matchAll(/startup-image" href="([^"]+)"/g)].map(([, src]) => src!)
    expect(launch.length).toBeGreaterThan(0)
    for (const src of [...images.map((one) => one.src), ...launch]) {
      const image = await get(src)
      expect(image.status, src).toBe(200)
      const bytes = Buffer.from(await image.arrayBuffer())
      const size = /launch-(\d+)x(\d+)/.exec(src)
      if (size)
        expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(size.slice(1).map(Number))
    }
  })
})

describe('the service worker', () => {
  test('is revalidated, lists the files of the offline page, and may only connect to this site', async () => {
    const answer = await get('/service-worker.js')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toMatch(/javascript/)
    expect(answer.headers.get('Cache-Control')).toBe('no-cache')
    expect(answer.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; connect-src 'self'",
    )
    const code = await answer.text()
    const html = await (await get('/offline')).text()
    const needed = html.match(/\/assets\/[\w.-]+\.(?:css|woff2)/g)!
    expect(needed.some((path) => path.endsWith('.css'))).toBe(true)
    expect(needed.some((path) => path.endsWith('.woff2'))).toBe(true)
    for (const path of needed) expect(code).toContain(path)
  })

  test('is only registered for readers', async () => {
    const reader = await newReader(origin)
    expect((await page(reader, '/summaries/walden')).text).toContain('/service-worker.js')
    for (const path of ['/', '/summaries/walden', '/browse/books', '/login']) {
      expect(await (await get(path)).text(), path).not.toContain('/service-worker.js')
    }
  })

  test('shows the same offline page to everybody', async () => {
    const reader = await newReader(origin)
    const plain = await (await get('/offline')).text()
    expect((await page(reader, '/offline')).text).toBe(plain)
  })
})

describe('the header with the reader of a page', () => {
  test('is on every page and its data, and on nothing else', async () => {
    const reader = await newReader(origin)
    for (const path of ['/browse', '/browse.data', '/summaries/walden', '/nowhere']) {
      expect((await page(reader, path)).headers.get('X-Reader'), path).toBe(reader.id)
    }
    for (const path of ['/', '/', '/login', '/summaries/walden', '/nowhere']) {
      expect((await get(path)).headers.get('X-Reader'), path).toBe('none')
    }
    expect((await page(reader, '/books')).headers.get('X-Reader')).toBeNull()
  })
})

describe('the browser clears its storage', () => {
  const cleared = (answer: { headers: Headers }) => answer.headers.get('Clear-Site-Data')

  test('when the session ends in any way', async () => {
    const out = { form: {} }
    const [a, b, c, d] = await Promise.all([1, 2, 3, 4].map(() => newReader(origin)))
    expect(cleared(await ask(origin, '/logout', { cookies: a!.web, ...out }))).toBe(CLEAR_STORAGE)
    expect(cleared(await ask(origin, '/auth/logout', { cookies: b!.web, json: {} }))).toBe(
      CLEAR_STORAGE,
    )
    expect(
      cleared(
        await ask(origin, '/settings/delete', { cookies: c!.web, form: { password: PASSWORD } }),
      ),
    ).toBe(CLEAR_STORAGE)
    const call = { method: 'DELETE', cookies: d!.web }
    expect(cleared(await ask(origin, '/auth/delete-account', call))).toBe(CLEAR_STORAGE)
  })

  test('at no other time', async () => {
    const reader = await newReader(origin)
    const form = { email: reader.email, password: PASSWORD }
    for (const answer of [
      await page(reader, '/browse'),
      await ask(origin, '/login', { form }),
      await ask(origin, '/settings/devices', {
        cookies: reader.web,
        form: { intent: 'sign-out-others' },
      }),
      await get('/'),
    ]) {
      expect(cleared(answer)).toBeNull()
    }
  })
})

describe('the list for offline reading', () => {
  test('is only for readers, and contains only their own books', async () => {
    const [reader, other] = [await newReader(origin), await newReader(origin)]
    await save(reader, 'walden')
    await save(reader, 'frankenstein')
    const visitor = await get('/offline/list')
    expect(visitor.status).toBe(401)
    const list = await listOf(reader)
    expect(list).toMatchObject({ reader: reader.id, lastsMs: 0, look: 'system.3.medium.serif' })
    // The locked book is listed without copies.
    expect(list.books.map(({ slug, kinds }) => [slug, kinds])).toEqual([
      ['frankenstein', []],
      ['walden', ['always']],
    ])
    expect((await listOf(other)).books).toEqual([])
  })

  test('has the whole text until the plan ends, and the free part', async () => {
    const reader = await newReader(origin)
    await save(reader, 'walden')
    await save(reader, 'frankenstein')
    await subscribeInTheApp(origin, reader, 5)
    const list = await listOf(reader)
    expect(list.lastsMs).toBeGreaterThan(4.9 * DAY)
    expect(list.lastsMs).toBeLessThanOrEqual(5 * DAY)
    expect(list.books.map(({ kinds }) => kinds)).toEqual([['now'], ['now', 'always']])
    expect((await page(reader, '/summaries/walden?copy=now')).text).toContain(PAID)
    const cut = await page(reader, '/summaries/walden?copy=always')
    expect(cut.text).not.toContain(PAID)
    expect(cut.text).toContain('this device needs to check your plan')
    expect((await page(reader, '/summaries/frankenstein?copy=always')).status).toBe(302)

    // After the plan has ended, only the free part is left.
    await subscribeInTheApp(origin, reader, -1)
    const after = await listOf(reader)
    expect(after.lastsMs).toBe(0)
    expect(after.books.map(({ kinds }) => kinds)).toEqual([[], ['always']])
    expect((await page(reader, '/summaries/walden?copy=now')).text).not.toContain(PAID)
  })

  test('is not a view, and gives visitors nothing', async () => {
    const reader = await newReader(origin)
    await page(reader, '/summaries/walden?copy=now')
    const data = JSON.parse((await page(reader, '/settings/download/readr-data.json')).text)
    expect(JSON.stringify(data.BookView ?? data)).not.toContain('viewedAt')
    expect(await (await get('/summaries/walden?copy=now')).text()).not.toContain(PAID)
  })
})

describe('a mark sent later', () => {
  const inList = async (reader: Reader) =>
    (await listOf(reader)).books.some(({ slug }) => slug === 'walden')
  const ago = (ms: number) => ({
    markedAt: new Date(Date.now() - ms).toISOString(),
    sentAt: new Date().toISOString(),
  })

  test('is ignored after a later change, and refused for another reader', async () => {
    const [reader, other] = [await newReader(origin), await newReader(origin)]
    expect((await save(reader, 'walden', { ...ago(60_000), reader: reader.id })).status).toBe(200)
    expect(await inList(reader)).toBe(true)
    await save(reader, 'walden', { on: 'false' })
    await save(reader, 'walden', ago(30_000))
    expect(await inList(reader)).toBe(false)
    expect((await save(other, 'walden', { ...ago(0), reader: reader.id })).status).toBe(409)
    expect(await inList(other)).toBe(false)
    expect((await save(other, 'walden', { reader: 'f'.repeat(24) })).status).toBe(409)
    expect((await save(other, 'walden', { markedAt: 'yesterday' })).status).toBe(400)
  })
})
