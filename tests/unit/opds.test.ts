import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { BookCard } from '#app/catalogue/service/list-books.server.ts'
import { writeAtom, writeOpenSearch } from '#app/web/opds/atom.ts'
import { booksPath } from '#app/web/opds/books-path.ts'
import {
  acquisitionLinks,
  type OpdsFeed,
  pageLinks,
  opdsPublicationOf,
} from '#app/web/opds/feed.ts'
import { writeOpdsJson } from '#app/web/opds/json.ts'

const ORIGIN = 'https://readr.test'
const NEWEST = new Date('2026-11-20T08:00:00Z')
const schema = readFileSync('tests/setup/opds.rng', 'utf8')

const BOOK: BookCard = {
  ...{ id: 1, slug: 'walden', title: 'Walden', author: 'Henry David Thoreau', year: 1854 },
  ...{ genre: 'self-help', blurb: 'Live deliberately.', locked: false, minutes: 15 },
  ...{ publishedAt: new Date('2026-11-01T12:00:00Z'), coverFile: null, coverTag: 'abc' },
}

const feedOf = (changes: Partial<BookCard>): OpdsFeed => ({
  title: 'Books',
  path: '/books?sort=title',
  books: [opdsPublicationOf({ ...BOOK, ...changes }, 'free', null)],
  pages: { page: 1, total: 1, pathOf: (page) => `/books?page=${page}` },
  facets: [
    { title: 'Genre', links: [{ title: 'A & B', path: '/books', isActive: true, count: 3 }] },
  ],
})

/** What the grammar says about feeds; nothing if they are valid. */
async function problemsIn(feeds: string[]): Promise<string[]> {
  const xml = feeds.map((contents, i) => ({ fileName: `${i}.xml`, contents }))
  const { errors } = await validateXML({ xml, schema, extension: 'relaxng' })
  return errors.map(({ message }) => message)
}

const rels = (links: { rel: string }[]) => links.map(({ rel }) => rel.replace(/.*\//, ''))

describe('the links to a book', () => {
  test.each([
    ['visitor', false, ['sample', 'subscribe']],
    ['visitor', true, ['subscribe']],
    ['free', false, ['sample', 'subscribe']],
    ['free', true, ['subscribe']],
    ['full', false, ['acquisition']],
    ['full', true, ['acquisition']],
  ] as const)('a %s, locked: %s', (access, locked, expected) => {
    expect(rels(acquisitionLinks(access, { ...BOOK, locked }, null))).toEqual(expected)
  })

  test('open the free summary whole, also if it is the reader’s only one', () => {
    expect(rels(acquisitionLinks('free', BOOK, BOOK.id))).toEqual(['acquisition'])
    expect(rels(acquisitionLinks('free', BOOK, 2))).toEqual(['sample', 'subscribe'])
    expect(rels(acquisitionLinks('visitor', BOOK, BOOK.id))).toEqual(['sample', 'subscribe'])
  })
})

describe('the pages of a list', () => {
  const at = (page: number, total: number) =>
    pageLinks({ title: '', path: '', pages: { page, total, pathOf: String } }).map(
      ({ rel, path }) => `${rel} ${path}`,
    )
  test.each([
    [1, 0, ['first 1', 'last 1']],
    [1, 20, ['first 1', 'last 1']],
    [1, 21, ['first 1', 'next 2', 'last 2']],
    [2, 60, ['first 1', 'previous 1', 'next 3', 'last 3']],
    [9, 60, ['first 1', 'previous 3', 'last 3']],
  ])('page %i of %i books', (page, total, expected) => {
    expect(at(page, total)).toEqual(expected)
  })

  test('have one address each', () => {
    expect(booksPath({})).toBe('/books')
    expect(booksPath({ sort: 'newest', query: 'a & b', page: 1 })).toBe(
      '/books?query=a+%26+b&sort=newest',
    )
    expect(booksPath({ page: 2, topic: 'habits', genre: 'fiction' })).toBe(
      '/books?genre=fiction&topic=habits&page=2',
    )
  })
})

describe('OPDS 1.2', () => {
  test('has a grammar that refuses feeds with mistakes', async () => {
    const good = writeAtom(feedOf({}), ORIGIN, NEWEST)
    expect(await problemsIn([good])).toEqual([])
    for (const [from, to] of [
      ['<id>https://readr.test/summaries/walden</id>', ''],
      ['rel="http://opds-spec.org/acquisition/sample"', 'rel="enclosure"'],
      ['rel="http://opds-spec.org/acquisition/subscribe"', 'rel="buy"'],
      ['<summary type="text">', '<summary type="html">'],
      ['2026-11-01T12:00:00.000Z', 'yesterday'],
    ] as const) {
      const bad = good.replaceAll(from, to)
      expect(bad).not.toBe(good)
      if (!from.includes('acquisition')) expect(await problemsIn([bad]), from).not.toEqual([])
    }
    const none = good.replaceAll('http://opds-spec.org/acquisition', 'related')
    expect(await problemsIn([none])).not.toEqual([])
  })

  test('is valid with any text', async () => {
    const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 40 }), { numRuns: 60, seed: 1 })
    const nasty = [
      '<b>Bold</b> & "quoted" \'x\' ]]>',
      'Null \u0000 escape \u001b bell \u0007',
      'Half \ud83d an emoji',
      '📚 مرحبا שלום',
      '\ufffe\uffff\u0085',
      '',
      ' ',
      '<!--',
      '&#0;',
    ]
    const all = [...texts, ...nasty]
    const books = all.flatMap((text) => feedOf({ title: text, author: text, blurb: text }).books!)
    const navigation = all.map((text) => ({
      title: text,
      path: '/books',
      about: text,
      lists: true,
    }))
    const feeds = [
      writeAtom({ title: all.join(''), path: '/books', books }, ORIGIN, NEWEST),
      writeAtom({ title: '', path: '', navigation }, ORIGIN, NEWEST),
    ]
    expect(await problemsIn(feeds)).toEqual([])
  })

  test('shows HTML in titles as text', () => {
    const xml = writeAtom(feedOf({ title: '<script>x</script>' }), ORIGIN, NEWEST)
    expect(xml).toContain('<title>&lt;script&gt;x&lt;/script&gt;</title>')
  })

  test('leaves out years before our era', () => {
    const year = (value: number) =>
      /<dc:issued>(.*?)</.exec(writeAtom(feedOf({ year: value }), ORIGIN, NEWEST))?.[1]
    expect([year(-380), year(121), year(1854)]).toEqual([undefined, '0121', '1854'])
  })

  test('describes its search', () => {
    const xml = writeOpenSearch(ORIGIN)
    expect(xml).toContain(
      'type="application/atom+xml;profile=opds-catalog;kind=acquisition" template="https://readr.test/opds/books?query={searchTerms}"',
    )
  })
})

describe('OPDS 2.0', () => {
  test('has the same books, links, and facets', () => {
    const feed = writeOpdsJson(feedOf({ title: 'Half \ud83d\u0000' }), ORIGIN, NEWEST)
    const json = JSON.parse(JSON.stringify(feed))
    const [publication] = json.publications
    expect(publication.metadata).toMatchObject({
      title: 'Half \ufffd ',
      author: { name: 'Henry David Thoreau' },
      published: '1854-01-01',
    })
    expect(publication.links.map(({ rel }: { rel: string }) => rel)).toEqual([
      'self',
      'alternate',
      'http://opds-spec.org/acquisition/sample',
      'http://opds-spec.org/acquisition/subscribe',
    ])
    expect(publication.images).toEqual([
      {
        href: `${ORIGIN}/covers/walden.abc.1.640.jpg`,
        ...{ type: 'image/jpeg', width: 640, height: 960 },
      },
      {
        href: `${ORIGIN}/covers/walden.abc.1.320.jpg`,
        ...{ type: 'image/jpeg', width: 320, height: 480 },
      },
    ])
    expect(json.facets[0].links[0]).toMatchObject({ rel: 'self', properties: { numberOfItems: 3 } })
    expect(json.metadata).toMatchObject({ numberOfItems: 1, itemsPerPage: 20, currentPage: 1 })
  })

  test('leads from a list without books to all books', () => {
    const json = writeOpdsJson({ title: 'x', path: '/my-list', books: [] }, ORIGIN, NEWEST)
    expect(json).not.toHaveProperty('publications')
    expect(json).toMatchObject({
      metadata: { modified: NEWEST.toISOString() },
      navigation: [{ title: 'All books', href: `${ORIGIN}/opds/v2/books` }],
    })
  })
})
