import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { GENRES } from '#app/catalogue/rules/genres.ts'
import { SORTS } from '#app/catalogue/rules/lists.ts'
import { readablePart } from '#app/catalogue/rules/summary/parse.ts'
import { FIRST_BOOKS } from '#tests/setup/first-books.ts'
import { IS_STRESS } from '#tests/setup/stress.ts'
import { newReader, subscribeInTheApp } from './accounts-client.ts'
import { call, callPaths, get, json, origin, pagePaths } from './client.ts'

/** So many equal words in a row are not a coincidence. */
const RUN = 8

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const runsOf = (words: string[]) =>
  Array.from({ length: Math.max(0, words.length - RUN + 1) }, (_, i) =>
    words.slice(i, i + RUN).join(' '),
  )

/** The text of a response in HTML, JSON, or JSON within HTML. */
function plainText(body: string): string {
  return body
    .replace(/\\+u([0-9a-f]{4})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replace(/\\+[nrt]/g, ' ')
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
}

const books = FIRST_BOOKS.map((slug) => {
  const source = readFileSync(`content/${slug}.md`, 'utf8')
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source)!
  const locked = /^locked: true$/m.test(head!)
  return {
    slug,
    locked,
    head: head!,
    body: body!,
    free: locked ? '' : readablePart(body!, 'free').text,
  }
})

/** Every run of words that a visitor must not see, with its book. */
const hidden = new Map<string, string>()
for (const { slug, body } of books) for (const run of runsOf(wordsOf(body))) hidden.set(run, slug)
for (const { head, free } of books) {
  for (const run of [...runsOf(wordsOf(head)), ...runsOf(wordsOf(free))]) hidden.delete(run)
}

/** Many addresses answer the same. */
const clean = new Set<string>()

/** The hidden words in a response. */
function leaksIn(body: string): string[] {
  if (clean.has(body)) return []
  const text = plainText(body)
  const readings = [text, text.replace(/<[^>]*>/g, ' ')]
  const leaks = readings
    .flatMap((reading) => runsOf(wordsOf(reading)))
    .filter((run) => hidden.has(run))
    .map((run) => `${hidden.get(run)}: ${run}`)
  if (leaks.length === 0) clean.add(body)
  return leaks
}

const asData = (path: string) => {
  const [pathname, search] = path.split('?')
  return `${pathname === '/' ? '/_root' : pathname}.data${search === undefined ? '' : `?${search}`}`
}

const firstWords = books.map(({ body }) => wordsOf(body.split(/^4\. /m)[1]!).slice(0, 3).join(' '))

const TODAYS_CALL = '/api/books/today'

/** The book that is open to everyone today. */
async function findToday(): Promise<string> {
  const html = await (await get('/today')).text()
  return /"\/summaries\/([a-z0-9-]+)\/correction"/.exec(html)![1]!
}

const pages = [
  ...pagePaths.filter((path) => path !== '/today'),
  ...books.map(({ slug }) => `/summaries/${slug}`),
  ...books.map(({ slug }) => `/browse/books?book=${slug}`),
  ...books.map(({ slug }) => `/subscribe?book=${slug}`),
  ...SORTS.map((sort) => `/browse/books?sort=${sort}`),
  ...GENRES.map(({ slug }) => `/browse/books?genre=${slug}&page=1`),
  ...books.map(({ slug }) => `/browse/books?search=${slug.replaceAll('-', '+')}`),
  ...firstWords.map((words) => `/browse/books?search=${encodeURIComponent(words)}`),
  '/browse/books?page=2',
  '/nowhere',
]

const calls = [
  ...callPaths.filter((path) => !path.includes(':') && path !== TODAYS_CALL),
  '/api/openapi.json',
  '/api/nothing',
  ...SORTS.map((sort) => `/books?sort=${sort}`),
  ...GENRES.map(({ slug }) => `/books?subgenre=${slug}`),
  ...books.map(({ slug }) => `/books?search=${slug.replaceAll('-', '+')}`),
  ...firstWords.map((words) => `/books?search=${encodeURIComponent(words)}`),
  ...Array.from({ length: 15 }, () => '/api/books/shuffle/unsubscribed'),
]

describe('the paid part of a summary', () => {
  test('is known to this test', () => {
    expect(books).toHaveLength(18)
    expect(hidden.size).toBeGreaterThan(30_000)
    for (const { slug } of books)
      expect([...hidden.values()].filter((owner) => owner === slug).length, slug).toBeGreaterThan(
        1000,
      )
  })

  test('would be found in HTML, in data, and in JSON', async () => {
    const { slug, body, free } = books.find((book) => book.slug === 'walden')!
    const secret = body.slice(body.indexOf('\n4. ')).split('\n\n').slice(0, 3).join('\n\n')
    const escaped = secret.replace(
      /[^\0-\x7f]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    for (const written of [
      secret,
      `<p>${secret.replaceAll('\n\n', '</p><p>')}</p>`,
      JSON.stringify({ text: secret }),
      JSON.stringify(JSON.stringify(secret)),
      escaped,
      secret.replaceAll('’', '&#x27;').replaceAll('.', '<b>.</b>'),
    ]) {
      expect(leaksIn(written).length).toBeGreaterThan(50)
    }
    // The same search finds the free part in each kind of response.
    const open = runsOf(wordsOf(free))
    for (const path of [`/summaries/${slug}`, `/summaries/${slug}.data`, '/books']) {
      const text = plainText(await (await get(path)).text())
      const seen = new Set(
        [text, text.replace(/<[^>]*>/g, ' ')].flatMap((reading) => runsOf(wordsOf(reading))),
      )
      expect(open.filter((run) => seen.has(run)).length / open.length, path).toBeGreaterThan(0.85)
    }
  })

  test.each([...new Set(pages)])('is not in %s or its data', async (path) => {
    for (const address of [path, asData(path)]) {
      const response = await get(address)
      expect(leaksIn(await response.text()), address).toEqual([])
      expect(leaksIn(decodeURIComponent(response.headers.get('Location') ?? ''))).toEqual([])
    }
  })

  test('is open to everyone in the book of the day only, and only at its address', async () => {
    const slug = await findToday()
    for (const address of ['/today', asData('/today'), TODAYS_CALL]) {
      const owners = leaksIn(await (await get(address)).text()).map((run) => run.split(':')[0])
      expect([...new Set(owners)]).toEqual([slug])
      expect(owners.length).toBeGreaterThan(1000)
    }
  })

  test('is open to a friend in the one book of the link, until it is revoked', async () => {
    const sharer = await newReader(origin)
    await subscribeInTheApp(origin, sharer)
    const { token } = sharer
    const list = (await call('/books?search=frankenstein', { token })).json.data as unknown as {
      books: { _id: string }[]
    }
    const json = { bookId: list.books[0]!._id }
    const created = await call('/api/shared-summaries', {
      token,
      json,
    })
    const { id, url } = (created.json.data as unknown as { share: { id: string; url: string } })
      .share
    const path = new URL(url).pathname
    const { headers, text, cookies } = await call(path)
    const { body } = books.find(({ slug }) => slug === 'frankenstein')!
    const own = new Set(runsOf(wordsOf(body)))
    const opened = leaksIn(text).map((run) => run.split(': ')[1]!)
    expect(opened.length).toBeGreaterThan(1000)
    expect(opened.filter((run) => !own.has(run))).toEqual([])
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    expect(headers.get('Referrer-Policy')).toBe('same-origin')
    expect(text).toMatch(/<meta name="robots" content="noindex"/)
    expect(text).not.toMatch(/rel="canonical"|og:url/)
    expect(text).not.toContain(sharer.email)
    expect(cookies['readr_read']).toMatch(/; Path=\/shared\/[\w-]+; .*HttpOnly; SameSite=Lax/)
    // Programs that only show where a link leads get no text; their visits do not count.
    const preview = await get(path, { 'User-Agent': 'Slackbot-LinkExpanding 1.0' })
    const previewed = await preview.text()
    expect(previewed).toMatch(/property="og:title" content="Ada opened Frankenstein for you/)
    expect([leaksIn(previewed), preview.headers.getSetCookie()]).toEqual([[], []])
    const headed = await call(path, { method: 'HEAD' })
    expect([headed.status, headed.cookies]).toEqual([200, {}])
    const { data } = (await call('/api/shared-summaries', { token })).json
    expect(data).toMatchObject({ shares: [{ openings: 1 }] })
    for (const address of [asData(path), `${path}x`, `/summaries/frankenstein`]) {
      expect(leaksIn(await (await get(address)).text()), address).toEqual([])
    }
    const stranger = await newReader(origin)
    const refused = await call('/api/shared-summaries', { token: stranger.token, json })
    expect([refused.status, refused.json.message]).toEqual([403, 'Subscription required'])
    const revoke = (by: string) =>
      call(`/api/shared-summaries/${id}`, { method: 'DELETE', token: by })
    expect((await revoke(stranger.token)).status).toBe(404)
    expect((await revoke(token)).status).toBe(200)
    const ended = await get(path, { Cookie: cookies['readr_read']!.split(';')[0]! })
    expect(ended.status).toBe(410)
    expect(leaksIn(await ended.text())).toEqual([])
  })

  test('is in no response of a call', async () => {
    for (const path of calls) expect(leaksIn(await (await get(path)).text()), path).toEqual([])
  })

  test('is in no cover', async () => {
    const { body } = await json('/books')
    for (const { imageUrl } of body.data.books as { imageUrl: string }[]) {
      expect(leaksIn(await (await get(imageUrl.slice(origin.length))).text())).toEqual([])
    }
  })

  test('cannot be had with other headers, parameters, or paths', async () => {
    const claims: Record<string, string>[] = [
      { Authorization: 'Bearer full' },
      { Cookie: 'readr_session=1; readr_access=full; access=full; role=admin' },
      { 'X-Access': 'full', 'X-Role': 'admin', 'X-User': '1' },
      { 'X-Forwarded-For': '127.0.0.1', 'X-Original-URL': '/admin', 'X-Rewrite-URL': '/admin' },
      { Accept: 'application/json' },
      { Accept: 'text/markdown, text/plain' },
      { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
      { 'X-React-Router-Data': '1', 'X-Requested-With': 'XMLHttpRequest' },
      { Range: 'bytes=0-10000000' },
    ]
    const tricks = [
      '',
      '?access=full',
      '?extent=whole',
      '?full=1&role=admin',
      '/',
      '?_routes=routes%2Fsummary',
      '?index',
      '?_data=summary',
    ]
    // One that is open in part, and one that is locked; all of them in `npm run stress`.
    const tried = IS_STRESS
      ? books
      : [false, true].map((locked) => books.find((book) => book.locked === locked)!)
    for (const { slug } of tried) {
      for (const trick of tricks) {
        for (const path of [
          `/summaries/${slug}${trick}`,
          `/summaries/${slug}.data${trick}`,
          `/Summaries/${slug}${trick}`,
          `/summaries/${slug}.md`,
          `/content/${slug}.md`,
        ]) {
          expect(leaksIn(await (await get(path)).text()), path).toEqual([])
        }
      }
    }
    for (const headers of claims) {
      for (const path of [
        '/books',
        '/summaries/walden',
        '/summaries/walden.data',
        ...tried.filter((book) => book.locked).map((book) => `/summaries/${book.slug}.data`),
        '/api/books/just-arrived',
        '/api/books/shuffle/subscribed',
        '/api/books/trending',
        '/api/books/trending/subscribed',
        '/api/books/recommendations',
        '/api/books/recommendations/subscribed',
        '/api/books/subscribed',
      ]) {
        expect(
          leaksIn(await (await get(path, headers)).text()),
          `${path} ${JSON.stringify(headers)}`,
        ).toEqual([])
      }
    }
  })

  test('is not in the files for browsers', () => {
    for (const entry of readdirSync('build/client', { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(js|css|svg|txt|json|html)$/.test(entry.name)) continue
      expect(
        leaksIn(readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8')),
        entry.name,
      ).toEqual([])
    }
  })
})
