import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRows, type Product, startProduct } from '#tests/setup/product.ts'
import { ask, newAdmin, newReader, type Reader, subscribeInTheApp } from './accounts-client.ts'

/** Pages that are rendered once for all readers with the same access, and filled for each. */
const SHARED = ['/browse/books', '/browse/books/self-help', '/browse/books?sort=newest&page=2']
const TOKEN = 't'.repeat(32)
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
  slugs = (json.data as unknown as { books: { slug: string }[] }).books.map(({ slug }) => slug)
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

/** A page without what differs in each response. */
const seen = ({ status, headers, text }: Awaited<ReturnType<typeof open>>) => ({
  status,
  text,
  headers: Object.fromEntries(
    [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)),
  ),
})

/** The same random numbers in each run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test('a thousand pages of two readers with changing marks are the bytes of their own rendering', async () => {
  const random = numbers(19)
  const before = await filled()
  let pages = 0
  let differing = 0
  for (let round = 0; round < 28; round++) {
    for (const reader of readers) {
      const slug = slugs[random(slugs.length)]!
      await mark(reader, slug, random(2) === 0 ? 'saved' : 'read', random(3) > 0)
      if (round % 4 === 3) {
        const position = { section: 'idea-1', share: String(random(95) / 100), back: '' }
        const path = `/summaries/${slugs[random(slugs.length)]}/place`
        await ask(product.origin, path, { cookies: reader.web, form: position })
      }
    }
    const path = SHARED[round % SHARED.length]!
    const own = await Promise.all(
      readers.map(async (reader) => seen(await open(path, reader, ALONE))),
    )
    expect(own.map(({ status }) => status)).toEqual([200, 200])
    if (own[0]!.text !== own[1]!.text) differing++
    for (let turn = 0; turn < 18; turn++) {
      const found = await Promise.all(readers.map(async (reader) => seen(await open(path, reader))))
      // Not toEqual, which takes long to compare a hundred kilobytes.
      for (const [i, page] of found.entries()) {
        if (page.text !== own[i]!.text) expect(page.text).toBe(own[i]!.text)
        expect(page.headers).toEqual(own[i]!.headers)
      }
      pages += found.length
    }
  }
  expect(pages).toBeGreaterThan(1000)
  expect(differing).toBeGreaterThan(15)
  // The first pages of each kind are rendered.
  expect((await filled()) - before).toBeGreaterThan(pages - 20)
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
