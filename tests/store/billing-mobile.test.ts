import { describe, expect, test } from 'vitest'
import { ZodError } from 'zod'
import type { UserRow } from '#app/accounts/store/users.server.ts'
import { setComplimentaryAccess } from '#app/billing/service/set-complimentary-access.server.ts'
import {
  DEMO_MOBILE_SECRET,
  receiveMobileEvent,
} from '#app/billing/service/receive-mobile-event.server.ts'
import { startSubscription } from '#app/billing/service/start-subscription.server.ts'
import { idFrom, publicId } from '#app/catalogue/rules/public-id.ts'
import { db } from '#app/platform/database.server.ts'
import { accessOf, billingWorld, DAY, MONTHLY, viewOf } from './billing.ts'
import { newReader, outcome } from './readers.ts'

const world = billingWorld()
const at = (days: number) => (world.emulator.clock.now() + days * DAY) * 1000

const send = (event: object, secret: string | null = `Bearer ${DEMO_MOBILE_SECRET}`) =>
  receiveMobileEvent(secret, async () => ({ api_version: '1.0', event }), idFrom)

let clock = 1_800_000_000_000
/** An event about a reader, later than all earlier ones. */
const event = (reader: UserRow, type: string, days: number, more: object = {}) => ({
  id: crypto.randomUUID(),
  type,
  app_user_id: publicId(reader.id),
  event_timestamp_ms: (clock += 1000),
  expiration_at_ms: at(days),
  product_id: 'readr_yearly',
  store: 'PLAY_STORE',
  environment: 'PRODUCTION',
  ...more,
})

describe('a subscription bought in a mobile app', () => {
  test('gives full access on the web, says where to manage it, and ends when it expires', async () => {
    const reader = await newReader()
    await send(event(reader, 'INITIAL_PURCHASE', 30))
    expect(await accessOf(reader)).toBe('full')
    expect(await viewOf(reader)).toMatchObject({
      source: 'mobile',
      isSubscribed: true,
      status: 'none',
      mobile: { store: 'Google Play', renews: true },
      can: { subscribe: false, cancelNow: false, manageBilling: false },
    })
    expect(await outcome(startSubscription(reader, { planId: MONTHLY }))).toMatch(/^conflict/)
    await send(event(reader, 'CANCELLATION', 30))
    expect((await viewOf(reader)).mobile).toMatchObject({ renews: false })
    expect(await accessOf(reader)).toBe('full')
    await send(event(reader, 'EXPIRATION', -0.001))
    expect(await accessOf(reader)).toBe('free')
    await send(event(reader, 'RENEWAL', 30))
    await world.advance(31 * DAY)
    expect(await accessOf(reader)).toBe('free')
  })

  test('follows the latest event, even if events are repeated or out of order', async () => {
    const reader = await newReader()
    const bought = event(reader, 'INITIAL_PURCHASE', 30)
    const refunded = event(reader, 'CANCELLATION', -1, { cancel_reason: 'CUSTOMER_SUPPORT' })
    await send(refunded)
    await send(bought)
    await send(bought)
    expect(await accessOf(reader)).toBe('free')
  })

  test('keeps access during the store’s grace period', async () => {
    const reader = await newReader()
    await send(event(reader, 'BILLING_ISSUE', -1, { grace_period_expiration_at_ms: at(3) }))
    expect(await accessOf(reader)).toBe('full')
  })

  test('moves to another account with a transfer', async () => {
    const [from, to] = [await newReader(), await newReader()]
    await send(event(from, 'INITIAL_PURCHASE', 30))
    await send({
      type: 'TRANSFER',
      event_timestamp_ms: (clock += 1000),
      transferred_from: [publicId(from.id), '$RCAnonymousID:1'],
      transferred_to: [publicId(to.id)],
    })
    expect(await accessOf(from)).toBe('free')
    expect(await accessOf(to)).toBe('full')
  })

  test.each([null, '', 'Bearer', 'Bearer wrong', DEMO_MOBILE_SECRET.toUpperCase()])(
    'is refused with the secret %j',
    async (secret) => {
      const reader = await newReader()
      expect(await outcome(send(event(reader, 'INITIAL_PURCHASE', 30), secret))).toBe(
        'invalid-input: The secret is missing or wrong.',
      )
      expect(await accessOf(reader)).toBe('free')
    },
  )

  test('is unchanged by events that are malformed, of unknown types, or about unknown readers', async () => {
    const before = await db().billingAccount.count()
    const reader = await newReader()
    await send(event(reader, 'INITIAL_PURCHASE', 30, { app_user_id: publicId(999_999) }))
    await send(event(reader, 'INITIAL_PURCHASE', 30, { app_user_id: '$RCAnonymousID:2' }))
    await send(event(reader, 'constructor', 30))
    for (const malformed of [{}, { type: 1 }, { type: 'RENEWAL', expiration_at_ms: 'x' }]) {
      await expect(send(malformed)).rejects.toThrow(ZodError)
    }
    expect(await accessOf(reader)).toBe('free')
    expect(await db().billingAccount.count()).toBe(before + 1)
  })
})

test('complimentary access lasts until its day and can be revoked', async () => {
  const reader = await newReader()
  await setComplimentaryAccess(reader.id, new Date(at(10)))
  expect(await accessOf(reader)).toBe('full')
  expect(await viewOf(reader)).toMatchObject({ source: 'complimentary', isSubscribed: true })
  await setComplimentaryAccess(reader.id, null)
  expect(await accessOf(reader)).toBe('free')
  await setComplimentaryAccess(reader.id, new Date(at(1)))
  await world.advance(DAY)
  expect(await accessOf(reader)).toBe('free')
})
