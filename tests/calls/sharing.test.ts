import { strFromU8, unzipSync } from 'fflate'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { startProduct } from '#tests/setup/product.ts'
import { ask, newReader, subscribeInTheApp } from './accounts-client.ts'
import { get, origin } from './client.ts'

const OPEN = 'walden'
const LOCKED = 'frankenstein'
/** From the free and the paid part of Walden. */
const FREE = 'Convert a price into hours, and some bargains turn out to be very dear.'
const PAID = 'He hoed from five in the morning until noon'

const quote = (slug: string, text: string) =>
  get(`/quotes/${slug}?${new URLSearchParams({ text })}`)
const isPng = (bytes: ArrayBuffer) =>
  Buffer.from(bytes).subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))

describe('search engines', () => {
  test('find every public page in the sitemap, and no other', async () => {
    const text = await (await get('/sitemap.xml')).text()
    const addresses = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url!))
    expect(new Set(addresses.map(String)).size).toBe(addresses.length)
    for (const { pathname } of addresses) {
      const response = await get(pathname)
      expect(response.status, pathname).toBe(200)
      expect(await response.text(), pathname).not.toContain('content="noindex"')
    }
    const paths = addresses.map(({ pathname }) => pathname)
    expect(paths).toContain(`/summaries/${OPEN}`)
    expect(paths).toContain('/browse/topics/simple-living')
    expect(paths).toContain('/browse/collections/clear-heads')
    // No book has this topic.
    expect(paths).not.toContain('/browse/topics/negotiation')
    expect(paths).not.toContain(`/summaries/${LOCKED}`)
    expect(paths).toContain(`/books/${LOCKED}`)
    expect(await (await get('/sitemap.xml?page=1')).text()).toBe(text)
    expect((await get('/sitemap.xml?page=2')).status).toBe(404)
    expect(await (await get('/robots.txt')).text()).toMatch(/^Sitemap: https?:.+\/sitemap\.xml$/m)
  })

  test('find a page about a locked book, which leads those who may read it to the summary', async () => {
    const html = await (await get(`/books/${LOCKED}`)).text()
    const [, json] = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(html)!
    expect(JSON.parse(json!)).toMatchObject({ '@type': 'Book', isAccessibleForFree: false })
    expect(html).toMatch(/<h1[^>]*>Frankenstein</)
    expect(html).toMatch(/\$16\.00 a month or \$99\.00 a year[^<]*30-day money-back guarantee/)
    expect(html).toContain(`href="/subscribe?book=${LOCKED}"`)
    expect(html).toContain('Read another book in full for free')
    expect(html).toContain('Questions this book answers')
    const place = async (slug: string, cookies?: Record<string, string>) => {
      const { status, headers } = await ask(origin, `/books/${slug}`, cookies ? { cookies } : {})
      return [status, headers.get('Location')]
    }
    expect(await place(OPEN)).toEqual([302, `/summaries/${OPEN}`])
    expect(await place('nothing')).toEqual([404, null])
    const reader = await newReader(origin)
    expect(await place(LOCKED, reader.web)).toEqual([200, null])
    await subscribeInTheApp(origin, reader)
    expect(await place(LOCKED, reader.web)).toEqual([302, `/summaries/${LOCKED}`])
  })

  test('find structured data that marks the paid part of a summary', async () => {
    const html = await (await get(`/summaries/${OPEN}`)).text()
    const [, json] = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(html)!
    const structured = JSON.parse(json!)
    expect(structured.about[0]).toMatchObject({
      '@type': 'Book',
      name: 'Walden',
      author: { name: 'Henry David Thoreau' },
    })
    expect(structured.about[1]).toMatchObject({ '@type': 'Question' })
    expect(structured).toMatchObject({
      isAccessibleForFree: false,
      hasPart: { isAccessibleForFree: false, cssSelector: '.paywall' },
    })
    expect(html).toMatch(/class="paywall /)
    expect(html).toMatch(/<link rel="canonical" href="[^"]+\/summaries\/walden"/)
  })
})

describe('collections', () => {
  test('are listed with their books, and link to what everybody can open in structured data', async () => {
    const list = await (await get('/browse/collections')).text()
    expect(list).toMatch(/href="\/browse\/collections\/clear-heads"/)
    // Of its four books, one does not exist.
    expect(list).toMatch(/Plain Lives[^]*?3 books, /)
    const response = await get('/browse/collections/clear-heads')
    const html = await response.text()
    const titles = [...html.matchAll(/<h2[^>]*><a[^>]*href="([^"]+)"/g)].map(([, href]) => href)
    expect(titles).toEqual([
      '/summaries/extraordinary-popular-delusions',
      '/summaries/frankenstein',
      '/summaries/walden',
      '/summaries/meditations',
    ])
    expect(html).toContain('A gifted student does not ask what he is making.')
    expect(html).not.toMatch(/Save to My List|Mark as read/)
    expect(html).toMatch(/<link rel="canonical" href="[^"]+\/browse\/collections\/clear-heads"/)
    const [, json] = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(html)!
    const { itemListElement } = JSON.parse(json!) as { itemListElement: { url?: string }[] }
    expect(itemListElement.map(({ url }) => url && new URL(url).pathname)).toEqual([
      '/summaries/extraordinary-popular-delusions',
      '/books/frankenstein',
      '/summaries/walden',
      '/summaries/meditations',
    ])
  })

  test('that do not exist are not found', async () => {
    for (const slug of ['nothing', 'CLEAR-HEADS', '%00', 'a'.repeat(500), '__proto__']) {
      expect([400, 404], slug).toContain((await get(`/browse/collections/${slug}`)).status)
    }
  })
})

test('the feed has new books without texts', async () => {
  const response = await get('/feed.xml')
  expect(response.headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8')
  const text = await response.text()
  const titles = [...text.matchAll(/<item><title>([^<]+)/g)].map(([, title]) => title)
  expect(titles.length).toBe(19)
  expect(titles.filter((title) => title!.startsWith('Today’s read: '))).toEqual([titles[0]])
  expect(text).toContain('<title>Walden, by Henry David Thoreau</title>')
  expect(text).not.toMatch(/Convert a price|hoed from five|FREE CUT/)
  const { errors } = await validateXML({
    xml: { fileName: 'feed.xml', contents: text },
    schema: readFileSync('tests/setup/rss.rng', 'utf8'),
    extension: 'relaxng',
  })
  expect(errors.map(({ message }) => message)).toEqual([])
  // Feed readers look for the link on the home page.
  expect(await (await get('/')).text()).toMatch(
    /<link rel="alternate" type="application\/rss\+xml" [^>]*href="\/feed\.xml"/,
  )
})

describe('preview images', () => {
  test('are drawn for all books and for the site', async () => {
    for (const page of ['/', '/browse/books', `/summaries/${OPEN}`]) {
      const html = await (await get(page)).text()
      const [, address] = /property="og:image" content="([^"]+)"/.exec(html)!
      const response = await get(new URL(address!).pathname)
      expect(response.headers.get('Content-Type')).toBe('image/png')
      expect(response.headers.get('Cache-Control')).toContain('immutable')
      expect(isPng(await response.arrayBuffer())).toBe(true)
    }
  })

  test('redirect from an old address to the current one', async () => {
    const response = await get(`/pictures/${OPEN}.0000.1.png`)
    expect(response.status).toBe(302)
    expect(response.headers.get('Location')).toMatch(/^\/pictures\/walden\.[0-9a-f]+\.1\.png$/)
    expect((await get('/pictures/no-such-book.0000.1.png')).status).toBe(404)
  })
})

describe('quote images', () => {
  test('are drawn from the readable part', async () => {
    const response = await quote(OPEN, FREE)
    expect(response.status).toBe(200)
    expect(isPng(await response.arrayBuffer())).toBe(true)
  })

  test('are refused for paid text, locked books, and other sentences', async () => {
    expect((await quote(OPEN, PAID)).status).toBe(404)
    expect((await quote(LOCKED, 'the creature opens its eyes')).status).toBe(404)
    expect((await quote(OPEN, 'Thoreau never wrote this sentence.')).status).toBe(404)
    expect((await quote('no-such-book', FREE)).status).toBe(404)
    expect((await quote(OPEN, 'short')).status).toBe(400)
    expect((await quote(OPEN, FREE.repeat(9))).status).toBe(400)
  })

  test('have a page with the quotable sentences, which reports errors', async () => {
    const page = async (slug: string, query = '') => {
      const response = await get(`/summaries/${slug}/quote${query}`)
      return { status: response.status, response, html: await response.text() }
    }
    const asked = (text: string) => `?${new URLSearchParams({ text })}`
    const choice = await page(OPEN)
    expect(choice.status).toBe(200)
    expect(choice.html).toContain(`value="${FREE}"`)
    expect(choice.html).not.toContain(PAID)
    expect((await page(OPEN, asked(FREE))).html).toContain('src="/quotes/walden?text=Convert+a')
    const paid = await page(OPEN, asked(PAID))
    expect(paid.status).toBe(404)
    expect(paid.html).toContain('This sentence is not in the summary.')
    expect(paid.html).toContain(`value="${FREE}"`)
    const refused = await page(OPEN, asked('short'))
    expect(refused.status).toBe(400)
    // Screen readers start at the error.
    expect(refused.html).toMatch(/role="alert"[^>]*autofocus[^>]*>Select a whole sentence/i)
    expect((await page('no-such-book')).status).toBe(404)
    const locked = await page(LOCKED)
    expect([locked.status, locked.response.headers.get('Location')]).toEqual([
      302,
      '/subscribe?book=frankenstein',
    ])
  })

  test('and files are limited per network address', async () => {
    const product = await startProduct('content', { RATE_LIMIT_FACTOR: '0.02' })
    try {
      const statuses: number[] = []
      for (const text of [
        'Convert a price into hours',
        'some bargains turn out',
        'to be very dear',
      ]) {
        const query = new URLSearchParams({ text })
        statuses.push((await ask(product.origin, `/quotes/${OPEN}?${query}`)).status)
      }
      expect(statuses).toEqual([200, 200, 429])
      const file = async (page: string) => (await ask(product.origin, `${page}.epub`)).status
      const summary = `/summaries/${OPEN}`
      for (let i = 0; i < 3; i++) {
        const { status, headers } = await ask(product.origin, `${summary}.epub`, { method: 'HEAD' })
        expect([status, headers.get('Content-Type')]).toEqual([200, 'application/epub+zip'])
      }
      expect([await file(summary), await file(summary), await file(summary)]).toEqual([
        200, 200, 429,
      ])
      expect([await file('/browse/books'), await file('/browse/books')]).toEqual([200, 429])
      const { web, token } = await newReader(product.origin)
      const exported = async (path: string, method = 'GET') =>
        (await ask(product.origin, path, { cookies: web, method })).status
      expect(await exported('/browse/notes/export.zip', 'HEAD')).toBe(200)
      for (let i = 0; i < 30; i++) expect(await exported('/browse/notes/export.csv')).toBe(200)
      expect(await exported('/browse/notes/export.zip')).toBe(429)
      expect((await ask(product.origin, '/api/notes/export', { token })).status).toBe(429)
      // Cached images do not count.
      const again = new URLSearchParams({ text: 'some bargains turn out' })
      expect((await ask(product.origin, `/quotes/${OPEN}?${again}`)).status).toBe(200)
    } finally {
      await product.stop()
    }
  })

  test('of a reader’s free summary are drawn only for that reader', async () => {
    const reader = await newReader(origin)
    const address = `/quotes/${OPEN}?${new URLSearchParams({ text: PAID })}`
    expect((await ask(origin, address, { cookies: reader.web })).status).toBe(404)
    await ask(origin, `/summaries/${OPEN}`, { form: { any: 'thing' }, cookies: reader.web })
    const own = await ask(origin, address, { cookies: reader.web })
    expect(own.status).toBe(200)
    expect(own.headers.get('Cache-Control')).toBe('private, no-store')
    expect((await get(address)).status).toBe(404)
  })
})

describe('a file for e-readers', () => {
  const textsOf = async (response: Response) =>
    Object.values(unzipSync(new Uint8Array(await response.arrayBuffer())))
      .map((content) => strFromU8(content))
      .join('\n')

  test('is the same for all visitors until the catalogue changes', async () => {
    const response = await get(`/summaries/${OPEN}.epub?notes=1`)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/epub+zip',
      'content-disposition': 'attachment; filename="walden.epub"',
      'cache-control': 'no-cache',
      vary: 'Cookie, Authorization',
      'x-robots-tag': 'noindex',
    })
    const text = await textsOf(response)
    expect(text).toContain(FREE)
    expect(text).not.toContain(PAID)
    const tag = response.headers.get('ETag')!
    const again = await get(`/summaries/${OPEN}.epub`, { 'If-None-Match': `W/${tag}` })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const other = await get(`/browse/collections/clear-heads.epub`, { 'If-None-Match': tag })
    expect(other.status).toBe(200)
    expect(await textsOf(other)).toContain('The free part ends here')
  })

  test('has all of a subscriber’s text, and is theirs alone', async () => {
    const reader = await newReader(origin)
    await subscribeInTheApp(origin, reader)
    const Cookie = `readr_session=${reader.web['readr_session']}`
    const response = await get(`/summaries/${OPEN}.epub`, { Cookie })
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(response.headers.has('ETag')).toBe(false)
    const text = await textsOf(response)
    expect(text).toContain(PAID)
    expect(text).toContain('Made by Readr for')
    expect(await textsOf(await get(`/summaries/${LOCKED}.epub`, { Cookie }))).toContain(
      'About this copy',
    )
  })

  test('of a locked book leads to the plans, of a hidden one nowhere', async () => {
    const locked = await get(`/summaries/${LOCKED}.epub`)
    expect([locked.status, locked.headers.get('Location')]).toEqual([
      302,
      `/subscribe?book=${LOCKED}`,
    ])
    for (const page of ['/summaries/nope', '/browse/collections/nope', '/summaries/%00']) {
      expect((await get(`${page}.epub`)).status, page).toBe(404)
    }
    const mine = await get('/browse/books/my-list.epub')
    expect(mine.headers.get('Location')).toBe('/login?redirectTo=%2Fbrowse%2Fbooks%2Fmy-list.epub')
  })
})
