import { describe, expect, test } from 'vitest'
import {
  firstName,
  makesPreviews,
  MAX_OPENINGS,
  SHARE_TTL_MS,
  stateOfShare,
} from '#app/reading/rules/sharing/share.ts'
import { shareForm } from '#app/reading/schema/sharing.ts'
import { linkOfToken, shareToken } from '#app/reading/service/sharing/share-token.server.ts'

describe('a link', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const expiresAt = new Date(now.getTime() + SHARE_TTL_MS)
  const share = { expiresAt, revokedAt: null, openings: 0 }

  test.each([
    ['open', share, true, now],
    ['open', { ...share, openings: MAX_OPENINGS - 1 }, true, new Date(expiresAt.getTime() - 1)],
    ['used-up', { ...share, openings: MAX_OPENINGS }, true, now],
    ['paused', { ...share, openings: MAX_OPENINGS }, false, now],
    ['expired', share, true, expiresAt],
    ['revoked', { ...share, revokedAt: now }, false, expiresAt],
  ] as const)('is %s', (state, facts, hasAccess, moment) => {
    expect(stateOfShare(facts, hasAccess, moment)).toBe(state)
  })

  test('has a token of 256 bits that nobody can change or make', () => {
    const link = { id: 12_345, bookId: 7 }
    const token = shareToken(link)
    expect(token).toMatch(/^[\w-]{43}-9ix-7$/)
    expect(linkOfToken(token)).toEqual(link)
    const [signed] = [token.slice(0, 43)]
    for (const wrong of [
      `${signed}-9iy-7`,
      `${signed}-9ix-8`,
      `A${token.slice(1)}`.replace(/^AA/, 'BA'),
      `${token}0`,
      `${signed}-9ix`,
      `${'A'.repeat(43)}-9ix-7`,
      `${token}-`,
      '',
      'a'.repeat(5000),
    ]) {
      if (wrong !== token) expect(linkOfToken(wrong), wrong).toBeNull()
    }
  })
})

test.each([
  ['Ada Lovelace', 'Ada'],
  [' Zoë ', 'Zoë'],
  ['ada@example.com', ''],
  ['', ''],
  ['x'.repeat(100), 'x'.repeat(60)],
])('friends of %s see %j, unless the sharer chooses another name', (name, first) => {
  expect(firstName(name)).toBe(first)
})

test('the name is no address, has one line, and is short', () => {
  expect(shareForm.parse({ sharedBy: ' Ada \n Lovelace\0' })).toEqual({ sharedBy: 'Ada Lovelace' })
  for (const sharedBy of ['', '  ', 'ada@example.com', 'https://example.com', 'x'.repeat(61)]) {
    expect(shareForm.safeParse({ sharedBy }).success, sharedBy).toBe(false)
  }
})

test.each([
  ['WhatsApp/2.24.6.77 A', true],
  ['Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)', true],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', true],
  ['facebookexternalhit/1.1 Facebot Twitterbot/1.0', true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', false],
  ['Mozilla/5.0 (Linux; Android 10; CUBOT X30) Chrome/120.0 Mobile Safari/537.36', false],
  [null, false],
])('%s only shows what a link leads to: %s', (agent, is) => {
  expect(makesPreviews(agent)).toBe(is)
})
