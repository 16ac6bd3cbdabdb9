import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseRssFeed } from 'feedsmith'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Product, runProduct, startProduct } from '#tests/setup/product.ts'
import { mp3Tone } from '#tests/setup/sounds.ts'
import { bookFile } from '#tests/store/books.ts'
import {
  ask,
  type CallAnswer,
  newReader,
  PASSWORD,
  type Reader,
  subscribeInTheApp,
} from './accounts-client.ts'
import { confirmAddress } from './app-keys.ts'

const VTT =
  'WEBVTT\n\n00:00.000 --> 00:03.000\nThe free part.\n\n00:03.000 --> 00:06.000\nThe paid part.\n'

const TOKEN = 'a-token-for-prometheus'

let product: Product
let reader: Reader
let subscriber: Reader
let mp3: Uint8Array
let id: string

beforeAll(async () => {
  const variables = { RATE_LIMIT_FACTOR: '1000', METRICS_TOKEN: TOKEN }
  product = await startProduct('content', variables)
  mp3 = await mp3Tone(6)
  const folder = mkdtempSync(join(tmpdir(), 'readr-audio-'))
  writeFileSync(join(folder, 'heard.md'), bookFile({ title: 'Heard' }))
  writeFileSync(join(folder, 'heard.mp3'), mp3)
  writeFileSync(join(folder, 'heard.vtt'), VTT)
  const { status, stdout, stderr } = await runProduct(
    'readr',
    ['import', folder],
    product.variables,
  )
  rmSync(folder, { recursive: true })
  if (status !== 0 || !stdout.includes('Imported the audio of 1 book.')) throw new Error(stderr)
  ;[reader, subscriber] = [await newReader(product.origin), await newReader(product.origin)]
  await subscribeInTheApp(product.origin, subscriber)
  id = dataOf(await ask(product.origin, '/books?search=heard')).books[0]!._id
})
afterAll(() => product.stop())

interface Audio {
  url: string
  isWhole: boolean
  durationSeconds: number
  chapters: { title: string }[]
  position: { seconds: number } | null
}

async function audioFor(someone: Reader | null): Promise<Audio> {
  const path = `/api/books/${id}/audio`
  const answer = await ask(product.origin, path, someone ? { token: someone.token } : {})
  expect(answer.status, answer.text).toBe(200)
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
  return dataOf(answer).audio
}

/** The data of an answer. */
const dataOf = ({ json }: CallAnswer) =>
  json.data as unknown as {
    books: { _id: string }[]
    audio: Audio
    places: object[]
    position: { seconds: number }
  }

/** The address at which the product listens, not APP_URL. */
const here = (url: string) => product.origin + url.replace(/^https?:\/\/[^/]+/, '')

async function load(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(here(url), { headers, method })
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

describe('the audio of a book', () => {
  test('is whole with full access, and ends at the cut for everybody else', async () => {
    const whole = await audioFor(subscriber)
    expect(whole).toMatchObject({ isWhole: true, position: null })
    expect(whole.chapters.map(({ title }) => title)).toEqual(['Hook', 'Idea 4: Paid idea'])
    expect((await load(whole.url)).bytes).toEqual(mp3)
    for (const someone of [null, reader]) {
      const free = await audioFor(someone)
      expect(free).toMatchObject({ isWhole: false, chapters: [{ title: 'Hook' }] })
      expect(free.durationSeconds).toBeLessThanOrEqual(3)
      const { response, bytes } = await load(free.url, { Range: 'bytes=0-9999999' })
      expect(response.status).toBe(206)
      expect(bytes.length).toBeLessThan(0.6 * mp3.length)
    }
  })

  test('is found by the address in the page, which leads to a signed one', async () => {
    const visitor = await ask(product.origin, '/audio/heard')
    expect(visitor.status).toBe(302)
    expect(visitor.headers.get('Cache-Control')).toBe('private, no-store')
    expect(visitor.headers.get('Location')).not.toContain('reader=')
    const { headers } = await ask(product.origin, '/audio/heard', { cookies: subscriber.web })
    expect((await load(headers.get('Location')!)).bytes).toEqual(mp3)
    expect((await ask(product.origin, '/audio/walden')).status).toBe(404)
    expect((await ask(product.origin, '/audio/no-such-book')).status).toBe(404)
  })

  test('has a 404 for a book without one', async () => {
    const { _id } = dataOf(await ask(product.origin, '/books?search=walden')).books[0]!
    const answer = await ask(product.origin, `/api/books/${_id}/audio`, { token: reader.token })
    expect([answer.status, answer.json.message]).toEqual([404, 'This book has no audio.'])
  })

  test('shares its position with reading', async () => {
    const saved = await ask(product.origin, `/api/books/${id}/audio`, {
      method: 'PUT',
      token: subscriber.token,
      json: { seconds: 3.5 },
    })
    expect(dataOf(saved).position.seconds).toBe(3)
    expect((await audioFor(subscriber)).position).toMatchObject({ seconds: 3 })
    const places = await ask(product.origin, '/api/books/places', { token: subscriber.token })
    expect(dataOf(places).places[0]).toMatchObject({ bookId: id, section: 'idea-4' })
  })
})

describe('a signed address', () => {
  /** How many bytes of audio were read. */
  const bytesRead = async () => {
    const { text } = await ask(product.origin, '/metrics', { token: TOKEN })
    return Number(/^readr_audio_bytes_total (\d+)$/m.exec(text)?.[1])
  }

  test('takes ranges and HEAD', async () => {
    const { url } = await audioFor(subscriber)
    const before = await bytesRead()
    const head = await load(url, {}, 'HEAD')
    expect(await bytesRead()).toBe(before)
    expect(head.response.status).toBe(200)
    expect(head.response.headers.get('Content-Length')).toBe(String(mp3.length))
    expect(head.response.headers.get('Accept-Ranges')).toBe('bytes')
    expect(head.response.headers.get('Content-Type')).toBe('audio/mpeg')
    expect(head.response.headers.get('Cache-Control')).toMatch(/^private, max-age=\d+$/)
    expect(head.bytes).toHaveLength(0)
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 0],
      ['bytes=100-199', 100, 199],
      ['bytes=500-', 500, mp3.length - 1],
      ['bytes=-10', mp3.length - 10, mp3.length - 1],
    ] as const) {
      const { response, bytes } = await load(url, { Range: range })
      expect(response.status, range).toBe(206)
      expect(response.headers.get('Content-Range')).toBe(`bytes ${from}-${to}/${mp3.length}`)
      expect(bytes).toEqual(mp3.slice(from, to + 1))
    }
    const beyond = await load(url, { Range: 'bytes=99999999-' })
    expect(beyond.response.status).toBe(416)
    expect(beyond.response.headers.get('Content-Range')).toBe(`bytes */${mp3.length}`)
    const tag = head.response.headers.get('ETag')!
    // Without its own header, fetch() asks for a fresh copy.
    const known = { 'If-None-Match': tag, 'Cache-Control': 'max-age=0' }
    expect((await load(url, known)).response.status).toBe(304)
    const changed = await load(url, { Range: 'bytes=0-9', 'If-Range': '"another"' })
    expect(changed.response.status).toBe(200)
    expect((await load(url, {}, 'POST')).response.status).toBe(405)
  })

  test('is worth nothing when anything in it is changed', async () => {
    const [whole, free] = [await audioFor(subscriber), await audioFor(null)]
    const change = (url: string, edit: (query: URLSearchParams) => void) => {
      const changed = new URL(here(url))
      edit(changed.searchParams)
      return changed.href
    }
    const file = new URL(whole.url).searchParams.get('file')!
    for (const url of [
      change(free.url, (query) => query.set('file', file)),
      change(free.url, (query) => query.set('expires', '9999999999')),
      change(whole.url, (query) => query.delete('reader')),
      change(whole.url, (query) => query.set('reader', '1')),
      change(whole.url, (query) => query.set('book', '1')),
      change(whole.url, (query) => query.set('file', '../readr.db')),
      change(whole.url, (query) => query.set('signature', '')),
      here(whole.url).replace('/audio/heard', '/audio/walden'),
    ]) {
      const { response, bytes } = await load(url)
      expect(response.status, url).toBe(403)
      expect(bytes.length).toBeLessThan(mp3.length / 2)
    }
  })

  test('ends with the account of its reader', async () => {
    const leaving = await newReader(product.origin)
    await subscribeInTheApp(product.origin, leaving)
    const { url } = await audioFor(leaving)
    const form = { method: 'DELETE', token: leaving.token }
    expect((await ask(product.origin, '/auth/delete-account', form)).status).toBe(200)
    expect((await load(url)).response.status).toBe(403)
  })
})

describe('a private podcast', () => {
  const podcastOf = async (name: string, someone = subscriber) => {
    const form = { intent: 'create-podcast', name, selection: 'everything', password: PASSWORD }
    const { text } = await ask(product.origin, '/settings/apps', { cookies: someone.web, form })
    return /id="new-secret"[^>]*>[^<]*(\/podcast\/readr_pod_[\w-]{43}\.xml)</.exec(text)![1]!
  }

  beforeAll(() => confirmAddress(product.origin, subscriber))

  test('is a feed whose files play, also in parts', async () => {
    const path = await podcastOf('My phone')
    const answer = await ask(product.origin, path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8')
    expect(answer.headers.get('Cache-Control')).toBe('private, no-cache')
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(answer.headers.get('X-Robots-Tag')).toBe('noindex')
    expect(answer.headers.has('Last-Modified')).toBe(true)
    const known = { 'If-None-Match': answer.headers.get('ETag')! }
    expect((await ask(product.origin, path, { headers: known })).status).toBe(304)
    const { items } = parseRssFeed(answer.text)
    expect(items!.map(({ title }) => title)).toEqual(['Heard, by Nobody'])
    const url = items![0]!.enclosures![0]!.url!
    expect((await load(url)).bytes).toEqual(mp3)
    const part = await load(url, { Range: 'bytes=0-99' })
    expect([part.response.status, part.bytes.length]).toEqual([206, 100])
    const head = await load(url, {}, 'HEAD')
    expect(head.response.headers.get('Content-Length')).toBe(String(mp3.length))
    const chapters = await load(items![0]!.podcast!.chapters!.url!)
    expect(JSON.parse(Buffer.from(chapters.bytes).toString())).toMatchObject({
      chapters: [{ title: 'Hook' }, { title: 'Idea 4: Paid idea' }],
    })
    expect((await load(url.replace('heard.mp3', 'walden.mp3'))).response.status).toBe(404)
    expect((await ask(product.origin, '/settings/apps', { cookies: subscriber.web })).text).toMatch(
      /My phone[^]*last used/,
    )
  })

  test('ends when it is revoked, and pauses with the subscription', async () => {
    const path = await podcastOf('Revoked')
    const settings = await ask(product.origin, '/settings/apps', { cookies: subscriber.web })
    const session = />Revoked<\/strong>[^]*?name="session" value="(\d+)"/.exec(settings.text)![1]!
    const form = { intent: 'revoke', session }
    await ask(product.origin, '/settings/apps', { cookies: subscriber.web, form })
    expect((await ask(product.origin, path)).status).toBe(410)
    expect((await ask(product.origin, path.replace('.xml', '/heard.mp3'))).status).toBe(410)

    const paused = await podcastOf('Paused')
    await subscribeInTheApp(product.origin, subscriber, -1)
    const feed = parseRssFeed((await ask(product.origin, paused)).text)
    expect(feed.description).toContain('subscription has ended')
    expect(feed.items![0]).not.toHaveProperty('enclosures')
    for (const file of ['heard.mp3', 'heard.json'])
      expect((await ask(product.origin, paused.replace('.xml', `/${file}`))).status).toBe(403)
  })

  test('needs a subscription', async () => {
    const form = { intent: 'create-podcast', name: 'x', selection: 'everything' }
    const refused = await ask(product.origin, '/settings/apps', {
      cookies: reader.web,
      form: { ...form, password: PASSWORD },
    })
    expect([refused.status, refused.headers.get('Location')]).toEqual([303, '/subscribe'])
    const { text } = await ask(product.origin, '/settings/apps', { cookies: reader.web })
    expect(text).toContain('Every subscription includes private podcasts.')
  })
})
