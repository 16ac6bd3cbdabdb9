import { unzipSync } from 'fflate'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { PASSWORD, type Reader, subscribeInTheApp } from './accounts-client.ts'
import { confirmedReader, createKey, revokeKey } from './app-keys.ts'
import { call, get, json, origin, send } from './client.ts'

const NAVIGATION = 'application/atom+xml;profile=opds-catalog;kind=navigation;charset=utf-8'
const ACQUISITION = 'application/atom+xml;profile=opds-catalog;kind=acquisition;charset=utf-8'
const schema = readFileSync('tests/setup/opds.rng', 'utf8')

interface JsonLink {
  rel?: string
  href: string
  title?: string
}
interface JsonFeed {
  metadata: { title: string; numberOfItems?: number }
  links: JsonLink[]
  navigation?: JsonLink[]
  publications?: { metadata: { title: string }; links: JsonLink[]; images: JsonLink[] }[]
  facets?: { metadata: { title: string }; links: JsonLink[] }[]
}

const basic = (password: string, user = 'anybody') => ({
  Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
})

/** The path of an address of the product. */
const pathOf = (href: string) => href.replace(/^https?:\/\/[^/]+/, '')

async function feed(path: string, headers: Record<string, string> = {}): Promise<JsonFeed> {
  const answer = await get(`/opds/v2${path}`, headers)
  expect(answer.status, path).toBe(200)
  return (await answer.json()) as JsonFeed
}

const titles = ({ publications = [] }: JsonFeed) =>
  publications.map(({ metadata }) => metadata.title)

/** The ways to get the books of a feed, each once. */
const waysToGet = ({ publications }: JsonFeed) =>
  [
    ...new Set(
      publications!.flatMap(({ links }) =>
        links.flatMap(({ rel }) =>
          rel?.includes('/acquisition') ? [rel.replace(/.*\//, '')] : [],
        ),
      ),
    ),
  ].toSorted()

let reader: Reader
let password: string

beforeAll(async () => {
  reader = await confirmedReader()
  password = await createKey(reader, { intent: 'create-password', name: 'KOReader' })
  const save = (slug: string) =>
    call(`/summaries/${slug}/marks`, { cookies: reader.web, form: { mark: 'saved', on: 'true' } })
  for (const slug of ['walden', 'meditations']) await save(slug)
})

describe('the feeds of visitors', () => {
  test('lead from the start to every book and are valid', async () => {
    const [seen, feeds] = [new Set(['/opds']), [] as { path: string; xml: string }[]]
    const books = new Set<string>()
    for (const path of seen) {
      const answer = await get(path)
      if (path === '/opds/my-list') {
        expect(answer.status).toBe(401)
        continue
      }
      expect(answer.status, path).toBe(200)
      const xml = await answer.text()
      feeds.push({ path, xml })
      const isNavigation = answer.headers.get('Content-Type') === NAVIGATION
      if (!isNavigation) expect(answer.headers.get('Content-Type'), path).toBe(ACQUISITION)
      for (const [, slug] of xml.matchAll(/<id>[^<]+\/summaries\/([a-z0-9-]+)<\/id>/g))
        books.add(slug!)
      const follow =
        /<link rel="(?:subsection|next|http:\/\/opds-spec\.org\/sort\/\w+)" href="([^"]+)"/g
      for (const [, href] of xml.matchAll(follow)) seen.add(pathOf(href!).replaceAll('&amp;', '&'))
    }
    const { body } = await json('/books')
    expect(books.size).toBe(body.data.total)
    expect(feeds.length).toBeGreaterThan(20)
    const { errors } = await validateXML({
      xml: feeds.map(({ xml }, i) => ({ fileName: `${i}.xml`, contents: xml })),
      schema,
      extension: 'relaxng',
    })
    expect(errors.map(({ rawMessage }) => rawMessage)).toEqual([])
  })

  test('offer samples and subscriptions, and never a whole text', async () => {
    expect(waysToGet(await feed('/books'))).toEqual(['sample', 'subscribe'])
    const { publications } = await feed('/books?sort=newest')
    for (const { links, images } of publications!) {
      const page = links.find(({ rel }) => rel === 'alternate')!
      expect((await get(pathOf(page.href))).status).toBeLessThan(400)
      const cover = await get(pathOf(images[0]!.href))
      expect(cover.headers.get('Content-Type')).toBe('image/jpeg')
      expect(cover.headers.get('Cache-Control')).toContain('immutable')
      const start = Buffer.from(await cover.arrayBuffer()).subarray(0, 3)
      expect(start.toString('hex')).toBe('ffd8ff')
    }
  })

  test('are searched, filtered, and paged', async () => {
    const { links } = await feed('')
    const template = links.find(({ rel }) => rel === 'search')!.href
    const search = pathOf(template.replace('{?query}', '?query=thoreau'))
    expect(titles(await feed(search.replace('/opds/v2', '')))).toContain('Walden')
    const description = await (await get('/opds/search.xml')).text()
    const atom = /template="([^"]+)"/.exec(description)![1]!.replace('{searchTerms}', 'thoreau')
    expect(await (await get(pathOf(atom))).text()).toContain('<title>Walden</title>')
    const all = await feed('/books')
    const facet = (group: string, title: string) =>
      all
        .facets!.find(({ metadata }) => metadata.title === group)!
        .links.find((link) => link.title === title)!
    const fiction = await feed(pathOf(facet('Genre', 'Fiction').href).replace('/opds/v2', ''))
    expect(fiction.metadata).toMatchObject({ title: 'Fiction' })
    expect(fiction.metadata.numberOfItems).toBeLessThan(all.metadata.numberOfItems!)
    const last = all.links.find(({ rel }) => rel === 'last')!
    expect(titles(await feed(pathOf(last.href).replace('/opds/v2', ''))).length).toBeGreaterThan(0)
    expect(titles(await feed('/books?query=zzzzqqqq'))).toEqual([])
    expect(titles(await feed('/books?page=9999'))).toEqual([])
  })

  test.each([
    '/opds/books?genre=nothing',
    '/opds/books?topic=nothing',
    '/opds/collections/nothing',
    '/opds/v2/books/nothing',
    '/opds/nothing',
  ])('%s does not exist', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test('are revalidated, and HEAD has the headers alone', async () => {
    for (const path of ['/opds', '/opds/v2', '/opds/books?sort=newest', '/opds/v2/books/walden']) {
      const { headers } = await get(path)
      expect(headers.get('Cache-Control'), path).toBe('no-cache')
      const again = await get(path, { 'If-None-Match': headers.get('ETag')! })
      expect(again.status, path).toBe(304)
      const head = await send('HEAD', path)
      expect([head.status, head.body]).toEqual([200, ''])
      expect(head.headers['content-type']).toBe(headers.get('Content-Type'))
    }
  })

  test('say how to log in', async () => {
    const refused = await get('/opds/my-list')
    expect(refused.status).toBe(401)
    expect(refused.headers.get('WWW-Authenticate')).toBe('Basic realm="Readr", charset="UTF-8"')
    expect(refused.headers.get('Content-Type')).toBe('application/opds-authentication+json')
    const { authentication, id } = (await refused.json()) as {
      authentication: object[]
      id: string
    }
    expect(authentication).toMatchObject([{ type: 'http://opds-spec.org/auth/basic' }])
    expect((await get(pathOf(id))).status).toBe(200)
  })

  test('are closed to search engines', async () => {
    expect(await (await get('/robots.txt')).text()).toContain('Disallow: /opds\n')
  })
})

describe('an app password', () => {
  test('opens its reader’s list, privately', async () => {
    expect(titles(await feed('/my-list', basic(password)))).toEqual(['Meditations', 'Walden'])
    for (const path of ['/opds', '/opds/my-list', '/opds/v2/books']) {
      const { headers } = await get(path, basic(password))
      expect(headers.get('Cache-Control'), path).toBe('private, no-cache')
      const tag = { 'If-None-Match': headers.get('ETag')! }
      expect((await get(path, { ...basic(password), ...tag })).status, path).toBe(304)
    }
  })

  test('opens what its reader may read, at this moment', async () => {
    const subscriber = await confirmedReader()
    const own = await createKey(subscriber, { intent: 'create-password', name: 'Kobo' })
    expect(waysToGet(await feed('/books', basic(own)))).toEqual(['sample', 'subscribe'])
    await subscribeInTheApp(origin, subscriber)
    expect(waysToGet(await feed('/books', basic(own)))).toEqual(['acquisition'])
    expect(waysToGet(await feed('/books', basic(password)))).toEqual(['sample', 'subscribe'])
    expect(titles(await feed('/my-list', basic(own)))).toEqual([])
    const file = async (headers: Record<string, string>) => {
      const answer = await get('/summaries/walden.epub', headers)
      expect(answer.headers.get('Content-Type')).toBe('application/epub+zip')
      return (await answer.arrayBuffer()).byteLength
    }
    expect(await file(basic(own))).toBeGreaterThan(await file({}))
    expect((await get('/browse/books/my-list.epub', basic(password))).status).toBe(200)
  })

  test('is refused after it was revoked, and a download that has begun is finished', async () => {
    const other = await createKey(reader, { intent: 'create-password', name: 'Lost' })
    expect((await get('/opds', basic(other))).status).toBe(200)
    const begun = await get('/browse/books.epub', basic(other))
    expect(begun.status).toBe(200)
    const pieces = begun.body!.getReader()
    const parts = [(await pieces.read()).value!]
    await revokeKey(reader, 'Lost')
    for (let part = await pieces.read(); !part.done; part = await pieces.read()) {
      parts.push(part.value)
    }
    expect(Object.keys(unzipSync(Buffer.concat(parts)))).toContain('EPUB/package.opf')
    for (const path of ['/opds', '/opds/v2/my-list', '/summaries/walden.epub']) {
      const refused = await get(path, basic(other))
      expect(refused.status, path).toBe(401)
      expect(refused.headers.get('WWW-Authenticate'), path).toContain('Basic')
    }
  })

  test.each(['the account’s password', 'a token', 'a cookie', 'nothing', 'too much'])(
    'is not %s',
    async (what) => {
      const token = { intent: 'create-token', name: 'Basic', scopes: 'library:read' }
      const given: Record<string, () => string | Promise<string>> = {
        'the account’s password': () => PASSWORD,
        'a token': () => createKey(reader, token),
        'a cookie': () => reader.web['readr_session']!,
        nothing: () => '',
        'too much': () => 'a'.repeat(5000),
      }
      const wrong = basic(await given[what]!(), reader.email)
      expect((await get('/opds', wrong)).status).toBe(401)
    },
  )

  test('and not a cookie decides whose feed it is', async () => {
    const other = await confirmedReader()
    const Cookie = `readr_session=${other.web['readr_session']}`
    for (const path of ['/opds/my-list', '/OPDS/my-list', '/%6Fpds/my-list']) {
      expect((await get(path, { Cookie })).status, path).not.toBe(200)
    }
    expect((await get('/opds/my-list', { Cookie, ...basic('wrong') })).status).toBe(401)
    expect(await feed('/my-list', { Cookie, ...basic(password) })).toEqual(
      await feed('/my-list', basic(password)),
    )
  })

  test('opens no pages and makes no calls, with or without the user name', async () => {
    const header = basic(password, reader.email)
    for (const path of ['/settings', '/browse', '/settings/apps']) {
      expect((await get(path, header)).status, path).toBe(302)
    }
    expect((await get('/api/books/my-list', header)).status).toBe(401)
    const bearer = { Authorization: `Bearer ${password}` }
    expect((await get('/api/books/my-list', bearer)).status).toBe(401)
    expect((await get('/opds/my-list', bearer)).status).toBe(401)
    const write = await call('/opds', { headers: header, method: 'POST', form: {} })
    expect(write.status).toBe(405)
  })
})
