import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  chooseFreeSummary,
  isFreeSummaryUsed,
} from '#app/accounts/service/choose-free-summary.server.ts'
import { type UserRow, userById } from '#app/accounts/store/users.server.ts'
import { closeAccount } from '#app/billing/service/close-account.server.ts'
import { refreshSubscription } from '#app/billing/service/reconcile.server.ts'
import { startSubscription } from '#app/billing/service/start-subscription.server.ts'
import { findBook } from '#app/catalogue/service/find-book.server.ts'
import { db } from '#app/platform/database.server.ts'
import { connectStripe } from '#app/platform/stripe.server.ts'
import { billingWorld, confirm, MONTHLY, newCard } from './billing.ts'
import { emptyCatalogue, importBooks } from './books.ts'
import { newReader, outcome, outcomes } from './readers.ts'

const world = billingWorld({ livemode: true })
beforeEach(async () => {
  await emptyCatalogue()
  await importBooks({ one: {}, two: {}, locked: { locked: true } })
})

const choose = async (reader: UserRow, slug: string) =>
  chooseFreeSummary(reader, (await findBook(slug))!)
const chosen = async ({ id }: UserRow) => (await userById(id))!.freeBookId
const USED = 'conflict: You’ve already used your free summary, possibly with another account.'

describe('the free summary, with live keys', () => {
  test.each([
    ['ann@example.com', 'ann+1@example.com'],
    ['bea+x@example.com', 'BEA+y@EXAMPLE.com'.toLowerCase()],
    ['c.leo@gmail.com', 'cle.o+z@googlemail.com'],
  ])('is one for all variants of an address: %s, %s', async (one, other) => {
    expect(await outcome(choose(await newReader({ email: one }), 'one'))).toBe('done')
    const variant = await newReader({ email: other })
    expect(await isFreeSummaryUsed(variant)).toBe(true)
    expect(await outcome(choose(variant, 'two'))).toBe(USED)
    expect(await outcome(choose(variant, 'one'))).toBe(USED)
    expect(await chosen(variant)).toBeNull()
  })

  test('is not available again after the account was deleted', async () => {
    const reader = await newReader({ email: 'dan@example.com' })
    await choose(reader, 'one')
    await closeAccount(reader.id)
    const again = await newReader({ email: 'dan@example.com' })
    expect(await isFreeSummaryUsed(again)).toBe(true)
    expect(await outcome(choose(again, 'one'))).toBe(USED)
    const stored = JSON.stringify(await db().usedFreeSummary.findMany())
    // The hashes are random, and may contain any short word.
    expect(stored).not.toMatch(/@|example/)
  })

  test('is also stored for the address at the time of deletion', async () => {
    const reader = await newReader({ email: 'eli@example.com' })
    await choose(reader, 'one')
    await db().user.update({ where: { id: reader.id }, data: { email: 'eli@example.org' } })
    await closeAccount(reader.id)
    for (const email of ['eli@example.com', 'eli@example.org']) {
      expect(await outcome(choose(await newReader({ email }), 'one')), email).toBe(USED)
    }
  })

  test('is one for accounts of the same person that choose concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const readers = await Promise.all(
        [1, 2, 3].map((tag) => newReader({ email: `flo${round}+${tag}@example.com` })),
      )
      expect(await outcomes(readers.map((reader) => choose(reader, 'one')))).toEqual({
        done: 1,
        [USED]: 2,
      })
    }
  })

  test('cannot be exchanged for another book', async () => {
    const reader = await newReader({ email: 'gil@example.com' })
    await choose(reader, 'one')
    expect(await outcome(choose(reader, 'one'))).toBe('done')
    expect(await outcome(choose(reader, 'two'))).toMatch(/^conflict: You have already chosen/)
    expect(await chosen(reader)).toBe((await findBook('one'))!.id)
  })

  test('is not used up by a locked book, or by somebody else', async () => {
    const reader = await newReader({ email: 'h.ana@example.com' })
    expect(await outcome(choose(reader, 'locked'))).toMatch(/^forbidden/)
    const other = await newReader({ email: 'hana@example.com' })
    expect(await outcome(choose(other, 'one'))).toBe('done')
    expect(await isFreeSummaryUsed(reader)).toBe(false)
    expect(await outcome(choose(reader, 'one'))).toBe('done')
  })

  test.each([
    ['before the card is known', true],
    ['after that', false],
  ])('is one for all accounts with the same card: chosen %s', async (_, choosesFirst) => {
    const card = newCard(world)
    const withCard = async () => {
      const reader = await newReader()
      if (choosesFirst) await outcome(choose(reader, 'one'))
      await confirm(await startSubscription(reader, { planId: MONTHLY }), await card())
      await refreshSubscription(reader)
      return reader
    }
    const first = await withCard()
    if (!choosesFirst) expect(await outcome(choose(first, 'one'))).toBe('done')
    // Without the card, this is not known to be the same person.
    const second = await withCard()
    if (choosesFirst) expect(await chosen(second)).not.toBeNull()
    else expect(await outcome(choose(second, 'two'))).toBe(USED)
    const third = await newReader()
    await confirm(await startSubscription(third, { planId: MONTHLY }), await card())
    await refreshSubscription(third)
    expect(await isFreeSummaryUsed(third)).toBe(true)
    expect(await outcome(choose(third, 'two'))).toBe(USED)
  })
})

describe('the free summary, with test keys', () => {
  beforeAll(() => {
    const { publishableKey, webhookSecret, apiUrl } = world.emulator
    const secretKey = 'sk_test_nobody'
    connectStripe({ secretKey, publishableKey, webhookSecret, apiUrl })
  })

  test('is one for each spelling of an address', async () => {
    await choose(await newReader({ email: 'ivy@example.com' }), 'one')
    const variant = await newReader({ email: 'ivy+1@example.com' })
    expect(await outcome(choose(variant, 'one'))).toBe('done')
    await closeAccount(variant.id)
    const again = await newReader({ email: 'ivy+1@example.com' })
    expect(await outcome(choose(again, 'one'))).toBe(USED)
  })
})
