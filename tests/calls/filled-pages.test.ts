import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRows, type Product, startProduct } from '#tests/setup/product.ts'
import { ask, newAdmin, newReader, type Reader, subscribeInTheApp } from './accounts-client.ts'

/** Pages that are rendered once for all readers with the same access, and filled for each. */
const FILLED = [
  '/browse/books',
  '/browse/books/self-help',
  '/browse/books?sort=newest&page=2',
  '/browse/collections/clear-heads',
  '/summaries/walden',
  '/summaries/meditations',
  '/today',
  '/browse',
  '/browse/books/my-list',
  '/settings',
  '/browse/books/my-list.data?_routes=web%2Freading%2Fmy-list',
  '/browse/books.data?_routes=catalogue',
  '/summaries/walden.data?_routes=web%2Fcatalogue%2Fsummary',
  '/browse.data?_routes=web%2Freading%2Fhome',
]
const TOKEN = 'a-token-for-prometheus'
/** With it, a page is rendered for its reader alone. It opens nothing. */
const ALONE = { readr_access: 'x' }

/** Names as attackers choose them. */
const NAMES = [
  '</script><b>"\'\\ $& $1 \u2028 😀',
  '<template data-slot="0 end"></template>{"savedCount":7}',
]

let product: Product
let readers: Reader[]
let slugs: string[]
let walden: string

beforeAll(async () => {
  product = await startProduct(
    'content',
    { RATE_LIMIT_FACTOR: '1000', METRICS_TOKEN: TOKEN },
    { postgres: process.env['TEST_POSTGRES_URL'], processes: 1 },
  )
  readers = []
  for (const name of NAMES) {
    const reader = await newReader(product.origin)
    readers.push(reader)
    await changeRows(
      product.variables,
      `UPDATE "User" SET "name" = '${name.replaceAll("'", "''")}' WHERE "email" = '${reader.email}'`,
    )
    await subscribeInTheApp(product.origin, reader)
  }
  const { json } = await ask(product.origin, '/books')
  const { books } = json.data as unknown as { books: { _id: string; slug: string }[] }
  slugs = books.map(({ slug }) => slug)
  walden = books.find(({ slug }) => slug === 'walden')!._id
})
afterAll(() => product.stop())

const open = (path: string, reader: Reader, more: Record<string, string> = {}) =>
  ask(product.origin, path, {
    cookies: { ...reader.web, ...more },
    headers: { 'Accept-Encoding': 'identity' },
  })

const mark = (reader: Reader, slug: string, mark: 'saved' | 'read', on: boolean) =>
  ask(product.origin, `/summaries/${slug}/marks`, {
    cookies: reader.web,
    form: { mark, on: String(on), back: '/browse' },
  })

/** How many pages were filled. */
async function filled(): Promise<number> {
  const { text } = await ask(product.origin, '/metrics', { token: TOKEN })
  const counts = [...text.matchAll(/^readr_pages_filled_total\{.*\} (\d+)$/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}

/** A page without what differs in each response, such as the random book of the home page. */
function seen({ status, headers, text }: Awaited<ReturnType<typeof open>>) {
  const isRandom = /discover\\*":/.test(text)
  const without = (all: string, ...random: RegExp[]) =>
    isRandom ? random.reduce((rest, one) => rest.replaceAll(one, ''), all) : all
  return {
    status,
    // Only a page for one reader preloads what its fragments show.
    text: without(
      text.replaceAll(/<link rel="preload" as="image"[^>]*>/g, ''),
      /(?<=aria-live="polite">)<div.*?(?=<\/div><form class="discover-another")/gs,
      /(?<=discover\\*":).*?}\\?",/gs,
    ),
    headers: Object.fromEntries(
      [...headers]
        .filter(([name]) => !['x-request-id', 'date'].includes(name))
        .filter(([name]) => name !== 'content-length')
        .map(([name, value]) => [name, without(value, /'sha256-[^']+'/g)]),
    ),
  }
}

/** Where two long texts begin to differ. */
function firstDifference(one: string, other: string): string[] | null {
  if (one === other) return null
  const at = [...one].findIndex((char, i) => char !== other[i])
  return [one, other].map((text) => text.slice(Math.max(0, at - 100), at + 100))
}

/** The same random numbers in each run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test('a thousand pages of two readers with changing marks are the bytes of a separate rendering', async () => {
  const random = numbers(19)
  const filledBefore = await filled()
  let pages = 0
  let differing = 0
  for (let round = 0; round < 3 * FILLED.length + 1; round++) {
    for (const reader of readers) {
      const slug = slugs[random(slugs.length)]!
      await mark(reader, slug, random(2) === 0 ? 'saved' : 'read', random(3) > 0)
      if (round % 4 === 1) {
        const position = { start: random(900), end: 1000 }
        const json = { bookId: walden, position, text: NAMES[round % 2] }
        const { status } = await ask(product.origin, '/api/notes', { cookies: reader.web, json })
        expect(status).toBe(200)
      }
      if (round % 4 === 3) {
        const position = { section: 'idea-1', share: String(random(95) / 100), back: '' }
        const book = ['walden', 'meditations', slugs[random(slugs.length)]][random(3)]
        const path = `/summaries/${book}/place`
        await ask(product.origin, path, { cookies: reader.web, form: position })
      }
    }
    const path = FILLED[round % FILLED.length]!
    const alone = () =>
      Promise.all(readers.map(async (reader) => seen(await open(path, reader, ALONE))))
    // Viewing a book changes what is recommended after it.
    await alone()
    let own = await alone()
    expect(own.map(({ status }) => status)).toEqual([200, 200])
    if (own[0]!.text !== own[1]!.text) differing++
    for (let turn = 0; turn < 1000 / (6 * FILLED.length) + 1; turn++) {
      const before = own
      const found = await Promise.all(readers.map(async (reader) => seen(await open(path, reader))))
      // Counting the marks of all readers may have changed recommendations since.
      if (found.some(({ text }, i) => text !== before[i]!.text)) own = await alone()
      for (const [i, page] of found.entries()) {
        const same = page.text === before[i]!.text ? before[i]! : own[i]!
        expect(firstDifference(page.text, same.text), path).toBeNull()
        expect(page.headers).toEqual(same.headers)
        pages++
      }
    }
  }
  expect(pages).toBeGreaterThan(1000)
  expect(differing).toBeGreaterThan(15)
  // The first pages of each kind are rendered.
  expect((await filled()) - filledBefore).toBeGreaterThan(pages * 0.9)
})

test('a page that was rendered before has the later highlights of its reader, and nobody else’s', async () => {
  const path = '/summaries/meditations'
  const { json } = await ask(product.origin, '/books?search=meditations')
  const [book] = (json.data as unknown as { books: { _id: string }[] }).books
  for (let turn = 0; turn < 3; turn++) for (const reader of readers) await open(path, reader)
  const filledBefore = await filled()
  for (const [i, reader] of readers.entries()) {
    const position = { start: 40 * i, end: 40 * i + 30 }
    const note = { bookId: book!._id, position, text: `The note of reader ${i}` }
    const { status } = await ask(product.origin, '/api/notes', { cookies: reader.web, json: note })
    expect(status).toBe(200)
  }
  for (let turn = 0; turn < 2; turn++) {
    for (const [i, reader] of readers.entries()) {
      const { text } = await open(path, reader)
      expect(text).toContain(`The note of reader ${i}`)
      expect(text).not.toContain(`The note of reader ${1 - i}`)
      expect(firstDifference(text, (await open(path, reader, ALONE)).text)).toBeNull()
    }
  }
  expect((await filled()) - filledBefore).toBe(4)
})

test('readers without a plan share a summary only if they may read as much of it', async () => {
  const free: Reader[] = []
  for (let i = 0; i < 4; i++) free.push(await newReader(product.origin))
  const choices = ['walden', 'meditations', 'walden', null]
  for (const [i, slug] of choices.entries()) {
    if (slug === null) continue
    const chosen = { cookies: free[i]!.web, form: { choose: 'yes' } }
    expect((await ask(product.origin, `/summaries/${slug}`, chosen)).status).toBe(303)
  }
  const note = 'is your free summary now'
  const chosenFirst = (i: number, path: string) => Number(path !== `/summaries/${choices[i]}`)
  for (const path of ['/summaries/walden', '/summaries/meditations']) {
    // First those who chose the book: then their page is shared.
    const order = [...free.keys()].toSorted((a, b) => chosenFirst(a, path) - chosenFirst(b, path))
    for (const i of order) {
      const reader = free[i]!
      const isChosen = path === `/summaries/${choices[i]}`
      const pages = []
      for (let turn = 0; turn < 3; turn++) pages.push((await open(path, reader)).text)
      // Said once, on the page of the book.
      expect(pages.map((text) => text.includes(note))).toEqual([isChosen, false, false])
      const own = (await open(path, reader, ALONE)).text
      expect(firstDifference((await open(path, reader)).text, own)).toBeNull()
      expect(own.includes('id="free-part-ends"')).toBe(!isChosen)
    }
  }
})

test('a reader whose access has ended gets the page of readers without it', async () => {
  const [reader] = readers as [Reader]
  expect((await open('/browse/books', reader)).text).not.toContain('Get Started')
  await subscribeInTheApp(product.origin, reader, -1)
  const after = await open('/browse/books', reader)
  expect(after.text).toContain('Get Started')
  expect(seen(after)).toEqual(seen(await open('/browse/books', reader, ALONE)))
})

test('after an edit of a book, no reader gets the page from before', async () => {
  const admin = await newAdmin(product)
  const path = '/admin/books/walden'
  for (const reader of readers) await open('/browse/books', reader)
  const page = await ask(product.origin, path, { cookies: admin.web })
  const since = /name="since" value="([0-9a-f]+)"/.exec(page.text)![1]!
  const source = `---\ntitle: Aaa, edited\nauthor: A\nyear: 1900\ngenre: Fiction\nblurb: B\nlocked: false\npublishedAt: 2026-01-01\n---\nHook\n\nThe free words.\n\n4. Paid\n\nThe paid words.\n`
  const form = { intent: 'save', since, source }
  expect((await ask(product.origin, path, { cookies: admin.web, form })).status).toBe(303)
  for (const reader of [...readers, ...readers]) {
    await expect
      .poll(async () => (await open('/browse/books', reader)).text, { timeout: 30_000 })
      .toContain('Aaa, edited')
  }
})
