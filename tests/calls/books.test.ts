import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { envelope, errorJson } from '#app/api/schemas/answers.server.ts'
import { bookJson, bookListJson, shelfJson } from '#app/api/schemas/books.server.ts'
import { GENRES } from '#app/catalogue/rules/genres.ts'
import { SORTS } from '#app/catalogue/rules/lists.ts'
import { get, json, origin } from './client.ts'

async function list(query = '') {
  const { response, body } = await json(`/books${query}`)
  expect(response.status, query).toBe(200)
  return envelope(bookListJson).parse(body).data
}

describe('GET /books', () => {
  test('returns the first page in the envelope', async () => {
    const { response, body } = await json('/books')
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    const { data } = envelope(bookListJson).parse(body)
    expect(data).toMatchObject({ total: 18, hasMore: false })
    expect(data.books).toHaveLength(18)
  })

  test('returns an empty page past the end, with the same total', async () => {
    expect(await list('?page=2')).toEqual({ books: [], hasMore: false, total: 18 })
    expect(await list('?page=9999999')).toEqual({ books: [], hasMore: false, total: 18 })
  })

  test('sorts unlocked books first, by title, and includes texts only for them', async () => {
    const { books } = await list()
    expect(books.map((book) => book.locked)).toEqual([
      ...Array(12).fill(false),
      ...Array(6).fill(true),
    ])
    for (const book of books) {
      expect(book.text === undefined, book.slug).toBe(book.locked)
      if (book.text !== undefined) {
        expect(book.text).toMatch(/^(?:In One Page|Hook)\n/)
        expect(book.text).not.toMatch(/^\s*4\.|FREE CUT HERE/im)
      }
      expect(book.imageUrl.startsWith(`${origin}/covers/${book.slug}.`)).toBe(true)
    }
    const title = (book: { title: string }) => book.title.toLowerCase().replace(/^(the|an?) /, '')
    for (const part of [books.slice(0, 12), books.slice(12)]) {
      expect(part.map(title)).toEqual(part.map(title).toSorted())
    }
  })

  test.each([...SORTS])('sorts by %s', async (sort) => {
    const { books } = await list(`?sort=${sort}`)
    expect(new Set(books.map((book) => book._id)).size).toBe(18)
    if (sort === 'newest') {
      const dates = books.filter((book) => !book.locked).map((book) => book.publishedAt)
      expect(dates).toEqual(dates.toSorted().toReversed())
    }
    if (sort === 'author') {
      const authors = books.filter((book) => !book.locked).map((book) => book.author.toLowerCase())
      expect(authors).toEqual(authors.toSorted())
    }
  })

  test('accepts genres by slug and label, in any case', async () => {
    for (const { slug, label } of GENRES) {
      const bySlug = await list(`?subgenre=${slug}`)
      expect(bySlug.total).toBe(2)
      expect(bySlug.books.every((book) => book.subgenre === label)).toBe(true)
      expect(await list(`?subgenre=${encodeURIComponent(label)}`)).toEqual(bySlug)
      expect(await list(`?subgenre=${encodeURIComponent(label.toUpperCase())}`)).toEqual(bySlug)
    }
    expect((await list('?subgenre=all')).total).toBe(18)
    expect((await list('?subgenre=')).total).toBe(18)
  })

  test('searches, and corrects typos', async () => {
    expect((await list('?search=walden')).books[0]!.slug).toBe('walden')
    expect((await list('?search=WALD%C3%89N')).books[0]!.slug).toBe('walden')
    expect((await list('?search=wladen')).books[0]!.slug).toBe('walden')
    expect(await list('?search=zzzzzzzzz')).toEqual({ books: [], hasMore: false, total: 0 })
    expect((await list('?search=walden&subgenre=fiction')).total).toBe(0)
    expect((await list('?search=')).total).toBe(18)
  })

  test.each([
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1e9', 'page'],
    ['page=abc', 'page'],
    ['page=', 'page'],
    ['page=%00', 'page'],
    ['page=1.5', 'page'],
    ['sort=rating', 'sort'],
    ['sort=TITLE', 'sort'],
    ['subgenre=poetry', 'subgenre'],
    ['subgenre=%00', 'subgenre'],
    [`search=${'a'.repeat(201)}`, 'search'],
  ])('refuses %s and reports the field', async (query, field) => {
    const { response, body } = await json(`/books?${query}`)
    expect(response.status).toBe(400)
    const { errors, message } = errorJson.parse(body)
    expect(Object.keys(errors!)).toEqual([field])
    expect(message).toBe(errors![field]![0])
  })

  test('reports every invalid field', async () => {
    const { body } = await json('/books?page=0&sort=x&subgenre=y')
    expect(Object.keys(errorJson.parse(body).errors!).toSorted()).toEqual([
      'page',
      'sort',
      'subgenre',
    ])
  })

  test.each([
    'search=%00',
    'search=%27%20OR%201%3D1%20--',
    'search=%22%2A%3A%5E%28%29',
    'search=%F0%9F%93%9A',
    'search=%E2%80%AEnedlaw',
    'search=AND%20OR%20NEAR%28',
    'search=%25_%25',
    'search=%ff%fe',
    'unknown=1',
    'page=2&page=1',
    '&&&=',
  ])('accepts %s', async (query) => {
    await list(`?${query}`)
  })
})

describe('the shelves', () => {
  test.each(['/api/books/just-arrived', '/api/books/trending'])(
    'GET %s returns all books, unlocked first',
    async (path) => {
      const { response, body } = await json(path)
      expect(response.status).toBe(200)
      const { books } = envelope(shelfJson).parse(body).data
      expect(books).toHaveLength(18)
      expect(books.map((book) => book.locked)).toEqual([
        ...Array(12).fill(false),
        ...Array(6).fill(true),
      ])
      // Trending follows the marks, which other tests make at the same time.
      if (path.endsWith('/trending')) return
      const dates = books.slice(0, 12).map((book) => book.publishedAt)
      expect(dates).toEqual(dates.toSorted().toReversed())
    },
  )

  test('GET /api/books/shuffle/unsubscribed returns an unlocked book without an envelope, never cached', async () => {
    const slugs = new Set<string>()
    for (let i = 0; i < 25; i++) {
      const { response, body } = await json('/api/books/shuffle/unsubscribed')
      expect(response.status).toBe(200)
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
      const book = bookJson.parse(body)
      expect(book.locked).toBe(false)
      slugs.add(book.slug)
    }
    // The same book 25 times has a probability of 1 in 8 × 10^25.
    expect(slugs.size).toBeGreaterThan(1)
  })
})

test('every cover in an answer exists', async () => {
  const { books } = await list()
  for (const { imageUrl } of books) {
    const response = await get(imageUrl.slice(origin.length))
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(await response.text()).toMatch(/^<svg /)
  }
})

test('the landing page counts the ideas of the book on its phone', async () => {
  const text = (await (await get('/')).text()).replaceAll('<!-- -->', '')
  expect(text).toContain('href="/today" class="button button-large">Keep reading')
  const today = await (await get('/today')).text()
  const [, slug] = /"\/summaries\/([a-z0-9-]+)\/correction"/.exec(today)!
  const ideas = readFileSync(`content/${slug}.md`, 'utf8').match(/^\d+\. /gm)!
  expect(text).toContain(`Idea 2 of ${ideas.length}<`)
  expect(text).not.toMatch(/\d+ pages/)
})
