import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KNOWN_PARAMETERS, knownAddress } from '#app/middleware/known-parameters.ts'
import routes from '#app/routes.ts'

const entries = routes as { path?: string; file: string }[]

describe('the table', () => {
  test('has every page and call that is the same for all visitors', () => {
    const shared = entries.filter(
      ({ path, file }) =>
        /sameForAllVisitors/.test(readFileSync(join('app', file), 'utf8')) &&
        // These paths need full access.
        !path?.endsWith('/subscribed'),
    )
    expect(shared.length).toBeGreaterThan(15)
    for (const { path = '' } of shared) expect(KNOWN_PARAMETERS).toHaveProperty([`/${path}`])
  })

  test('has no other addresses than those of the product', () => {
    const paths = entries.map(({ path = '' }) => `/${path}`)
    for (const path of Object.keys(KNOWN_PARAMETERS)) expect(paths).toContain(path)
  })
})

describe('knownAddress', () => {
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
    expect(knownAddress(url)).toBe(address)
  })

  test.each([
    '/browse?recommended=2',
    '/browse/books/my-list?page=2',
    '/login/code',
    '/settings',
    '/summaries/walden/marks',
    // Other spellings of an address that the framework also takes.
    '/Browse/Books',
    '/summaries/walden/',
    '/feedXxml',
    'no-path',
  ])('%s is not the same for all visitors', (url) => {
    expect(knownAddress(url)).toBeNull()
  })

  test('is one address for all orders and additions, and its own address', () => {
    const parameter = fc.tuple(
      fc.constantFrom('search', 'genre', 'sort', 'page', 'x', 'utm_source', '', '%'),
      fc.string({ maxLength: 5 }),
    )
    fc.assert(
      fc.property(fc.array(parameter), fc.string({ maxLength: 8 }), (given, value) => {
        const address = (parameters: [string, string][]) =>
          knownAddress(`/browse/books?${new URLSearchParams(parameters)}`)!
        const unique = [...new Map(given)] as [string, string][]
        expect(address([...unique.toReversed(), ['unknown', value]])).toBe(address(unique))
        expect(knownAddress(address(unique))).toBe(address(unique))
      }),
    )
  })
})
