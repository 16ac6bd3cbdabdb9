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
  test('answers the first page in the envelope', async () => {
    const { response, body } = await json('/books')
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    const { data } = envelope(bookListJson).parse(body)
    expect(data).toMatchObject({ total: 18, hasMore: false })
    expect(data.books).toHaveLength(18)
  })

  test('counts pages: what is past the end is empty, with the same total', async () => {
    expect(await list('?page=2')).toEqual({ books: [], hasMore: false, total: 18 })
    expect(await list('?page=9999999')).toEqual({ books: [], hasMore: false, total: 18 })
  })

  test('puts unlocked books first, titles in order, and texts on unlocked books alone', async () => {
    const { books } = await list()
    expect(books.map((book) => book.locked)).toEqual([
      ...Array(12).fill(false),
      ...Array(6).fill(true),
    ])
    for (const book of books) {
      expect(book.text === undefined, book.slug).toBe(book.locked)
      if (book.text !== undefined) {
        expect(book.text).toMatch(/^Hook\n/)
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

  test('takes a genre by slug and by label, in any case', async () => {
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

  test('searches, and mends typing errors', async () => {
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
  ])('refuses %s and names the field', async (query, field) => {
    const { response, body } = await json(`/books?${query}`)
    expect(response.status).toBe(400)
    const { errors, message } = errorJson.parse(body)
    expect(Object.keys(errors!)).toEqual([field])
    expect(message).toBe(errors![field]![0])
  })

  test('names every field that is wrong', async () => {
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
  ])('bears %s', async (query) => {
    await list(`?${query}`)
  })
})

describe('the shelves', () => {
  test.each(['/api/books/just-arrived', '/api/books/trending'])(
    'GET %s answers all, unlocked and newest first',
    async (path) => {
      const { response, body } = await json(path)
      expect(response.status).toBe(200)
      const { books } = envelope(shelfJson).parse(body).data
      expect(books).toHaveLength(18)
      expect(books.map((book) => book.locked)).toEqual([
        ...Array(12).fill(false),
        ...Array(6).fill(true),
      ])
      const dates = books.slice(0, 12).map((book) => book.publishedAt)
      expect(dates).toEqual(dates.toSorted().toReversed())
    },
  )

  test('GET /api/books/shuffle/unsubscribed answers an unlocked book without an envelope, never from memory', async () => {
    const slugs = new Set<string>()
    for (let i = 0; i < 25; i++) {
      const { response, body } = await json('/api/books/shuffle/unsubscribed')
      expect(response.status).toBe(200)
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
      const book = bookJson.parse(body)
      expect(book.locked).toBe(false)
      slugs.add(book.slug)
    }
    // The odds of one book 25 times out of 12 are one in 8 followed by 25 zeros.
    expect(slugs.size).toBeGreaterThan(1)
  })
})

test('every cover that the calls name is there', async () => {
  const { books } = await list()
  for (const { imageUrl } of books) {
    const response = await get(imageUrl.slice(origin.length))
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(await response.text()).toMatch(/^<svg /)
  }
})
