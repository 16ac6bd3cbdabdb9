import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATIONS } from '#app/middleware/operations-addresses.ts'
import routes from '#app/routes.ts'
import { type Product, startProduct } from '#tests/setup/product.ts'
import { ask, newAdmin, newReader, type Reader, subscribeInTheApp } from './accounts-client.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'] as const
const PEOPLE = ['visitor', 'free', 'admin', 'subscriber'] as const

/**
 * Statuses for visitor, free reader, administrator, and subscriber (default: as a free reader); a
 * single number applies to all.
 */
type Statuses =
  | [visitor: number, free: number, admin: number]
  | [visitor: number, free: number, admin: number, subscriber: number]
type Row = Partial<Record<(typeof METHODS)[number], number | Statuses>>

/** A read-only page. */
const page = (GET: Row['GET'] = 200): Row => ({ GET, POST: 405 })
/** A read-only call. */
const readCall = (GET: Row['GET'] = 200): Row => ({ GET })
/** For readers; visitors are redirected to sign in. */
const PRIVATE: Row['GET'] = [302, 200, 200]
const NEEDS_SESSION = (status: number): Statuses => [401, status, status]
/** For subscribers and administrators. */
const NEEDS_FULL: Row['GET'] = [401, 403, 200, 200]
/** For administrators. */
const ADMIN_ONLY: Statuses = [302, 403, 200]
/** Redirects signed-in readers. */
const VISITORS_ONLY: Row['GET'] = [200, 302, 302]

/**
 * The answer of every address to an empty request. Other methods answer 405, and HEAD answers like
 * GET. Every address in app/routes.ts needs a row.
 */
const TABLE: Record<string, Row> = {
  '': page(VISITORS_ONLY),
  about: page(),
  contact: { GET: 200, POST: 400 },
  'contact/sent': page(),
  terms: page(),
  privacy: page(),
  accessibility: page(),
  'terms-of-service': page(301),
  'privacy-policy': page(301),
  '403': page(403),
  '500': page(500),
  login: { GET: VISITORS_ONLY, POST: 400 },
  register: { GET: VISITORS_ONLY, POST: 400 },
  'forgot-password': page(301),
  highlights: page(301),
  review: page(301),
  collections: page(301),
  'browse/topics': page(),
  'reset-password': { GET: 200, POST: 400 },
  'reset-password/sent': page(),
  'reset-password/done': page(),
  'reset-password/:token': { GET: 400, POST: 400 },
  'undo-email-change/:token': { GET: 400, POST: 400 },
  'login/cookies': page(303),
  'login/code': { GET: [303, 302, 302], POST: [303, 302, 302] },
  'settings/download/:file': page(404),
  'login/take-over': { GET: 303, POST: 303 },
  continue: { GET: 302, POST: 405 },
  'settings/delete': { GET: PRIVATE, POST: [303, 400, 400] },
  'settings/apps': { GET: PRIVATE, POST: [302, 400, 400] },
  'settings/devices': { GET: PRIVATE, POST: [302, 400, 400] },
  'settings/data': page(PRIVATE),
  'settings/kindle': { GET: PRIVATE, POST: [302, 400, 400] },
  'settings/reminders': { GET: PRIVATE, POST: [303, 400, 400] },
  'settings/sharing': { GET: PRIVATE, POST: [303, 400, 400] },
  'settings/review': page(301),
  'review/stop/:token': { GET: 404, POST: 400 },
  'digest/stop/:token': { GET: 404, POST: 400 },
  'request/stop/:token': { GET: 404, POST: 400 },
  'settings/two-factor': { GET: PRIVATE, POST: [302, 400, 400] },
  verify: { GET: PRIVATE, POST: [302, 400, 400] },
  logout: { GET: 302, POST: 303 },
  appearance: { GET: 302, POST: 400 },
  settings: { GET: PRIVATE, POST: [302, 400, 400] },
  requests: { GET: 200, POST: [303, 400, 400] },
  'requests/new': { GET: 200, POST: [303, 400, 400] },
  'requests/suggestions': page(),
  browse: page(PRIVATE),
  'browse/books': page(),
  'browse/books/my-list': page(PRIVATE),
  'browse/review': { GET: PRIVATE, POST: [303, 400, 400] },
  'browse/books.epub': page(),
  // Without books, it leads to the page.
  'browse/books/my-list.epub': page([302, 302, 302]),
  'browse/notes': { GET: PRIVATE, POST: [303, 400, 400] },
  'browse/notes/print': page(PRIVATE),
  'browse/notes/:file': page(404),
  'browse/year': { GET: PRIVATE, POST: [303, 400, 400] },
  'browse/year/:file': page(404),
  'browse/taste': { GET: PRIVATE, POST: [303, 400, 400] },
  offline: page(),
  'offline/list': page([401, 200, 200]),
  'browse/books/:genre': page(),
  'browse/topics/:topic': page(),
  'browse/collections': page(),
  'browse/collections/:collection': page(),
  'browse/collections/:collection.epub': page(),
  'browse/suggestions': page(),
  today: page(),
  'today/:date': page(404),
  'summaries/:slug.epub': page(),
  'audio/:slug': page(404),
  ask: page(),
  'ask/opened': { GET: 400, POST: 400 },
  'free-summary': page([302, 200, 302, 302]),
  'books/:slug': page(302),
  'summaries/:slug': { GET: 200, POST: [302, 303, 303] },
  'summaries/:slug/marks': { GET: 302, POST: [303, 400, 400] },
  'summaries/:slug/place': { GET: 302, POST: [303, 400, 400] },
  'summaries/:slug/view': { GET: 302, POST: [303, 204, 204] },
  'summaries/:slug/notes': { GET: PRIVATE, POST: [303, 400, 400] },
  'summaries/:slug/quote': page(),
  'summaries/:slug/kindle': { GET: PRIVATE, POST: [303, 303, 303] },
  'summaries/:slug/share': { GET: PRIVATE, POST: [303, 400, 400] },
  'shared/:token': page(404),
  'summaries/:slug/correction': { GET: 200, POST: [303, 400, 400] },
  opds: page(),
  'opds/books': page(),
  'opds/genres': page(),
  'opds/topics': page(),
  'opds/collections': page(),
  'opds/collections/:collection': page(),
  // Readers' apps log in with an app password.
  'opds/my-list': page(401),
  'opds/search.xml': page(),
  'opds/authentication': page(),
  'opds/v2': page(),
  'opds/v2/books': page(),
  'opds/v2/books/:slug': page(),
  'opds/v2/genres': page(),
  'opds/v2/topics': page(),
  'opds/v2/collections': page(),
  'opds/v2/collections/:collection': page(),
  'opds/v2/my-list': page(401),
  // Its address identifies the reader; this one was never given out.
  'podcast/:token.xml': page(410),
  'podcast/:token/:file': page(410),
  'covers/:file': page(404),
  subscribe: { GET: [302, 200, 302, 302], POST: [302, 303, 303] },
  // Without a plan the request is invalid; administrators are redirected.
  checkout: { GET: [400, 400, 302, 302], POST: [302, 400, 400] },
  'payment-successful': page(302),
  'settings/subscription': { GET: PRIVATE, POST: [302, 400, 400] },
  'settings/cancel': { GET: 302, POST: [302, 400, 400] },
  'settings/refund': { GET: PRIVATE, POST: [302, 400, 400] },
  'settings/change-plan': { GET: 302, POST: [302, 400, 400] },
  'dev/stripe.js': { GET: 200 },
  'pictures/:file': page(404),
  'quotes/:slug': page(400),
  'scripts/:file': page(404),
  'common-passwords.txt': page(),
  'sitemap.xml': page(),
  'robots.txt': page(),
  'feed.xml': page(),
  '.well-known/security.txt': page(),
  // Reports are not forms.
  'api/reports/csp': { GET: 405, POST: 415 },
  admin: { GET: ADMIN_ONLY, POST: [302, 403, 405] },
  'admin/books': { GET: ADMIN_ONLY, POST: [302, 403, 405] },
  'admin/books/new': { GET: ADMIN_ONLY, POST: [302, 403, 400] },
  'admin/books/new/file': { GET: ADMIN_ONLY, POST: [302, 403, 400] },
  'admin/books/new/draft': { GET: [302, 403, 302], POST: [302, 403, 400] },
  'admin/books/:slug/edit': { GET: ADMIN_ONLY, POST: [302, 403, 400] },
  'admin/books/:slug/draft': { GET: [302, 403, 302], POST: [302, 403, 400] },
  'admin/books/:slug': { GET: ADMIN_ONLY, POST: [302, 403, 400] },
  'admin/books/:slug/audio': { GET: ADMIN_ONLY, POST: [302, 403, 400] },
  'admin/books/:slug/cover': { GET: ADMIN_ONLY, POST: [302, 403, 405] },
  'admin/collections': { GET: ADMIN_ONLY, POST: [302, 403, 405] },
  'admin/collections/:collection': { GET: ADMIN_ONLY, POST: [302, 403, 400] },
  'admin/today': { GET: ADMIN_ONLY, POST: [302, 403, 400] },
  'admin/import': { GET: ADMIN_ONLY, POST: [302, 403, 400] },
  'admin/export': { GET: [302, 403, 302], POST: [302, 403, 200] },
  'admin/readers': { GET: ADMIN_ONLY, POST: [302, 403, 405] },
  'admin/readers/:id': { GET: ADMIN_ONLY, POST: [302, 403, 400] },
  'admin/readers/:id/change/:change': { GET: ADMIN_ONLY, POST: [302, 403, 400] },
  'admin/readers/:id/refund/:invoice': { GET: [302, 403, 404], POST: [302, 403, 400] },
  'admin/corrections': { GET: ADMIN_ONLY, POST: [302, 403, 405] },
  'admin/corrections/:id': { GET: [302, 403, 404], POST: [302, 403, 400] },
  'admin/requests': { GET: ADMIN_ONLY, POST: [302, 403, 405] },
  'admin/requests/:id': { GET: [302, 403, 404], POST: [302, 403, 400] },
  'admin/log': { GET: ADMIN_ONLY, POST: [302, 403, 405] },
  'admin/health': { GET: ADMIN_ONLY, POST: [302, 403, 405] },
  'dev/ui': page(),
  'dev/mail': page(),
  'dev/mail/:id': page(),
  'dev/stripe/connection': { GET: 200, POST: 405 },
  'dev/stripe/*': { GET: 404, POST: 404 },
  'dev/checkout/:id': { GET: 404, POST: 404 },
  'dev/portal/:id': { GET: 404, POST: 404 },
  'dev/3ds/:id': { GET: 404, POST: 404 },
  'dev/invoices/:id': { GET: 404, POST: 404 },
  'dev/receipt/:id': { GET: 404, POST: 404 },
  'dev/clock': { GET: 200, POST: 400 },
  'dev/identity/:provider/authorize': { GET: 400, POST: 400 },
  'dev/identity/:provider/return': page(),
  'dev/identity/:provider/token': { GET: 405, POST: 400 },
  'dev/identity/:provider/keys': { GET: 200 },
  'dev/identity/:provider/me': { GET: 401 },
  'subscription/change-plan': { POST: NEEDS_SESSION(400) },
  'subscription/cancel-subscription': { POST: NEEDS_SESSION(409) },
  'subscription/cancel-trial': { POST: NEEDS_SESSION(409) },
  'subscription/resubscribe': { POST: NEEDS_SESSION(409) },
  'api/v1/billing/plans': readCall(),
  'api/v1/billing/subscription': {
    POST: NEEDS_SESSION(400),
    PUT: NEEDS_SESSION(400),
    DELETE: NEEDS_SESSION(400),
  },
  'api/v1/billing/subscription/status': readCall(NEEDS_SESSION(200)),
  'api/v1/billing/portal': { POST: NEEDS_SESSION(409) },
  'api/v1/billing/reconcile': { POST: NEEDS_SESSION(200) },
  'api/webhooks/stripe': { POST: 400 },
  'api/webhooks/mobile': { POST: 400 },
  books: readCall(),
  'books/read/mark-read/:bookId': { POST: NEEDS_SESSION(200) },
  'books/read/mark-unread/:bookId': { POST: NEEDS_SESSION(200) },
  'auth/logout': { POST: 200 },
  'auth/update-email': { PUT: NEEDS_SESSION(400) },
  'auth/change-password': { PUT: NEEDS_SESSION(400) },
  'auth/delete-account': { DELETE: NEEDS_SESSION(200) },
  'api/auth/login': { POST: 400 },
  'api/auth/register': { POST: 400 },
  'api/auth/two-factor': { POST: 400 },
  'api/auth/:provider': readCall(302),
  'api/auth/apple/callback': { GET: 302, POST: 303 },
  'api/auth/:provider/callback': readCall(302),
  'api/auth/me': readCall(NEEDS_SESSION(200)),
  'api/auth/refresh-token': { POST: 400 },
  'api/auth/forgot-password': { POST: 400 },
  'api/auth/reset-password/:token': { PUT: 400 },
  'api/ask': readCall(400),
  'api/books/subscribed': readCall(NEEDS_FULL),
  'api/books/my-list': { GET: NEEDS_SESSION(200), POST: NEEDS_SESSION(400) },
  'api/books/my-list/:bookId': { DELETE: NEEDS_SESSION(200) },
  'api/books/my-list/check-book/:bookId': readCall(NEEDS_SESSION(200)),
  'api/books/favorites': readCall(NEEDS_SESSION(200)),
  'api/books/read': readCall(NEEDS_SESSION(200)),
  'api/books/read/check-read/:bookId': readCall(NEEDS_SESSION(200)),
  'api/books/read/read-count': readCall(NEEDS_SESSION(200)),
  'api/books/places': readCall(NEEDS_SESSION(200)),
  'api/books/:bookId/audio': { GET: 404, PUT: NEEDS_SESSION(400) },
  'api/books/places/:bookId': { PUT: NEEDS_SESSION(400) },
  'api/notes': { GET: NEEDS_SESSION(200), POST: NEEDS_SESSION(400) },
  'api/notes/export': readCall(NEEDS_SESSION(200)),
  'api/notes/:id': { PUT: NEEDS_SESSION(400), DELETE: NEEDS_SESSION(400) },
  'api/requests': { GET: 200, POST: NEEDS_SESSION(400) },
  // Voting needs a confirmed address, and there is no such request.
  'api/requests/:id/vote': { POST: [401, 403, 404] },
  'api/shared-summaries': { GET: NEEDS_SESSION(200), POST: NEEDS_SESSION(400) },
  'api/shared-summaries/:id': { DELETE: NEEDS_SESSION(404) },
  'api/books/recently-read': readCall(NEEDS_SESSION(200)),
  'api/books/recently-read/subscribed': readCall(NEEDS_FULL),
  'api/books/just-arrived': readCall(),
  'api/books/just-arrived/subscribed': readCall(NEEDS_FULL),
  'api/books/today': readCall(),
  'api/books/trending': readCall(),
  'api/books/trending/subscribed': readCall(NEEDS_FULL),
  'api/books/recommendations': readCall(NEEDS_SESSION(200)),
  'api/books/recommendations/subscribed': readCall(NEEDS_FULL),
  'api/books/shuffle/unsubscribed': readCall(),
  'api/books/shuffle/subscribed': readCall(NEEDS_FULL),
  'api/reading/year': readCall(NEEDS_SESSION(200)),
  'api/reading/goal': { PUT: NEEDS_SESSION(400), DELETE: NEEDS_SESSION(200) },
  'api/reading/reminders': { GET: NEEDS_SESSION(200), PUT: NEEDS_SESSION(200) },
  'api/reading/takeaway': readCall(NEEDS_SESSION(200)),
  'api/review': readCall(NEEDS_SESSION(200)),
  'api/review/:cardId': { POST: NEEDS_SESSION(400) },
  'api/openapi.json': readCall(),
  'api/docs': page(),
  healthz: { GET: 200 },
  readyz: { GET: 200 },
  // Requires METRICS_TOKEN.
  metrics: { GET: 404 },
  'api/*': { GET: 404, POST: 404, PUT: 404, DELETE: 404, PATCH: 404 },
  '*': { GET: 404, POST: 404 },
}

/** Values of path parameters. */
const PARAMETERS: Record<string, string> = {
  ':cardId': '000000000000000000000001',
  ':token': 'A'.repeat(43),
  ':provider': 'google',
  ':genre': 'fiction',
  ':topic': 'stoicism',
  ':slug': 'walden',
  ':collection': 'clear-heads',
  ':bookId': '000000000000000000000001',
  ':file': 'nothing.svg',
  ':id': '1',
  ':change': 'suspend',
  ':invoice': 'in_1',
  '*': 'no/such/thing',
}

const paths = [...(routes as { path?: string }[]).map(({ path = '' }) => path), ...OPERATIONS]
const addressOf = (path: string) =>
  `/${path.replaceAll(/:\w+|\*/g, (name) => PARAMETERS[name] ?? name)}`

let product: Product
let victim: Reader
let admin: Reader
let subscriber: Reader

beforeAll(async () => {
  product = await startProduct('content', { RATE_LIMIT_FACTOR: '1000' })
  victim = await newReader(product.origin)
  admin = await newAdmin(product)
  subscriber = await newReader(product.origin)
  await subscribeInTheApp(product.origin, subscriber)
})
afterAll(() => product.stop())

/** The cookies of such a person, of a new one if the request may end the session or account. */
async function cookiesOf(
  person: (typeof PEOPLE)[number],
  mayEnd: boolean,
): Promise<Record<string, string>> {
  if (person === 'visitor') return {}
  if (mayEnd) return (await newReader(product.origin)).web
  return { free: victim, admin, subscriber }[person].web
}

test('the table has exactly the addresses of the product', () => {
  expect(paths.toSorted()).toEqual(Object.keys(TABLE).toSorted())
})

describe.each(paths)('/%s', (path) => {
  test.each(PEOPLE)('answers a %s', async (person) => {
    const row = TABLE[path]
    if (!row) throw new Error(`/${path} is not in the table of this test.`)
    let cookies = await cookiesOf(person, false)
    const found: Record<string, number> = {}
    const expected: Record<string, number> = {}
    for (const method of METHODS) {
      const wanted = row[method === 'HEAD' ? 'GET' : method] ?? 405
      expected[method] =
        typeof wanted === 'number' ? wanted : (wanted[PEOPLE.indexOf(person)] ?? wanted[1])
      const ends = /logout|delete-account/.test(path) && method !== 'GET' && method !== 'HEAD'
      if (ends) cookies = await cookiesOf(person, true)
      const answer = await ask(product.origin, addressOf(path), { method, cookies })
      found[method] = answer.status
      if (answer.status === 405) expect(answer.headers.has('Allow'), method).toBe(true)
      if (
        /^(?:api\/(?!docs)|auth\/|subscription\/|books$)/.test(path) &&
        method !== 'HEAD' &&
        answer.status !== 302 &&
        answer.status !== 303
      ) {
        expect(answer.headers.get('Content-Type'), method).toBe('application/json; charset=utf-8')
      }
      if (answer.status === 302 && person === 'visitor' && wanted !== 302) {
        const signInPage = path === 'subscribe' && method !== 'POST' ? '/register' : '/login'
        expect(answer.headers.get('Location')).toBe(
          `${signInPage}?redirectTo=${encodeURIComponent(addressOf(path))}`,
        )
      }
    }
    expect(found).toEqual(expected)
  })
})

describe('a stranger', () => {
  test('cannot end another reader’s session', async () => {
    const stranger = await newReader(product.origin)
    const sessions = (html: string) =>
      [...html.matchAll(/name="session" value="(\d+)"/g)].map(([, id]) => id!)
    const page = await ask(product.origin, '/settings/devices', { cookies: victim.web })
    const ids = sessions(page.text)
    expect(ids.length).toBeGreaterThan(0)
    for (const session of ids) {
      await ask(product.origin, '/settings/devices', {
        cookies: stranger.web,
        form: { intent: 'sign-out-device', session },
      })
    }
    await ask(product.origin, '/settings/devices', {
      cookies: stranger.web,
      form: { intent: 'sign-out-others' },
    })
    expect(
      sessions((await ask(product.origin, '/settings/devices', { cookies: victim.web })).text),
    ).toEqual(ids)
    expect((await ask(product.origin, '/api/auth/me', { token: victim.token })).status).toBe(200)
  })

  test('sees nothing of another reader', async () => {
    const stranger = await newReader(product.origin)
    for (const path of paths.filter((name) => !name.startsWith('dev/'))) {
      const { text } = await ask(product.origin, addressOf(path), { cookies: stranger.web })
      expect(text, path).not.toContain(victim.email)
    }
  })
})
