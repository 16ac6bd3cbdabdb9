import { beforeEach, describe, expect, test } from 'vitest'
import { setComplimentaryAccess } from '#app/billing/service/set-complimentary-access.server.ts'
import { deleteAccount } from '#app/accounts/service/delete-account.server.ts'
import { setWithdrawn } from '#app/catalogue/service/edit-book.server.ts'
import { changeBy } from '#app/admin/service/edit-books.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { db } from '#app/platform/database.server.ts'
import { MAX_OPENINGS } from '#app/reading/rules/sharing/share.ts'
import { listShares } from '#app/reading/service/sharing/list-shares.server.ts'
import {
  openSharedSummary,
  type Opener,
} from '#app/reading/service/sharing/open-shared-summary.server.ts'
import { revokeShare } from '#app/reading/service/sharing/revoke-share.server.ts'
import { shareSummary } from '#app/reading/service/sharing/share-summary.server.ts'
import { emptyCatalogue, importBooks } from './books.ts'
import { newReader, outcome } from './readers.ts'

const NOW = new Date('2026-11-25T12:00:00Z')
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000)

beforeEach(async () => {
  await db().attemptCount.deleteMany()
  await emptyCatalogue()
  await importBooks({ emma: { title: 'Emma', locked: true }, walden: { title: 'Walden' } })
})

async function newSharer() {
  const { id } = await newReader()
  await setComplimentaryAccess(id, new Date('2100-01-01'))
  return { id, access: 'full' as const, timeZone: null as string | null }
}

const idOf = async (slug: string) => (await findBook(slug))!.id

async function shared(slug = 'emma') {
  const sharer = await newSharer()
  const share = await shareSummary(sharer, await idOf(slug), 'Ada', NOW)
  return { sharer, share, token: share.url.split('/').at(-1)! }
}

const VISITOR: Opener = { userId: null, openedId: null, isPreview: false }

const open = async (token: string, opener: Partial<Opener> = {}, now = NOW) => {
  const found = await openSharedSummary(token, { ...VISITOR, ...opener }, now)
  return found && (found.state === 'ended' ? found.why : found.state)
}

describe('a subscriber', () => {
  test('shares one summary a week, also when asking several times at the same time', async () => {
    const sharer = await newSharer()
    const [emma, walden] = [await idOf('emma'), await idOf('walden')]
    const attempts = [emma, walden, emma, walden, emma].map((book) =>
      shareSummary(sharer, book, 'Ada', NOW).then(({ url }) => url, String),
    )
    const answers = new Set(await Promise.all(attempts))
    expect(await db().sharedSummary.count({ where: { userId: sharer.id } })).toBe(1)
    // One link for its book, one refusal for the other.
    expect(answers.size).toBe(2)
    expect([...answers].join()).toContain('the next one on November 30, 2026 (UTC)')
    const nextWeek = shareSummary(sharer, walden, 'Ada', days(5))
    expect(await outcome(nextWeek)).toBe('done')
    const { shares, isWeekUsed } = await listShares(sharer, days(5))
    expect(isWeekUsed).toBe(true)
    expect(shares).toMatchObject([
      { book: { slug: 'walden' }, sharedBy: 'Ada', openings: 0, state: 'open' },
      { expiresAt: days(30) },
    ])
    expect(await listShares(sharer, days(12))).toMatchObject({ isWeekUsed: false })
  })

  test('shares the next one when Monday begins by their clock, and the text says so', async () => {
    const [emma, walden] = [await idOf('emma'), await idOf('walden')]
    const tokyo = { ...(await newSharer()), timeZone: 'Asia/Tokyo' }
    await shareSummary(tokyo, emma, 'Ada', NOW)
    // Sunday, 23:59 in Tokyo, and a minute later.
    const sunday = new Date('2026-11-29T14:59:00Z')
    expect(await outcome(shareSummary(tokyo, walden, 'Ada', sunday))).toBe(
      'conflict: You have opened a summary for a friend this week. You can open the next one on November 30, 2026.',
    )
    const monday = new Date('2026-11-29T15:00:00Z')
    expect(await listShares(tokyo, monday)).toMatchObject({ isWeekUsed: false })
    expect(await outcome(shareSummary(tokyo, walden, 'Ada', monday))).toBe('done')
    const angeles = { ...(await newSharer()), timeZone: 'America/Los_Angeles' }
    await shareSummary(angeles, emma, 'Ada', NOW)
    const early = new Date('2026-11-30T07:59:00Z')
    expect(await outcome(shareSummary(angeles, walden, 'Ada', early))).toContain('November 30')
    expect(await outcome(shareSummary(angeles, walden, 'Ada', new Date('2026-11-30T08:00Z')))).toBe(
      'done',
    )
  })

  test('without full access shares nothing', async () => {
    const { id } = await newReader()
    const attempt = shareSummary({ id, access: 'free', timeZone: null }, await idOf('emma'), 'Ada')
    expect(await outcome(attempt)).toBe('forbidden: Subscription required')
    expect(await outcome(shareSummary(await newSharer(), 999_999, 'Ada'))).toMatch(/^not-found/)
  })

  test('ends a link permanently, and only their own', async () => {
    const { sharer, share, token } = await shared()
    const stranger = await newSharer()
    expect(await outcome(revokeShare(stranger.id, share.id))).toMatch(/^not-found/)
    expect(await open(token)).toBe('open')
    await revokeShare(sharer.id, share.id)
    await revokeShare(sharer.id, share.id)
    expect(await open(token, { openedId: share.id })).toBe('over')
    const again = shareSummary(sharer, share.book!.id, 'Ada', NOW)
    expect(await outcome(again)).toMatch(/^conflict/)
    expect((await listShares(sharer)).shares).toMatchObject([{ state: 'revoked' }])
  })
})

describe('a friend', () => {
  test('opens it for 30 days, and is counted once per browser', async () => {
    const { sharer, share, token } = await shared()
    const first = await openSharedSummary(token, VISITOR, NOW)
    expect(first).toMatchObject({ state: 'open', sharedBy: 'Ada', isNew: true, isOwn: false })
    expect(await open(token, { openedId: share.id })).toBe('open')
    expect(await open(token, { openedId: share.id + 1 })).toBe('open')
    expect(await open(token, { userId: sharer.id })).toBe('open')
    expect(await open(token, { isPreview: true })).toBe('preview')
    expect((await listShares(sharer)).shares).toMatchObject([{ openings: 2 }])
    expect(await open(token, {}, new Date(days(30).getTime() - 1))).toBe('open')
    expect(await open(token, { openedId: share.id }, days(30))).toBe('expired')
  })

  test('is one of few, also when many come at the same time', async () => {
    const { share, token } = await shared()
    await db().sharedSummary.update({
      where: { id: share.id },
      data: { openings: MAX_OPENINGS - 2 },
    })
    const states = await Promise.all([1, 2, 3, 4, 5].map(() => open(token)))
    expect(states.toSorted()).toEqual(['open', 'open', 'used-up', 'used-up', 'used-up'])
    expect(await open(token, { openedId: share.id })).toBe('open')
    expect(await db().sharedSummary.findFirst({ where: { id: share.id } })).toMatchObject({
      openings: MAX_OPENINGS,
    })
  })

  test('waits while the sharer has no full access, or is suspended', async () => {
    const { sharer, token } = await shared()
    await setComplimentaryAccess(sharer.id, new Date('2020-01-01'))
    expect(await open(token)).toBe('over')
    expect((await listShares({ ...sharer, access: 'free' }, NOW)).shares).toMatchObject([
      { state: 'paused' },
    ])
    await setComplimentaryAccess(sharer.id, new Date('2100-01-01'))
    expect(await open(token)).toBe('open')
    await db().user.update({ where: { id: sharer.id }, data: { suspendedAt: NOW } })
    expect(await open(token)).toBe('over')
  })

  test('still learns which book it was when the account is deleted', async () => {
    const { sharer, token } = await shared()
    await deleteAccount(sharer.id)
    expect(await openSharedSummary(token, VISITOR, NOW)).toMatchObject({
      state: 'ended',
      why: 'over',
      book: { slug: 'emma' },
    })
    const admin = (await newReader({ role: 'admin' })).id
    await setWithdrawn('emma', true, changeBy(admin, 'book.withdraw'))
    expect(await open(token)).toBeNull()
  })

  test('opens nothing with a token that was made up', async () => {
    const { token } = await shared()
    for (const wrong of [token.replace(/-\w+$/, '-zz'), token.slice(1), 'x', '../walden']) {
      expect(await open(wrong), wrong).toBeNull()
    }
  })
})
