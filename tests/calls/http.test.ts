import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { errorJson } from '#app/api/schemas/answers.server.ts'
import { get, json, pagePaths, send, sendBytes } from './client.ts'

const STATUS: Record<string, number> = {
  '/403': 403,
  '/500': 500,
  '/reset-password/:token': 400,
  '/review/stop/:token': 404,
  '/digest/stop/:token': 404,
  '/request/stop/:token': 404,
  '/today/:date': 404,
  '/shared/:token': 404,
  '/undo-email-change/:token': 400,
  // It needs a plan.
  '/checkout': 400,
}
/** Pages that visitors must sign in for. */
const READERS_ONLY = new Set([
  '/browse',
  '/browse/books/my-list',
  '/browse/notes',
  '/browse/notes/print',
  '/browse/review',
  '/browse/year',
  '/browse/taste',
  '/settings',
  '/settings/two-factor',
  '/settings/apps',
  '/settings/devices',
  '/settings/reminders',
  '/settings/sharing',
  '/settings/kindle',
  '/settings/data',
  '/settings/delete',
  '/settings/subscription',
  '/settings/cancel',
  '/settings/refund',
  '/settings/change-plan',
  '/payment-successful',
  '/summaries/walden/kindle',
  '/summaries/walden/notes',
  '/summaries/walden/share',
  '/admin',
  '/admin/books',
  '/admin/books/new',
  '/admin/books/new/file',
  '/admin/books/walden/edit',
  '/admin/books/walden/audio',
  '/admin/collections',
  '/admin/collections/clear-heads',
  '/admin/today',
  '/admin/import',
  '/admin/books/walden',
  '/admin/corrections',
  '/admin/corrections/:id',
  '/admin/readers',
  '/admin/readers/:id',
  '/admin/readers/:id/change/:change',
  '/admin/readers/:id/refund/:invoice',
  '/admin/requests',
  '/admin/requests/:id',
  '/admin/log',
  '/admin/health',
  '/verify',
])
const TOOK_TOO_LONG = 'Continuing with the provider took too long. Please try again.'
const COOKIES_BLOCKED =
  'You are not logged in, because your browser blocks cookies. Please allow cookies for this site, then log in.'
/** Where other pages redirect visitors. */
const REDIRECTS: Record<string, string> = {
  '/login/code': '/login',
  '/login/cookies': `/login?${new URLSearchParams({ error: COOKIES_BLOCKED })}`,
  '/login/take-over': `/login?${new URLSearchParams({ error: TOOK_TOO_LONG })}`,
  '/free-summary': '/login?redirectTo=%2Ffree-summary',
  '/books/walden': '/summaries/walden',
  '/continue': '/login?redirectTo=%2Fcontinue',
  '/subscribe': '/register?redirectTo=%2Fsubscribe',
}

describe('every page', () => {
  test.each([...READERS_ONLY])('%s asks visitors to sign in first', async (path) => {
    const response = await get(`${path}?a=b`)
    expect(response.status).toBe(302)
    expect(response.headers.get('Location')).toBe(
      `/login?redirectTo=${encodeURIComponent(`${path}?a=b`)}`,
    )
  })

  test.each(Object.entries(REDIRECTS))('%s redirects visitors to %s', async (path, to) => {
    const response = await get(path)
    expect([302, 303]).toContain(response.status)
    expect(response.headers.get('Location')).toBe(to)
  })

  test.each(pagePaths.filter((path) => !READERS_ONLY.has(path) && !Object.hasOwn(REDIRECTS, path)))(
    '%s has its status, its headers, and only its own scripts',
    async (path) => {
      const response = await get(path)
      expect(response.status).toBe(STATUS[path] ?? 200)
      const { headers } = response
      expect(headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(headers.get('X-Frame-Options')).toBe('DENY')
      expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
      expect(headers.get('Permissions-Policy')).toContain('camera=()')
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
      expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers.get('X-Powered-By')).toBeNull()
      if (path !== '/today') expect(headers.get('Set-Cookie')).toBeNull()
      const policy = headers.get('Content-Security-Policy')!
      expect(policy).not.toMatch(/unsafe|nonce|\*|http:/)
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default")
      expect(policy).toContain('report-uri /api/reports/csp')

      const html = await response.text()
      expect(html).toMatch(/^<!DOCTYPE html>/)
      expect(html).not.toMatch(/\snonce=|\sstyle="|\son[a-z]+="|<style\s|javascript:/)
      const inPolicy = (text: string) =>
        policy.includes(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      for (const [, styles] of html.matchAll(/<style>([\s\S]*?)<\/style>/g)) {
        expect(inPolicy(styles!)).toBe(true)
      }
      const inline = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].filter(
        // Structured data is not a script.
        ([, attributes]) => !/\ssrc=|ld\+json/.test(attributes!),
      )
      for (const [, , code] of inline) expect(inPolicy(code!)).toBe(true)
    },
  )

  test('that does not exist is a 404', async () => {
    for (const path of [
      '/nowhere',
      '/browse/books/poetry',
      '/browse/books?genre=poetry',
      '/browse/topics/poetry',
      '/browse/topics/stoicism?genre=poetry',
      '/browse/collections/nothing',
      '/summaries/nothing',
      '/summaries/Walden',
      '/covers/nothing.svg',
      '/covers/..%2f..%2fetc%2fpasswd',
      '/summaries/%00',
      '/.env',
      '/data/readr.db',
      '/assets/../../server/index.js',
    ]) {
      const response = await get(path)
      expect(response.status, path).toBe(404)
      expect(response.headers.get('X-Content-Type-Options'), path).toBe('nosniff')
      expect(await response.text(), path).not.toMatch(
        /\bat .*\.(js|ts):\d|SELECT|Prisma|DATABASE_URL/,
      )
    }
  })

  test('with a malformed path is a 404', async () => {
    for (const path of ['/summaries/%', '/summaries/%ff%fe', '/browse/books/%c0%ae', '/%zz?a=%']) {
      const response = await get(path)
      expect(response.status, path).toBe(404)
      expect(await response.text(), path).toContain('Page Not Found')
    }
    expect((await json('/api/books/%')).body).toMatchObject({ success: false })
  })

  test('has the icon that browsers always ask for', async () => {
    const response = await get('/favicon.ico')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toMatch(/^image\//)
  })

  test.each([
    ['/terms-of-service', '/terms'],
    ['/privacy-policy', '/privacy'],
  ])('%s has moved permanently to %s', async (from, to) => {
    const response = await get(from)
    expect(response.status).toBe(301)
    expect(response.headers.get('Location')).toBe(to)
  })

  test('of a locked summary redirects to the plans', async () => {
    const { body } = await json('/books')
    for (const { slug, locked } of body.data.books as { slug: string; locked: boolean }[]) {
      const response = await get(`/summaries/${slug}`)
      expect(response.status, slug).toBe(locked ? 302 : 200)
      if (locked) expect(response.headers.get('Location')).toMatch(/^\/subscribe(\?|$)/)
    }
  })

  test.each([
    'page=0',
    'page=-1',
    'page=abc',
    'page=',
    'page=%00',
    'sort=x',
    'genre=All',
    'genre=',
    `search=${'a'.repeat(3000)}`,
  ])('of the catalogue ignores %s', async (query) => {
    expect((await get(`/browse/books?${query}`)).status).toBe(200)
  })

  test('shows the books of the catalogue, or an empty state', async () => {
    const html = await (await get('/browse/books')).text()
    expect(html.match(/href="\/summaries\//g)!.length).toBeGreaterThanOrEqual(18)
    expect(await (await get('/browse/books?search=zzzzzzzz')).text()).toContain('No Results Found')
    expect(await (await get('/browse/books?page=9')).text()).toContain('page 9')
  })

  test('suggests titles for the search box', async () => {
    const response = await get('/browse/suggestions?search=wald&other=1')
    expect(await response.json()).toEqual([
      { kind: 'Book', label: 'Walden', href: '/summaries/walden' },
      { kind: 'Ask', label: 'Ask the library: wald', href: '/ask?question=wald' },
    ])
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
    expect(response.headers.get('ETag')).toMatch(/^"/)
    expect(await (await get('/browse/suggestions')).json()).toEqual([])
  })

  test('sends the script of suggestions', async () => {
    const script = await get('/scripts/suggestions.js')
    expect(script.headers.get('Content-Type')).toMatch(/^text\/javascript/)
    expect(await script.text()).not.toBe('')
  })

  test('escapes the search text', async () => {
    const html = await (
      await get(`/browse/books?search=${encodeURIComponent('"><script>alert(1)</script>')}`)
    ).text()
    expect(html).not.toContain('<script>alert(1)')
  })
})

describe('calls refuse', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/books',
    '/api/v1/billing/plans/x',
    '/api/books/shuffle',
  ])('%s is a JSON 404', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await send(method, path)
      expect(answer.status, method).toBe(404)
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      errorJson.parse(JSON.parse(answer.body))
    }
  })

  test('unsafe requests from another site', async () => {
    for (const path of ['/books', '/api/books/trending', '/api/nothing']) {
      const answer = await send('POST', path, {
        'Sec-Fetch-Site': 'cross-site',
        Origin: 'https://evil.example',
      })
      expect(answer.status).toBe(403)
      errorJson.parse(JSON.parse(answer.body))
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  test.each([
    ['/books', 'application/json; charset=utf-8'],
    ['/contact', 'text/plain; charset=utf-8'],
  ])('a body of more than 64 KB, unread (%s)', async (path, type) => {
    const answer = await sendBytes(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${64 * 1024 + 1}\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain(`Content-Type: ${type}`)
    expect(answer).toContain('Connection: close')
    if (type.startsWith('application'))
      errorJson.parse(
        JSON.parse(answer.split('\r\n\r\n')[1]!.replace(/^[0-9a-f]+\r\n|\r\n0$/g, '')),
      )
  })

  test('a body of unknown length', async () => {
    const answer = await sendBytes(
      'POST /books HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 411 /)
  })

  test.each([
    ['/books', 'application/json; charset=utf-8'],
    ['/browse/books', 'text/plain; charset=utf-8'],
  ])('an address of more than 8,192 characters (%s)', async (path, type) => {
    const answer = await send('GET', `${path}?search=${'a'.repeat(8192)}`)
    expect(answer.status).toBe(414)
    expect(answer.headers['content-type']).toBe(type)
  })

  test.each([
    [
      'an address of another host',
      'GET http://evil.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      /^HTTP\/1\.1 [34]\d\d /,
    ],
    ['what is not HTTP', 'HELLO\r\n\r\n', /^HTTP\/1\.1 400 /],
    [
      'two lengths',
      'POST /books HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      /^HTTP\/1\.1 400 /,
    ],
    [
      'a header of 20 KB',
      `GET /books HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
      /^HTTP\/1\.1 431 /,
    ],
  ])('%s', async (_, bytes, answer) => {
    expect(await sendBytes(bytes)).toMatch(answer)
  })
})

describe('files', () => {
  test('with a hash in their name are cached for a year, compressed, and have security headers', async () => {
    const html = await (await get('/browse/books')).text()
    const files = [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))]
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) {
      const response = await get(file, { 'Accept-Encoding': 'br' })
      expect(response.status).toBe(200)
      expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
      // Headers that only matter for pages would slow these down.
      expect(response.headers.get('Permissions-Policy')).toBeNull()
    }
  })
})
