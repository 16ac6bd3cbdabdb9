import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  readCaching,
  cached,
  cacheAddress,
  cachingOf,
} from '#app/middleware/cache/caching.server.ts'

const LIST = ['search', 'genre', 'sort', 'page', 'from', 'book']

/** Routes that declare the parameters they read; null: they share nothing. */
const ROUTES: Record<string, string[] | null> = {
  about: [],
  login: ['redirectTo', 'toSubscribe', 'error'],
  'feed.xml': [],
  'browse/books': LIST,
  'browse/books/my-list': null,
  'browse/books/:genre': LIST,
  'browse/topics/:topic': LIST,
  'browse/collections/:collection.epub': null,
  'browse/collections/:collection': ['book'],
  'summaries/:slug.epub': null,
  'summaries/:slug': [],
  'summaries/:slug/marks': null,
  'summaries/:slug/quote': ['text'],
  settings: null,
  books: ['search', 'subgenre', 'sort', 'page'],
}

const load = async () => null
const routes = Object.entries(ROUTES).map(([path, parameters]) => ({
  path,
  module: parameters ? { loader: cached({ parameters }, () => load()) } : { loader: load },
}))
readCaching({
  ...Object.fromEntries(routes.map((route) => [route.path, route])),
  root: { path: '', module: {} },
  catalogue: { path: 'catalogue', module: {} },
  index: { index: true, module: { loader: cached({}, () => load()) } },
  home: { path: 'home', module: { loader: cached({ readersOnly: true }, () => load()) } },
  now: { path: 'now', module: { loader: cached({ serverKeeps: false }, () => load()) } },
})

test('a route is known by its template', () => {
  expect(cachingOf('/browse/topics/:topic')?.parameters).toEqual(LIST)
  expect(cachingOf('/now')?.serverKeeps).toBe(false)
  for (const route of ['/settings', '/nothing', null]) expect(cachingOf(route)).toBeUndefined()
})

test('what only readers get is not looked up for visitors', () => {
  expect(cacheAddress('/home?x=1', true)).toBeNull()
  expect(cacheAddress('/home?x=1', false)).toBe('/home')
})

test('by default, visitors share a response, and readers do not', () => {
  const { variant } = cachingOf('/about')!
  const asker = { access: 'visitor', url: new URL('http://localhost/'), params: {} } as const
  expect(variant({ ...asker, signedIn: null })).toBe('')
  expect(variant({ ...asker, signedIn: {} as never })).toBeNull()
})

describe('an address that several people share', () => {
  test.each([
    ['/', '/'],
    ['/?utm_source=x', '/'],
    ['/summaries/walden?x=1', '/summaries/walden'],
    ['/summaries/walden/quote?x=1&text=a+b', '/summaries/walden/quote?text=a+b'],
    ['/browse/books?page=2&x=1&search=a', '/browse/books?search=a&page=2'],
    ['/browse/books?search=a&page=2', '/browse/books?search=a&page=2'],
    ['/browse/books?page=1&page=2', '/browse/books?page=2'],
    ['/browse/books?from=1&page=2', '/browse/books?page=2&from=1'],
    ['/browse/books?search=a%20b', '/browse/books?search=a+b'],
    ['/browse/books/fiction?sort=newest&&', '/browse/books/fiction?sort=newest'],
    ['/browse/topics/habits?page=2&topic=x', '/browse/topics/habits?page=2'],
    ['/browse/collections/walden?page=2&book=x', '/browse/collections/walden?book=x'],
    ['/browse/books?__proto__=1&constructor=2', '/browse/books'],
    ['/books?subgenre=fiction&genre=x', '/books?subgenre=fiction'],
    [
      '/browse/books.data?x=1&_routes=catalogue&page=3',
      '/browse/books.data?page=3&_routes=catalogue',
    ],
    ['/_root.data?x=1', '/_root.data'],
    ['/login?x=1&redirectTo=%2Fbrowse', '/login?redirectTo=%2Fbrowse'],
    ['/feed.xml?a?b', '/feed.xml'],
  ])('%s: %s', (url, address) => {
    expect(cacheAddress(url, true)).toBe(address)
  })

  test.each([
    '/browse/books/my-list?page=2',
    '/login/code',
    '/now',
    '/browse/collections/walden.epub',
    '/settings',
    '/summaries/walden/marks',
    '/browse/books.data?_routes=made-up',
    '/summaries/walden.epub',
    // Other spellings of an address that the framework also takes.
    '/Browse/Books',
    '/summaries/walden/',
    '/feedXxml',
    'no-path',
  ])('%s is not the same for all visitors', (url) => {
    expect(cacheAddress(url, true)).toBeNull()
  })

  test('is not kept if it is long', () => {
    for (const isVisitor of [true, false]) {
      expect(cacheAddress(`/browse/books?search=${'a'.repeat(400)}`, isVisitor)).not.toBeNull()
      expect(cacheAddress(`/browse/books?search=${'a'.repeat(600)}`, isVisitor)).toBeNull()
    }
  })

  test('is one address for all orders and additions, and its own address', () => {
    const parameter = fc.tuple(
      fc.constantFrom('search', 'genre', 'sort', 'page', 'x', 'utm_source', '', '%'),
      fc.string({ maxLength: 5 }),
    )
    fc.assert(
      fc.property(fc.array(parameter), fc.string({ maxLength: 8 }), (given, value) => {
        const address = (parameters: [string, string][]) =>
          cacheAddress(`/browse/books?${new URLSearchParams(parameters)}`, true)!
        const unique = [...new Map(given)] as [string, string][]
        expect(address([...unique.toReversed(), ['unknown', value]])).toBe(address(unique))
        expect(cacheAddress(address(unique), true)).toBe(address(unique))
      }),
    )
  })
})
