import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { loader as recommendations } from '#app/api/books/recommendations.ts'
import { envelope } from '#app/api/schemas/answers.server.ts'
import { bookJson, shelfJson } from '#app/api/schemas/books.server.ts'
import { type Product, startProduct } from '#tests/setup/product.ts'
import { ask, newAdmin, newReader, type Reader } from './accounts-client.ts'
import { dataSchema } from './data-schema.ts'

const recommendedJson = dataSchema(recommendations, 'recommendations')

let product: Product
let admin: Reader

beforeAll(async () => {
  product = await startProduct('content', { RATE_LIMIT_FACTOR: '1000' })
  admin = await newAdmin(product)
})
afterAll(() => product.stop())

const get = async (path: string, reader?: Reader) =>
  ask(product.origin, path, reader ? { token: reader.token } : {})
const recommended = async (reader: Reader, path = '/api/books/recommendations') =>
  envelope(recommendedJson).parse((await get(path, reader)).json).data.books
const trending = async (reader?: Reader, path = '/api/books/trending') =>
  envelope(shelfJson).parse((await get(path, reader)).json).data.books
const markRead = (reader: Reader, id: string) =>
  ask(product.origin, `/books/read/mark-read/${id}`, {
    method: 'POST',
    token: reader.token,
    json: {},
  })

describe('recommendations', () => {
  test('for a new reader are the whole catalogue with reasons, unlocked books first', async () => {
    const books = await recommended(await newReader(product.origin))
    expect(books).toHaveLength(18)
    expect(books.map(({ locked }) => locked)).toEqual([
      ...Array(12).fill(false),
      ...Array(6).fill(true),
    ])
    for (const { subgenre, reason, text, locked } of books) {
      expect(reason).toBe(`Explore ${subgenre}`)
      expect(text === undefined).toBe(locked)
    }
  })

  test('leave out a book as soon as it is read, and have whole texts with full access', async () => {
    const [first] = await recommended(admin, '/api/books/recommendations/subscribed')
    expect((await markRead(admin, first!._id)).status).toBe(200)
    const books = await recommended(admin, '/api/books/recommendations/subscribed')
    expect(books).toHaveLength(17)
    expect(books.map(({ _id }) => _id)).not.toContain(first!._id)
    expect(books.every(({ text }) => text !== undefined)).toBe(true)
    expect(books.some(({ text }) => /^4\./m.test(text!))).toBe(true)
  })
})

describe('the taste page', () => {
  test('works without JavaScript, keeps the choice, and the home page follows it', async () => {
    const reader = await newReader(product.origin)
    const page = () => ask(product.origin, '/browse/taste', { cookies: reader.web })
    const first = (await page()).text
    const [, book] = /name="book" value="([0-9a-f]{24})"/.exec(first)!
    expect(first).not.toContain('checked=""')
    const saved = await ask(product.origin, '/browse/taste', {
      cookies: reader.web,
      form: { genre: 'fiction', book: book! },
    })
    expect([saved.status, saved.headers.get('Location')]).toEqual([303, '/browse'])
    const again = (await page()).text
    expect(again.match(/checked=""/g)).toHaveLength(2)
    const home = (await ask(product.origin, '/browse', { cookies: reader.web })).text
    expect(home).toContain('Because you like Fiction')
    expect((await recommended(reader)).map(({ _id }) => _id)).not.toContain(book)
  })

  test('refuses genres that do not exist and too many books, and belongs to its reader', async () => {
    const reader = await newReader(product.origin)
    const send = (body: string) =>
      ask(product.origin, '/browse/taste', {
        method: 'POST',
        cookies: reader.web,
        form: Object.fromEntries(new URLSearchParams(body)),
      })
    expect((await send('genre=cooking')).status).toBe(400)
    const many = await fetch(`${product.origin}/browse/taste`, {
      method: 'POST',
      headers: {
        Cookie: Object.entries(reader.web)
          .map((pair) => pair.join('='))
          .join('; '),
      },
      body: new URLSearchParams(
        Array.from({ length: 13 }, (_, i) => ['book', (i + 1).toString(16).padStart(24, '0')]),
      ),
    })
    expect(many.status).toBe(400)
    expect(await many.text()).toContain('Please choose at most 12 books.')
    const visitor = await ask(product.origin, '/browse/taste', { form: { genre: 'fiction' } })
    expect(visitor.headers.get('Location')).toBe('/login?redirectTo=%2Fbrowse%2Ftaste')
  })
})

describe('marks of readers', () => {
  test('are counted in the background, and change trending and recommendations', async () => {
    const readers = await Promise.all(Array.from({ length: 3 }, () => newReader(product.origin)))
    const unlocked = (await trending()).filter(({ locked }) => !locked)
    const [one, other] = unlocked.slice(-2)
    for (const reader of readers) {
      for (const book of [one!, other!]) await markRead(reader, book._id)
    }
    const newcomer = await newReader(product.origin)
    await markRead(newcomer, one!._id)
    await vi.waitFor(
      async () => {
        const first = (await trending()).slice(0, 2).map(({ slug }) => slug)
        expect(first).toEqual([one!.slug, other!.slug])
        const [book] = await recommended(newcomer)
        expect(book).toMatchObject({ slug: other!.slug, reason: `Because you read ${one!.title}` })
      },
      { timeout: 30_000, interval: 200 },
    )
    expect((await trending(admin, '/api/books/trending/subscribed')).slice(0, 2)).toMatchObject([
      { slug: one!.slug },
      { slug: other!.slug },
    ])
  })
})

describe('a random book', () => {
  test('is unread as long as there is an unread book', async () => {
    const reader = await newReader(product.origin)
    const unlocked = (await trending()).filter(({ locked }) => !locked)
    for (const book of unlocked.slice(1)) await markRead(reader, book._id)
    for (let i = 0; i < 5; i++) {
      const drawn = bookJson.parse((await get('/api/books/shuffle/unsubscribed', reader)).json)
      expect(drawn.slug).toBe(unlocked[0]!.slug)
    }
    await markRead(reader, unlocked[0]!._id)
    const drawn = bookJson.parse((await get('/api/books/shuffle/unsubscribed', reader)).json)
    expect(drawn.locked).toBe(false)
    const any = bookJson.parse((await get('/api/books/shuffle/subscribed', admin)).json)
    expect(any.text).toMatch(/^4\./m)
  })
})
