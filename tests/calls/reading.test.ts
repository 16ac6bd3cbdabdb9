import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { loader as positions } from '#app/api/books/positions.ts'
import { loader as recentlyRead } from '#app/api/books/recently-read.ts'
import { loader as myYear } from '#app/api/reading/year.ts'
import { loader as takeaway } from '#app/api/reading/takeaway.ts'
import { loader as review } from '#app/api/review/list.ts'
import { envelope } from '#app/api/schemas/answers.server.ts'
import { bookListJson } from '#app/api/schemas/books.server.ts'
import { oneHighlightJson } from '#app/api/schemas/highlights.server.ts'
import { positionJson } from '#app/api/schemas/position.server.ts'
import { dataSchema } from './data-schema.ts'
import { ask, newReader, type Reader, subscribeInTheApp } from './accounts-client.ts'
import { type Product, startProduct } from '#tests/setup/product.ts'

const positionsJson = dataSchema(positions, 'listPlaces')
const reviewJson = envelope(dataSchema(review, 'dailyReview'))
const yearJson = envelope(dataSchema(myYear, 'myYear'))
const takeawayJson = envelope(dataSchema(takeaway, 'dailyTakeaway'))
const readShelfJson = dataSchema(recentlyRead, 'recentlyRead')

const UNKNOWN = 'f'.repeat(8).padStart(24, '0').replace('ffffffff', '7fffffff')
const INVALID_IDS = [UNKNOWN, '1', 'walden', '0'.repeat(24), 'x'.repeat(24), '%00']

interface Listed {
  _id: string
  slug: string
  locked: boolean
}

let product: Product
let origin: string
let books: Listed[]
let open: Listed
let locked: Listed

beforeAll(async () => {
  product = await startProduct('content', { RATE_LIMIT_FACTOR: '1000' })
  origin = product.origin
  const { json } = await ask(origin, '/books')
  books = (json.data as unknown as { books: Listed[] }).books
  open = books.find((book) => !book.locked)!
  locked = books.find((book) => book.locked)!
})

afterAll(() => product.stop())

/** A call with the reader's token. */
async function asks(reader: Reader, path: string, method = 'GET', body?: unknown) {
  return ask(origin, path, {
    method,
    token: reader.token,
    ...(body === undefined ? {} : { json: body }),
  })
}
const dataOf = async (reader: Reader, path: string) => (await asks(reader, path)).json.data
const save = (reader: Reader, bookId: unknown) =>
  asks(reader, '/api/books/my-list', 'POST', { bookId })
const markRead = (reader: Reader, id: string) =>
  asks(reader, `/books/read/mark-read/${id}`, 'POST', {})

describe('My List', () => {
  test('contains a book once, until it is removed', async () => {
    const [reader, other] = [await newReader(origin), await newReader(origin)]
    expect(await dataOf(reader, '/api/books/favorites')).toEqual({ books: [] })
    const answers = await Promise.all(Array.from({ length: 6 }, () => save(reader, open._id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await dataOf(reader, '/api/books/favorites')).toEqual({ books: [{ bookId: open._id }] })
    const check = `/api/books/my-list/check-book/${open._id}`
    expect(await dataOf(reader, check)).toEqual({ isInList: true })
    expect(await dataOf(other, check)).toEqual({ isInList: false })
    // The call of another reader does not change this list.
    expect((await asks(other, `/api/books/my-list/${open._id}`, 'DELETE')).status).toBe(200)
    expect(await dataOf(reader, check)).toEqual({ isInList: true })
    for (let i = 0; i < 2; i++) {
      expect((await asks(reader, `/api/books/my-list/${open._id}`, 'DELETE')).status).toBe(200)
    }
    expect(await dataOf(reader, check)).toEqual({ isInList: false })
  })

  test('is listed like the catalogue, without locked texts', async () => {
    const reader = await newReader(origin)
    for (const book of [locked, open]) await save(reader, book._id)
    const { json: answer } = await asks(reader, '/api/books/my-list')
    const list = envelope(bookListJson).parse(answer).data
    expect(list).toMatchObject({ total: 2, hasMore: false })
    expect(list.books.map(({ _id }) => _id)).toEqual([open._id, locked._id])
    expect(list.books[0]!.text).toBeTruthy()
    expect(list.books[1]!).not.toHaveProperty('text')
    expect(await dataOf(reader, '/api/books/my-list?search=zzzzzz')).toMatchObject({ total: 0 })
    expect((await asks(reader, '/api/books/my-list?sort=best')).status).toBe(400)
  })

  test('refuses what is no id of a book', async () => {
    const reader = await newReader(origin)
    const { status, json: answer } = await save(reader, 7)
    expect([status, Object.keys(answer.errors!)]).toEqual([400, ['bookId']])
    for (const id of INVALID_IDS) {
      expect((await save(reader, decodeURIComponent(id))).status).toBe(404)
      for (const [method, path] of [
        ['DELETE', `/api/books/my-list/${id}`],
        ['GET', `/api/books/my-list/check-book/${id}`],
        ['GET', `/api/books/read/check-read/${id}`],
        ['POST', `/books/read/mark-read/${id}`],
        ['POST', `/books/read/mark-unread/${id}`],
      ] as const) {
        const answer = await asks(reader, path, method, method === 'POST' ? {} : undefined)
        expect(answer.status, `${method} ${path}`).toBe(404)
        expect(answer.json).toEqual({ success: false, message: 'Book not found.' })
      }
    }
  })
})

describe('read marks', () => {
  test('are set, removed, counted, and dated', async () => {
    const reader = await newReader(origin)
    const before = Date.now()
    await Promise.all([markRead(reader, open._id), markRead(reader, open._id)])
    await markRead(reader, locked._id)
    expect(await dataOf(reader, '/api/books/read/read-count')).toEqual({ count: 2 })
    expect(await dataOf(reader, `/api/books/read/check-read/${open._id}`)).toEqual({ isRead: true })
    const read = z
      .object({ books: z.array(z.object({ bookId: z.string(), readAt: z.iso.datetime() })) })
      .parse(await dataOf(reader, '/api/books/read')).books
    expect(read.map(({ bookId }) => bookId)).toEqual([locked._id, open._id])
    expect(Date.parse(read[0]!.readAt)).toBeGreaterThanOrEqual(before)

    const { json: answer } = await asks(reader, '/api/books/recently-read')
    const shelf = envelope(readShelfJson).parse(answer).data
    // Unlocked books come first.
    expect(shelf.books.map(({ _id }) => _id)).toEqual([open._id, locked._id])
    expect((await asks(reader, '/api/books/recently-read/subscribed')).status).toBe(403)

    await asks(reader, `/books/read/mark-unread/${open._id}`, 'POST', {})
    expect(await dataOf(reader, '/api/books/read/read-count')).toEqual({ count: 1 })
  })

  test('are not set by viewing a book', async () => {
    const reader = await newReader(origin)
    const page = await ask(origin, `/summaries/${open.slug}`, { cookies: reader.web })
    expect(page.status).toBe(200)
    expect(await dataOf(reader, '/api/books/read/read-count')).toEqual({ count: 0 })
  })
})

describe('a prefetch of a summary', () => {
  const prefetch = (reader: Reader, path: string) =>
    ask(origin, path, {
      cookies: reader.web,
      headers: { 'Sec-Purpose': 'prefetch' },
    })
  const hasViews = async (reader: Reader) => {
    const file = '/settings/download/readr-data.json'
    const { text } = await ask(origin, file, { cookies: reader.web })
    return text.includes('viewedAt')
  }

  test('is a view when the page is shown', async () => {
    const reader = await newReader(origin)
    const view = `/summaries/${open.slug}/view`
    const { status, text } = await prefetch(reader, `/summaries/${open.slug}`)
    expect(status).toBe(200)
    expect(text).toContain(view)
    expect(await hasViews(reader)).toBe(false)
    expect((await ask(origin, view, { cookies: reader.web, method: 'POST' })).status).toBe(204)
    expect(await hasViews(reader)).toBe(true)
    const shown = await ask(origin, `/summaries/${open.slug}`, { cookies: reader.web })
    expect(shown.text).not.toContain(view)
  })

  test('of a locked book changes nothing', async () => {
    const reader = await newReader(origin)
    const { headers } = await prefetch(reader, `/summaries/${locked.slug}`)
    expect((await prefetch(reader, headers.get('Location')!)).status).toBe(403)
    expect((await ask(origin, '/subscribe', { cookies: reader.web })).text).not.toContain(
      locked.slug,
    )
    const view = { cookies: reader.web, method: 'POST' }
    expect((await ask(origin, `/summaries/${locked.slug}/view`, view)).status).toBe(404)
    expect((await ask(origin, '/summaries/no-such-book/view', view)).status).toBe(404)
    expect(await hasViews(reader)).toBe(false)
  })
})

describe('reading positions', () => {
  const put = (reader: Reader, body: unknown, id = open._id) =>
    asks(reader, `/api/books/places/${id}`, 'PUT', body)

  test('are stored: the later wins, and none is in the future', async () => {
    const reader = await newReader(origin)
    const late = '2999-01-01T00:00:00Z'
    const first = await put(reader, { section: 'idea-3', share: 0.6, placedAt: late })
    const stored = envelope(positionJson).parse(first.json).data
    expect(Date.parse(stored.placedAt)).toBeLessThanOrEqual(Date.now())
    const old = await put(reader, {
      section: 'idea-1',
      share: 0.1,
      placedAt: '2001-01-01T00:00:00+02:00',
    })
    expect(old.json.data).toEqual(stored)
    await put(reader, { section: 'idea-4', paragraph: 2, share: 0.7 })
    const { places } = positionsJson.parse(await dataOf(reader, '/api/books/places'))
    expect(places).toMatchObject([
      { bookId: open._id, section: 'idea-4', paragraph: 2, offset: 0, share: 0.7 },
    ])
    // Looking something up at the beginning changes the last position, not the furthest.
    const { json } = await put(reader, { section: 'idea-1', offset: 0.5, share: 0.1 })
    expect(json.data).toMatchObject({
      section: 'idea-1',
      offset: 0.5,
      furthest: { section: 'idea-4', paragraph: 2, share: 0.7 },
    })
    expect(await dataOf(await newReader(origin), '/api/books/places')).toEqual({ places: [] })
  })

  test('in an unknown book, or none at all, are refused', async () => {
    const reader = await newReader(origin)
    expect((await put(reader, { section: 'idea-1', share: 0.5 }, UNKNOWN)).status).toBe(404)
    const { status, json } = await put(reader, { section: '#idea', share: 1.01 })
    expect([status, Object.keys(json.errors!)]).toEqual([400, ['section', 'share']])
  })
})

describe('highlights', () => {
  const passage = async (slug: string) => {
    const { text } = await ask(origin, `/summaries/${slug}`)
    return /<p[^>]*>([A-Z][\w ]{15,60})[,.]/.exec(text.split('class="summary-text"')[1]!)![1]!
  }
  const highlight = async (reader: Reader, more: Record<string, unknown> = {}) => {
    const quote = { exact: await passage(open.slug) }
    return asks(reader, '/api/notes', 'POST', { bookId: open._id, quote, ...more })
  }

  test('are saved, listed, changed, deleted, and restored', async () => {
    const [reader, other] = [await newReader(origin), await newReader(origin)]
    const exact = await passage(open.slug)
    const answer = await highlight(reader, { text: 'So true #Life', color: 'blue' })
    const { note } = oneHighlightJson.parse(answer.json.data)
    expect(note).toMatchObject({
      ...{ bookId: open._id, slug: open.slug, color: 'blue', text: 'So true #Life' },
      ...{ tags: ['life'], quote: { exact }, isOutdated: false, deletedAt: null },
    })
    const path = `/api/notes/${note.id}`
    const changed = await asks(reader, path, 'PUT', { color: 'pink', text: '' })
    expect(oneHighlightJson.parse(changed.json.data).note).toMatchObject({
      color: 'pink',
      text: '',
    })
    expect(await dataOf(reader, '/api/notes?color=pink')).toMatchObject({
      ...{ notes: [{ id: note.id, slug: open.slug }], nextCursor: null },
    })
    for (const method of ['PUT', 'DELETE']) {
      expect((await asks(other, path, method, {})).status).toBe(404)
    }
    expect(await dataOf(other, '/api/notes')).toMatchObject({ notes: [] })
    const gone = await asks(reader, `${path}?changedAt=2999-01-01T00:00:00Z`, 'DELETE')
    expect(gone.json.message).toBe('The highlight is deleted.')
    expect(await dataOf(reader, '/api/notes')).toMatchObject({ notes: [] })
    expect(await dataOf(reader, '/api/notes?since=2001-01-01T00:00:00Z')).toMatchObject({
      notes: [{ id: note.id }],
    })
    await asks(reader, path, 'PUT', { isDeleted: false })
    expect(await dataOf(reader, '/api/notes')).toMatchObject({ notes: [{ id: note.id }] })
  })

  test.each([
    [{ quote: undefined, position: { start: 0, end: 99_999_999 } }, 'position'],
    [{ quote: { exact: 'Words that are in no book.' } }, 'quote'],
    [{ color: 'red' }, 'color'],
  ])('refuse the input %j', async (body, field) => {
    const { status, json } = await highlight(await newReader(origin), body)
    expect(status).toBe(400)
    expect(Object.keys(json.errors!)).toEqual([field])
  })

  test('in a locked or unknown book, or for another reader, are refused', async () => {
    const reader = await newReader(origin)
    expect((await highlight(reader, { bookId: locked._id })).status).toBe(403)
    expect((await highlight(reader, { bookId: UNKNOWN })).status).toBe(404)
    expect((await highlight(reader, { reader: open._id })).status).toBe(409)
    expect((await asks(reader, '/api/notes?limit=0')).status).toBe(400)
  })
})

describe('forms', () => {
  const post = (reader: Reader, path: string, form: Record<string, string>) =>
    ask(origin, path, { method: 'POST', cookies: reader.web, form })

  test('set a mark and redirect back', async () => {
    const reader = await newReader(origin)
    const back = '/browse/books?page=1#here'
    const marks = `/summaries/${open.slug}/marks`
    for (let i = 0; i < 2; i++) {
      const answer = await post(reader, marks, { mark: 'saved', on: 'true', back })
      expect(answer.status).toBe(303)
      expect(answer.headers.get('Location')).toBe(back)
    }
    const list = await ask(origin, '/browse/books/my-list', { cookies: reader.web })
    expect(list.text).toContain(`/summaries/${open.slug}"`)
    expect(list.text).not.toContain('Your List is Empty')
    await post(reader, marks, { mark: 'saved', on: 'false', back })
    const empty = await ask(origin, '/browse/books/my-list', { cookies: reader.web })
    expect(empty.text).toContain('Your List is Empty')
    expect(empty.text).toContain('Discover Books')
  })

  test('highlight sentences, change them, delete them, and restore them', async () => {
    const reader = await newReader(origin)
    const path = `/summaries/${open.slug}/notes`
    const view = async (at: string) => (await ask(origin, at, { cookies: reader.web })).text
    const text = await view(`/summaries/${open.slug}`)
    const choose = new RegExp(`${path}\\?at=\\d+`).exec(text)![0]
    const choices = await view(choose)
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(choices)![1]!
    const chosen = {
      id: field('id'),
      section: field('section'),
      paragraph: field('paragraph'),
      sentence: field('sentence'),
    }
    const form = { ...chosen, intent: 'highlight', color: 'green', text: '<b>Mine</b>' }
    const none = await post(reader, choose, { ...form, sentence: '' })
    expect([none.status, none.text]).toEqual([
      400,
      expect.stringContaining('Please choose at least one sentence.'),
    ])
    expect(none.text).toContain('&lt;b&gt;Mine&lt;/b&gt;')
    const moved = await post(reader, choose, { ...form, sentence: '1-2' })
    expect(moved.text).toContain('The text has changed. Please choose the sentences again.')
    for (let i = 0; i < 2; i++) {
      const saved = await post(reader, choose, form)
      expect(saved.headers.get('Location')).toBe(`/summaries/${open.slug}#note-${chosen.id}`)
    }
    expect(await view(path)).toContain('&lt;b&gt;Mine&lt;/b&gt;')
    expect(await view(`/summaries/${open.slug}`)).toContain(`id="note-${chosen.id}"`)
    const edit = `${path}?note=${chosen.id}`
    expect(await view(edit)).toContain('Delete highlight')
    const note = { note: chosen.id, color: 'pink', text: 'n'.repeat(10_001) }
    expect((await post(reader, path, { ...note, intent: 'change' })).status).toBe(400)
    await post(reader, path, { ...note, intent: 'change', text: 'Changed' })
    expect(await view(edit)).toContain('Changed')
    const gone = await post(reader, path, { intent: 'delete', note: chosen.id })
    expect((await ask(origin, edit, { cookies: reader.web })).status).toBe(404)
    expect(await view(gone.headers.get('Location')!)).toContain('Highlight deleted.')
    await post(reader, path, { intent: 'restore', note: chosen.id })
    expect(await view(edit)).toContain('Changed')
    const other = await newReader(origin)
    expect((await ask(origin, edit, { cookies: other.web })).status).toBe(404)
    expect((await post(other, path, { ...note, intent: 'change', text: '' })).status).toBe(404)
  })

  test('redirect to no other site', async () => {
    const reader = await newReader(origin)
    for (const back of ['https://evil.example/', '//evil.example', '/\\evil.example', 'x']) {
      const answer = await post(reader, `/summaries/${open.slug}/marks`, {
        mark: 'read',
        on: 'true',
        back,
      })
      expect(answer.headers.get('Location')).toBe(`/summaries/${open.slug}`)
    }
  })

  test('of an unknown book redirect to its 404 page', async () => {
    const reader = await newReader(origin)
    const answer = await post(reader, '/summaries/no-such-book/marks', {
      mark: 'read',
      on: 'true',
      back: '/browse',
    })
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      '/summaries/no-such-book',
    ])
    const page = await ask(origin, '/summaries/no-such-book', { cookies: reader.web })
    expect(page.status).toBe(404)
    const position = { section: 'idea-1', share: '0.5' }
    expect((await post(reader, '/summaries/no-such-book/place', position)).status).toBe(404)
  })

  test('with invalid input are refused', async () => {
    const reader = await newReader(origin)
    for (const path of ['marks', 'place']) {
      const form = { mark: 'loved', section: '<b>', share: '2' }
      expect((await post(reader, `/summaries/${open.slug}/${path}`, form)).status).toBe(400)
    }
  })

  test('from another site are refused', async () => {
    const reader = await newReader(origin)
    const answer = await ask(origin, `/summaries/${open.slug}/marks`, {
      method: 'POST',
      cookies: reader.web,
      headers: { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
      form: { mark: 'saved', on: 'true' },
    })
    expect(answer.status).toBe(403)
    expect(await dataOf(reader, '/api/books/favorites')).toEqual({ books: [] })
  })

  test('save a reading position for the home page', async () => {
    const reader = await newReader(origin)
    const path = `/summaries/${open.slug}/place`
    const answer = await post(reader, path, { section: 'idea-2', share: '0.3', back: '' })
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      303,
      `/summaries/${open.slug}#idea-2_0`,
    ])
    const home = await ask(origin, '/browse', { cookies: reader.web })
    expect(home.text).toContain(`href="/summaries/${open.slug}#idea-2_0"`)
    expect(home.text).toContain('30 percent read')
    const page = await ask(origin, `/summaries/${open.slug}`, { cookies: reader.web })
    expect(page.text).toMatch(/href="#idea-2_0"[^>]*>Continue at .*idea 2</)
    // The first paint is already at the position.
    expect(page.text).toMatch(/<link rel="expect" href="#opened" blocking="render"/)
    expect(page.text).toContain('<span id="opened" hidden')
    const cards = await ask(origin, '/browse/books', { cookies: reader.web })
    expect(cards.text).toContain(`href="/summaries/${open.slug}#idea-2_0"`)
    await post(reader, path, { section: 'idea-1', share: '0.1' })
    const back = await ask(origin, `/summaries/${open.slug}`, { cookies: reader.web })
    expect(back.text).toMatch(/href="#idea-2_0"[^>]*>Back to where you were: .*idea 2</)
    await post(reader, `/summaries/${open.slug}/marks`, { mark: 'read', on: 'true' })
    const read = await ask(origin, `/summaries/${open.slug}`, { cookies: reader.web })
    expect(read.text).not.toContain('Continue at')
    expect(page.text).toContain('<p id="idea-2_0"')
  })
})

describe('a reader’s pages', () => {
  test('show marks to readers, and nothing of them to visitors', async () => {
    const reader = await newReader(origin)
    await save(reader, open._id)
    for (const path of ['/browse/books', `/summaries/${open.slug}`]) {
      const own = await ask(origin, path, { cookies: reader.web })
      expect(own.text, path).toContain('/marks"')
      const visitors = await ask(origin, path)
      expect(visitors.text, path).not.toMatch(/\/marks"|My List|data-position|id="idea-1_0"/)
      expect(visitors.headers.get('ETag'), path).toBeTruthy()
      expect(own.headers.get('Cache-Control'), path).toBe('private, no-store')
    }
  })

  test('redirect from locked books to the plans', async () => {
    const reader = await newReader(origin)
    await save(reader, locked._id)
    const list = await ask(origin, '/browse/books/my-list', { cookies: reader.web })
    expect(list.text).toContain('(locked: requires a subscription)')
    const page = await ask(origin, `/summaries/${locked.slug}`, { cookies: reader.web })
    expect([page.status, page.headers.get('Location')]).toEqual([
      302,
      `/subscribe?book=${locked.slug}`,
    ])
  })

  test('show more books with See More, and ignore invalid numbers', async () => {
    const reader = await newReader(origin)
    const cards = async (query: string) => {
      const { text } = await ask(origin, `/browse${query}`, { cookies: reader.web })
      const arrivals = text.slice(text.indexOf('id="arrivals"'), text.indexOf('id="discover"'))
      return { cards: arrivals.split('<li ').length - 1, text }
    }
    const first = await cards('')
    expect(first.cards).toBe(3)
    expect(first.text).toContain('href="/browse?arrivals=6#arrivals-4"')
    expect((await cards('?arrivals=6')).text).toContain('href="/browse?arrivals=9#arrivals-7"')
    expect((await cards('?arrivals=6')).cards).toBe(6)
    for (const odd of ['?arrivals=-1', '?arrivals=x', '?arrivals=', '?arrivals=1e9']) {
      expect((await cards(odd)).cards, odd).toBe(3)
    }
    expect((await cards('?arrivals=999')).cards).toBe(books.length)
    expect((await ask(origin, '/browse?isSocial=true', { cookies: reader.web })).status).toBe(302)
  })

  test('call a book locked only for readers without access', async () => {
    const free = await newReader(origin)
    const subscriber = await newReader(origin)
    await subscribeInTheApp(origin, subscriber)
    for (const page of ['/browse?arrivals=30', '/browse/books']) {
      const seen = async (reader: Reader) =>
        (await ask(origin, page, { cookies: reader.web })).text.includes('(locked: requires')
      expect([await seen(free), await seen(subscriber)], page).toEqual([true, false])
    }
  })

  test('have all parts of the home page on the first day', async () => {
    const reader = await newReader(origin)
    const { text } = await ask(origin, '/browse', { cookies: reader.web })
    for (const part of [
      'Recommended for You',
      'Latest Arrivals',
      'Discover',
      'I&#x27;m Feeling Lucky',
      'Trending Now',
      'Recently Read',
      'Explore ',
      'Find a book to read',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('Popular in')
    expect(text).not.toContain('>Continue<')
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size, 'every id is unique').toBe(ids.length)
  })
})

describe('the daily review', () => {
  test('asks about a book that was read, and counts one answer to a card', async () => {
    const reader = await newReader(origin)
    const walden = books.find(({ slug }) => slug === 'walden')!
    expect(await dataOf(reader, '/api/review')).toEqual({ cards: [], answered: 0, tomorrow: 0 })
    await markRead(reader, walden._id)
    const { data: free } = reviewJson.parse((await asks(reader, '/api/review')).json)
    const ideas = free.cards.map(({ idea }) => idea)
    expect(ideas).toEqual([1, 3])
    expect(free.cards[0]).toMatchObject({ bookId: walden._id, slug: 'walden', reps: 0 })
    await subscribeInTheApp(origin, reader)
    const { data: whole } = reviewJson.parse((await asks(reader, '/api/review')).json)
    expect(whole.cards).toHaveLength(5)
    const path = `/api/review/${whole.cards[0]!._id}`
    const grade = (body: unknown, at = path) => asks(reader, at, 'POST', body)
    for (const body of [{}, { grade: 5 }, { grade: 'perfect' }, { grade: 'good', reps: -1 }])
      expect((await grade(body)).status, JSON.stringify(body)).toBe(400)
    for (const id of INVALID_IDS)
      expect((await grade({ grade: 'good' }, `/api/review/${id}`)).status, id).toBe(404)
    const answer = await grade({ grade: 'good', reps: 0 })
    expect(answer.json.data).toMatchObject({ counts: true })
    expect((await grade({ grade: 'again' })).json.data).toMatchObject({ counts: false })
    const other = await newReader(origin)
    expect((await asks(other, path, 'POST', { grade: 'good' })).status).toBe(404)
    expect(await dataOf(reader, '/api/review')).toMatchObject({ answered: 1, tomorrow: null })
  })
})

describe('a reader’s year', () => {
  const yearOf = async (reader: Reader, query = '') =>
    yearJson.parse((await asks(reader, `/api/reading/year${query}`)).json).data
  const page = (reader: Reader | null, path: string, headers = {}) =>
    fetch(`${origin}${path}`, {
      redirect: 'manual',
      headers: { ...headers, ...(reader && { Authorization: `Bearer ${reader.token}` }) },
    })

  test('counts what they read, on the page, by call, and as a picture only for them', async () => {
    const [reader, other] = [await newReader(origin), await newReader(origin)]
    const now = new Date().getUTCFullYear()
    expect(await yearOf(reader)).toMatchObject({ year: now, years: [], books: 0, goal: null })
    expect(await (await page(reader, '/browse/year')).text()).toContain('Find something to read')
    expect((await page(reader, `/browse/year/${now}.png`)).status).toBe(404)
    await markRead(reader, open._id)
    const year = await yearOf(reader, `?year=${now}`)
    expect(year).toMatchObject({ years: [now], books: 1, thisMonth: { books: 1, ideas: 0 } })
    expect(await yearOf(reader, '?year=2020')).toMatchObject({ year: 2020, books: 0 })
    const html = await (await page(reader, '/browse/year')).text()
    expect(html).toContain(`${now} in books`)
    expect(html).toContain(`/summaries/${open.slug}`)
    const picture = await page(reader, `/browse/year/${now}.png`)
    expect(picture.headers.get('Content-Type')).toBe('image/png')
    expect(picture.headers.get('Cache-Control')).toMatch(/^private/)
    expect(new DataView(await picture.arrayBuffer()).getUint32(16)).toBe(1080)
    const known = { 'If-None-Match': picture.headers.get('ETag')! }
    expect((await page(reader, `/browse/year/${now}.png`, known)).status).toBe(304)
    expect((await page(other, `/browse/year/${now}.png`, known)).status).toBe(404)
    expect((await page(null, `/browse/year/${now}.png`, known)).status).toBe(302)
    for (const bad of ['?year=20', '?year=1999', '?year=2026-01', '?year=constructor'])
      expect((await asks(reader, `/api/reading/year${bad}`)).status, bad).toBe(400)
    for (const file of ['2026.svg', '1999.png', '..%2f2026.png', '2026.png.png'])
      expect((await page(reader, `/browse/year/${file}`)).status, file).toBe(404)
  })

  test('has a goal only if they set one', async () => {
    const [reader, other] = [await newReader(origin), await newReader(origin)]
    await markRead(reader, open._id)
    const set = (goal: unknown) => asks(reader, '/api/reading/goal', 'PUT', goal)
    for (const goal of [{}, { books: 0, period: 'week' }, { books: 2, period: 'day' }])
      expect((await set(goal)).status, JSON.stringify(goal)).toBe(400)
    expect((await set({ books: 2, period: 'week' })).json.data).toEqual({
      goal: { books: 2, period: 'week' },
    })
    expect((await yearOf(reader)).goal).toEqual({ books: 2, period: 'week', done: 1 })
    expect((await yearOf(other)).goal).toBeNull()
    expect(await (await page(reader, '/browse')).text()).toContain('1 of 2 this week')
    expect((await asks(reader, '/api/reading/goal', 'DELETE')).status).toBe(200)
    expect((await yearOf(reader)).goal).toBeNull()
    const { data } = takeawayJson.parse((await asks(other, '/api/reading/takeaway')).json)
    expect(data.takeaway?.path).toBe('/today#readr-takeaways')
  })
})

describe('Reminders', () => {
  test('are the same for apps, which change a part of them', async () => {
    const reader = await newReader(origin)
    const call = async (json?: object) => {
      const more = json ? { method: 'PUT', json } : {}
      return ask(origin, '/api/reading/reminders', { token: reader.token, ...more })
    }
    const parts = { newBooks: true, todaysRead: true, highlight: true }
    const off = {
      digest: { frequency: 'off', ...parts },
      review: { frequency: 'off', hour: 8 },
      asksQuestions: true,
      timeZone: 'UTC',
      browsers: [],
    }
    expect((await call()).json.data).toEqual(off)
    const weekly = { ...off, digest: { frequency: 'weekly', ...parts, highlight: false } }
    const saved = await call({ digest: { frequency: 'weekly', highlight: false } })
    expect(saved.json.data).toEqual(weekly)
    const later = await call({ review: { frequency: 'daily', hour: 18 }, timeZone: 'Asia/Tokyo' })
    expect(later.status).toBe(200)
    expect((await call()).json.data).toEqual({
      ...weekly,
      review: { frequency: 'daily', hour: 18 },
      timeZone: 'Asia/Tokyo',
    })
    const nothing = { newBooks: false, todaysRead: false }
    for (const wrong of [{ digest: nothing }, { review: { hour: 3 } }, { timeZone: 'Mars' }])
      expect((await call(wrong)).status, JSON.stringify(wrong)).toBe(400)
    const { text } = await ask(origin, '/settings/reminders', { cookies: reader.web })
    const digest = text.match(/<input[^>]* name="digest"[^>]*>/g)!
    expect(digest.find((one) => one.includes('checked'))).toContain('value="weekly"')
  })

  test('are off until asked for, and an email client ends the digest with one click', async () => {
    const reader = await newReader(origin)
    const settings = '/settings/reminders'
    const chosen = async (name: string) => {
      const { text } = await ask(origin, settings, { cookies: reader.web })
      const inputs = text.match(new RegExp(`<input[^>]* name="${name}"[^>]*>`, 'g'))!
      return inputs
        .filter((one) => one.includes('checked'))
        .map((one) => /value="(\w+)"/.exec(one)![1])
    }
    for (const name of ['digest', 'frequency']) expect(await chosen(name)).toEqual(['off'])
    const zone = { timeZone: 'Europe/Berlin', hour: '8', frequency: 'off', intent: 'save' }
    const save = (form: Record<string, string>) =>
      ask(origin, settings, { cookies: reader.web, form: { ...zone, version: '0', ...form } })
    expect((await save({ digest: 'weekly' })).status).toBe(400)
    expect((await save({ digest: 'weekly', todaysRead: 'on' })).status).toBe(303)

    // Signs as the product does.
    vi.stubEnv('DATA_DIR', product.variables['DATA_DIR']!)
    vi.resetModules()
    const { stopToken } = await import('#app/reading/service/reminders/stop-token.server.ts')
    const token = stopToken('digest', Number.parseInt(reader.id, 16))
    const oneClick = { form: { 'List-Unsubscribe': 'One-Click' } }
    for (const wrong of [`/review/stop/${token}`, `/digest/stop/${token.slice(0, -3)}AAA`])
      expect((await ask(origin, wrong, oneClick)).status, wrong).toBe(404)
    const path = `/digest/stop/${token}`
    expect((await ask(origin, path)).status, 'programs open links').toBe(200)
    expect(await chosen('digest')).toEqual(['weekly'])
    for (const time of ['first', 'second'])
      expect((await ask(origin, path, oneClick)).status, time).toBe(200)
    expect(await chosen('digest')).toEqual(['off'])
    const stopped = await ask(origin, path, { form: {} })
    expect([stopped.status, stopped.headers.get('Location')]).toEqual([303, `${path}?stopped`])
    expect((await ask(origin, `${path}?stopped`)).text).toContain('No more digests')
    // What was in it stays chosen.
    const { text } = await ask(origin, settings, { cookies: reader.web })
    const parts = text.match(/<input[^>]* name="(?:newBooks|todaysRead|highlight)"[^>]*>/g)!
    expect(parts.map((part) => part.includes('checked'))).toEqual([false, true, false])
  })

  test('forget nothing that was chosen while they are off', async () => {
    const reader = await newReader(origin)
    const settings = '/settings/reminders'
    const form = { timeZone: 'UTC', hour: '8', frequency: 'off', digest: 'off', highlight: 'on' }
    const sent = { ...form, intent: 'save', version: '0' }
    expect((await ask(origin, settings, { cookies: reader.web, form: sent })).status).toBe(303)
    const { text } = await ask(origin, settings, { cookies: reader.web })
    const parts = text.match(/<input[^>]* name="(?:newBooks|todaysRead|highlight)"[^>]*>/g)!
    expect(parts.map((part) => part.includes('checked'))).toEqual([false, false, true])
  })

  test('are not overwritten by a form from before the last change', async () => {
    const reader = await newReader(origin)
    const settings = '/settings/reminders'
    const versionIn = (html: string) => /name="version" value="(\d+)"/.exec(html)![1]!
    const form = { timeZone: 'UTC', hour: '8', frequency: 'off', digest: 'off', intent: 'save' }
    const save = (version: string, more: Record<string, string> = {}) =>
      ask(origin, settings, { cookies: reader.web, form: { ...form, version, ...more } })
    const reminders = async () =>
      (await ask(origin, '/api/reading/reminders', { token: reader.token })).json.data as {
        review: { frequency: string }
      }
    const before = versionIn((await ask(origin, settings, { cookies: reader.web })).text)
    const daily = { frequency: 'daily', hour: '18' }
    // A double click sends the form twice.
    const twice = await Promise.all([save(before, daily), save(before, daily)])
    expect(twice.map(({ status }) => status)).toEqual([303, 303])
    const wrong = await save(before, { frequency: 'weekly', hour: '3' })
    expect([wrong.status, versionIn(wrong.text)]).toEqual([400, before])
    const old = await save(before, { frequency: 'weekly', hour: '20', asks: 'on' })
    expect(old.status).toBe(409)
    expect(old.text).toContain('Your reminders were changed in another tab or on another device')
    expect(old.text).toMatch(/<option value="20" selected=""/)
    expect((await reminders()).review).toEqual({ frequency: 'daily', hour: 18 })
    const seen = versionIn(old.text)
    const both = await Promise.all([
      save(seen, { frequency: 'weekly', hour: '20' }),
      save(seen, { frequency: 'weekly', hour: '6' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409])
    expect((await save('')).status).toBe(400)
    expect((await reminders()).review.frequency).toBe('weekly')
  })
})
