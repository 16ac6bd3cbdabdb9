import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  appPasswordText,
  isPersonalToken,
  readScopes,
  SCOPE_NAMES,
  scopeProblem,
  tokenText,
  typedAppPassword,
} from '#app/accounts/rules/app-keys.ts'
import { afterSignIn, bookAfterSignIn, safeRedirect } from '#app/accounts/rules/redirects.ts'
import { deviceName } from '#app/accounts/rules/device-name.ts'
import { PASSWORD_ADVICE } from '#app/accounts/rules/password-advice.ts'
import { tooManyAttempts } from '#app/accounts/rules/rate-limits.ts'

const SITE = 'https://readr.example'

/** The URL that a browser on this site opens for `target`. */
const destination = (target: string) => new URL(target, `${SITE}/login`)

describe('redirects', () => {
  test.each([
    ['/settings', '/settings'],
    [
      '/browse/books?search=a%20b&genre=fiction#top',
      '/browse/books?search=a%20b&genre=fiction#top',
    ],
    ['/summaries/émile', '/summaries/%C3%A9mile'],
    ['/a/../b', '/b'],
    ['/%5cevil.example', '/%5cevil.example'],
    ['/%2fevil.example', '/%2fevil.example'],
  ])('%s is allowed', (target, expected) => {
    expect(safeRedirect(target)).toBe(expected)
  })

  test.each([
    '',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/ok\r\nSet-Cookie: a=b',
    '/\u0000/evil.example',
    '/./\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    'http://evil.example',
    'https:evil.example',
    'https:/evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'evil.example',
    'browse',
    '?a=b',
    '#a',
    '@evil.example',
    `/${'a'.repeat(2000)}`,
  ])('%j is rejected', (target) => {
    expect(safeRedirect(target)).toBeNull()
  })

  test('a missing target is rejected', () => {
    expect(safeRedirect(null)).toBeNull()
    expect(safeRedirect(undefined)).toBeNull()
  })

  const pieces = fc.constantFrom(
    '/',
    '//',
    '\\',
    '/\\',
    '.',
    '..',
    '%5c',
    '%2f',
    '%2e',
    '\t',
    '\n',
    '\r',
    '\u0000',
    ' ',
    '@',
    ':',
    'evil.example',
    'http:',
    'https://',
    'javascript:',
    '?',
    '#',
    'é',
    '\u2028',
    '\ud800',
    '／',
    '。',
  )
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
    fc.array(pieces, { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
    fc.webUrl(),
  )

  test('never leave the site, and do not change when checked twice', () => {
    fc.assert(
      fc.property(hostile, (target) => {
        const safe = safeRedirect(target)
        if (safe === null) return
        expect(safe).toMatch(/^\/(?![/\\])/)
        expect(destination(safe).origin).toBe(SITE)
        expect(safe).not.toMatch(/[\s\\\p{Cc}]/u)
        expect(new Headers({ Location: safe }).get('Location')).toBe(safe)
        expect(destination(safeRedirect(safe)!).href).toBe(destination(safe).href)
      }),
      { numRuns: 3000 },
    )
  })

  test.each([
    ['', '/browse'],
    ['toSubscribe', '/subscribe'],
    ['toSubscribe=true', '/subscribe'],
    ['redirectTo=/settings', '/settings'],
    ['redirectTo=/settings&toSubscribe', '/subscribe'],
    ['redirectTo=//evil.example', '/browse'],
    ['redirectTo=%2F%2Fevil.example&toSubscribe', '/subscribe'],
    ['redirectTo=%2F%09%2Fevil.example', '/browse'],
    ['redirectTo=/a&redirectTo=//evil.example', '/a'],
  ])('after sign-in with ?%s lead to %s', (query, expected) => {
    expect(afterSignIn(new URLSearchParams(query))).toBe(expected)
  })

  test.each([
    ['', '/subscribe'],
    ['redirectTo=/settings', '/settings'],
    ['redirectTo=/settings&toSubscribe', '/subscribe'],
  ])('after registration with ?%s lead to %s', (query, expected) => {
    expect(afterSignIn(new URLSearchParams(query), '/subscribe')).toBe(expected)
  })

  test.each([
    ['/subscribe?book=walden', 'walden'],
    ['/checkout?priceId=price_1&book=walden', 'walden'],
    ['/summaries/walden#idea-4', 'walden'],
    ['/subscribe', null],
    ['/settings?book=walden', null],
    ['/summaries/walden/quote', null],
    ['//evil.example/subscribe?book=walden', null],
  ])('know the book of %s: %s', (redirectTo, expected) => {
    expect(bookAfterSignIn(new URLSearchParams({ redirectTo }))).toBe(expected)
    expect(bookAfterSignIn(new URLSearchParams())).toBeNull()
  })
})

describe('device names', () => {
  test.each([
    [null, 'Unknown device'],
    ['', 'Unknown device'],
    ['(', 'Unknown device'],
    ['/;(', 'Unknown device'],
    ['   ', 'Unknown device'],
    ['\u00fc\u00fc', 'Unknown device'],
    ['curl/8.5.0', 'curl'],
    ['ReadrApp/3 (Android 15)', 'Readr app on Android'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) OPR/1 Chrome/1 Safari/1', 'Opera on Mac'],
  ])('%j is %s', (agent, name) => {
    expect(deviceName(agent)).toBe(name)
  })

  test('are always short and printable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (agent) => {
        const name = deviceName(agent)
        expect(name).toMatch(/^[\x21-\x7e][\x20-\x7e]{0,39}$/)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the message for too many attempts', () => {
  test.each([
    [0, 1],
    [1, 1],
    [60_000, 1],
    [60_001, 2],
    [15 * 60_000, 15],
    [3_600_000, 60],
  ])('%i ms before the window ends says %i minutes', (ms, minutes) => {
    expect(tooManyAttempts(ms)).toBe(`Too many attempts. Please try again in ${minutes} minutes.`)
  })
})

describe('password advice', () => {
  const met = (password: string) =>
    PASSWORD_ADVICE.filter(({ pattern }) => new RegExp(pattern, 'u').test(password)).map(
      ({ label }) => label,
    )

  test('matches the specification', () => {
    expect(PASSWORD_ADVICE.map(({ label }) => label)).toEqual([
      'At least 8 characters',
      'One uppercase letter',
      'One lowercase letter',
      'One number',
      'One special character',
    ])
  })

  test.each([
    ['', 0],
    ['abc', 1],
    ['Abcdefg1!', 5],
    ['ÄÖÜäöü1!', 5],
    ['1234567', 1],
    ['12345678', 2],
    ['        ', 1],
  ])('%j meets %i rules', (password, count) => {
    expect(met(password)).toHaveLength(count)
  })
})

describe('an app password', () => {
  const WHOLE = 'readr_k7qm-3xwp-9tnd-h4vz-2cfb'
  const BARE = 'k7qm3xwp9tndh4vz2cfb'

  test.each([WHOLE, BARE, ` ${WHOLE.toUpperCase()} `, WHOLE.replaceAll('-', ' '), `readr${BARE}`])(
    'may be typed as %j',
    (typed) => {
      expect(typedAppPassword(typed)).toBe(BARE)
    },
  )

  test.each([
    '',
    'secret1',
    `${BARE}0`,
    BARE.slice(1),
    `x${WHOLE}`,
    'u'.repeat(20),
    '9'.repeat(1e6),
  ])('is not %#', (typed) => {
    expect(typedAppPassword(typed)).toBeNull()
  })

  test('is shown in groups', () => {
    expect(appPasswordText(BARE)).toBe(WHOLE)
  })
})

describe('a personal access token', () => {
  test('is recognized by its prefix', () => {
    expect(isPersonalToken(tokenText('x'))).toBe(true)
    expect(isPersonalToken('eyJhbGciOiJIUzI1NiJ9.e30.x')).toBe(false)
  })

  test('has only known scopes', () => {
    expect(readScopes('notes:write library:read admin notes')).toEqual([
      'library:read',
      'notes:write',
    ])
    expect(readScopes(null)).toEqual([])
  })

  test.each([
    ['web', [], undefined, null],
    ['app', [], 'notes:read', null],
    ['token', ['notes:read'], 'notes:read', null],
    ['token', ['notes:read'], 'notes:write', 'The token does not have the scope notes:write.'],
    ['token', SCOPE_NAMES, undefined, 'Personal access tokens cannot make this call.'],
    ['app-password', SCOPE_NAMES, undefined, 'Personal access tokens cannot make this call.'],
    ['app-password', [], 'library:read', 'The token does not have the scope library:read.'],
  ] as const)('%s with %j for %s: %j', (kind, scopes, needed, problem) => {
    expect(scopeProblem({ kind, scopes }, needed)).toBe(problem)
  })
})
