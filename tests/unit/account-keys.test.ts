import { describe, expect, test } from 'vitest'
import { durationText } from '#app/accounts/rules/duration-text.ts'
import * as lifetimes from '#app/accounts/rules/lifetimes.ts'
import {
  addPodcastNetwork,
  hasManyPodcastNetworks,
  isPodcastSecret,
  podcastFeedPath,
  podcastSecret,
  readPodcastSelection,
} from '#app/accounts/rules/podcast-feed-keys.ts'
import { errorIn, onwardQuery, withQuery } from '#app/accounts/rules/redirects.ts'
import {
  callbackPath,
  nameFromAddress,
  socialSignInPath,
} from '#app/accounts/rules/social-sign-in.ts'
import {
  codeInGroups,
  isAuthenticatorCode,
  normalizeCode,
} from '#app/accounts/rules/two-factor-codes.ts'

test('sessions, links, and codes end when the documents say', () => {
  const texts = Object.fromEntries(
    Object.entries(lifetimes).flatMap(([name, value]) =>
      name.endsWith('_MS') ? [[name.slice(0, -3), durationText(Number(value))]] : [],
    ),
  )
  expect(texts).toEqual({
    REMEMBERED_SESSION_TTL: '30 days',
    IDLE_SESSION_TTL: '24 hours',
    MAX_SESSION_AGE: '90 days',
    LAST_USED_STEP: 'five minutes',
    ACCESS_TOKEN_TTL: '15 minutes',
    REFRESH_TOKEN_TTL: '30 days',
    REFRESH_GRACE: 'ten seconds',
    REPEATED_FORM: 'ten seconds',
    RESET_LINK_TTL: 'one hour',
    UNDO_EMAIL_CHANGE_TTL: 'seven days',
    EMAIL_CODE_TTL: 'ten minutes',
    SIGN_IN_TICKET_TTL: 'five minutes',
    TWO_FACTOR_SETUP_TTL: '15 minutes',
    ADD_PROVIDER_TTL: 'ten minutes',
    RECENT_SIGN_IN: '15 minutes',
    TAKE_OVER_TTL: 'ten minutes',
    SOCIAL_SIGN_IN_TTL: 'ten minutes',
    TYPED_TTL: 'ten minutes',
    KNOWN_DEVICE_TTL: '180 days',
    APPEARANCE_TTL: 'one year',
  })
})

describe('a code', () => {
  test.each([
    [' 123 456 ', '123456'],
    ['123–456', '123456'],
    ['OoIiLl-1234', '0011111234'],
    ['K7QM 3XWP', 'k7qm3xwp'],
  ])('typed as %j is %s', (typed, code) => {
    expect(normalizeCode(typed)).toBe(code)
  })

  test('from an app has six digits', () => {
    expect(['123456', '12345', '1234567', 'x123456', '12345a'].map(isAuthenticatorCode)).toEqual([
      ...[true, false, false, false, false],
    ])
  })

  test('is shown in groups of four', () => {
    expect(codeInGroups('abcdefghij', '-')).toBe('abcd-efgh-ij')
    expect(codeInGroups('', '-')).toBe('')
  })
})

describe('the address of a podcast', () => {
  const secret = podcastSecret('x'.repeat(43))

  test('contains a secret of one form', () => {
    expect(podcastFeedPath(secret)).toBe(`/podcast/readr_pod_${'x'.repeat(43)}.xml`)
    expect(isPodcastSecret(secret)).toBe(true)
    for (const wrong of [`${secret}x`, secret.slice(1), `x${secret}`, `${secret.slice(0, -1)}.`]) {
      expect(isPodcastSecret(wrong), wrong).toBe(false)
    }
  })

  test('has one of three selections', () => {
    for (const name of ['my-list', 'my-genres', 'everything']) {
      expect(readPodcastSelection(name)).toBe(name)
    }
    expect(readPodcastSelection('all')).toBeNull()
    expect(readPodcastSelection(null)).toBeNull()
  })

  test('that is used from 20 networks in a week is reported once, and shown for two weeks', () => {
    const DAY = 86_400_000
    // A Thursday at midnight, when the weeks since 1970 begin.
    const start = Date.UTC(2026, 10, 19)
    const day = (days: number) => new Date(start + days * DAY)
    let stored: string | null = null
    const add = (network: string, days: number) => {
      const added = addPodcastNetwork(stored, network, day(days))
      stored = added?.stored ?? stored
      return added && added.isFirst
    }
    for (let n = 1; n < 20; n++) expect(add(`${n}`, 0), `${n}`).toBe(false)
    expect(add('1', 1), 'known').toBeNull()
    expect(hasManyPodcastNetworks(stored, day(1))).toBe(false)
    expect(add('20', 6.9)).toBe(true)
    expect(add('21', 6.9), 'no more are stored').toBeNull()
    expect(hasManyPodcastNetworks(stored, day(20.8))).toBe(true)
    expect(hasManyPodcastNetworks(stored, day(20.9))).toBe(false)
    expect(add('1', 7), 'a new week').toBe(false)
    for (let n = 2; n < 20; n++) add(`${n}`, 8)
    expect(add('20', 9), 'again').toBe(false)
    expect(hasManyPodcastNetworks(stored, day(22))).toBe(true)
    expect(hasManyPodcastNetworks(null, day(0))).toBe(false)
  })
})

describe('queries between the pages of a sign-in', () => {
  const onward = (query: string) => String(onwardQuery(new URLSearchParams(query)))

  test('keep where it leads, if it is here', () => {
    expect(onward('')).toBe('')
    expect(onward('redirectTo=/settings&error=x')).toBe('redirectTo=%2Fsettings')
    expect(onward('redirectTo=//evil.example')).toBe('')
    expect(onward('toSubscribe')).toBe('toSubscribe=')
    expect(onward(`toSubscribe=${'x'.repeat(30)}`)).toBe(`toSubscribe=${'x'.repeat(20)}`)
  })

  test('have a short message, or none', () => {
    const message = (query: string) => errorIn(new URLSearchParams(query))
    expect(message('')).toBeUndefined()
    expect(message('error=')).toBeUndefined()
    expect(message('error=No')).toBe('No')
    expect(message(`error=${'📚'.repeat(300)}`)).toBe('📚'.repeat(200))
  })

  test('are added to a path', () => {
    expect(withQuery('/login', new URLSearchParams())).toBe('/login')
    expect(withQuery('/login', new URLSearchParams({ a: '1' }))).toBe('/login?a=1')
    expect(callbackPath('apple')).toBe('/api/auth/apple/callback')
    expect(socialSignInPath('google', new URLSearchParams({ a: '1' }))).toBe('/api/auth/google?a=1')
  })
})

test.each([
  ['ada.lovelace@example.com', 'Ada Lovelace'],
  ['ada_-+lovelace+x@example.com', 'Ada Lovelace X'],
  ['ada.1815@example.com', 'Ada'],
  ['1815@example.com', 'Reader'],
  [`${'a'.repeat(120)}@example.com`, `A${'a'.repeat(99)}`],
])('the name made from %s is %s', (email, name) => {
  expect(nameFromAddress(email)).toBe(name)
})
