import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { chooseFreeSummary } from '#app/accounts/service/choose-free-summary.server.ts'
import { userById, type UserRow } from '#app/accounts/store/users.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { openSummary } from '#app/catalogue/service/open-summary.server.ts'
import { db } from '#app/platform/database.server.ts'
import { emptyCatalogue, importBooks } from './books.ts'
import { newReader, outcome, outcomes } from './readers.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  await db().attemptCount.deleteMany()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the free summary', () => {
  beforeEach(async () => {
    await emptyCatalogue()
    await importBooks({ one: {}, two: {}, locked: { locked: true } })
  })
  const choose = async (reader: UserRow, slug: string) =>
    chooseFreeSummary(reader, (await findBook(slug))!)
  const CHOSEN = 'conflict: You have already chosen your free summary.'

  test('is one unlocked book, chosen once', async () => {
    const reader = await newReader()
    expect(await outcome(choose(reader, 'locked'))).toBe('forbidden: Subscription required')
    expect(await outcome(choose(reader, 'one'))).toBe('done')
    expect(await outcome(choose(reader, 'one'))).toBe('done')
    expect(await outcome(choose(reader, 'two'))).toBe(CHOSEN)
    const { freeBookId } = (await userById(reader.id))!
    const text = async (slug: string) =>
      JSON.stringify((await openSummary('free', slug, freeBookId)).summary)
    expect(await text('one')).toContain('The paid part.')
    expect(await text('two')).not.toContain('The paid part.')
  })

  test('accepts one of two concurrent choices', async () => {
    const reader = await newReader()
    expect(await outcomes([choose(reader, 'one'), choose(reader, 'two')])).toEqual({
      done: 1,
      [CHOSEN]: 1,
    })
  })

  test('can no longer be read when it is locked later', async () => {
    const reader = await newReader()
    await choose(reader, 'one')
    await db().book.update({ where: { slug: 'one' }, data: { locked: true } })
    const { freeBookId } = (await userById(reader.id))!
    expect((await openSummary('free', 'one', freeBookId)).summary).toBeNull()
  })
})
