import { describe, expect, test } from 'vitest'
import { clientOf, DAY, sandbox, subscribing } from './sandbox.ts'

describe('events', () => {
  test('are signed and contain the API version and the request', async () => {
    const { emulator, stripe, received } = await sandbox()
    const { lastResponse } = await stripe.customers.create({}, { idempotencyKey: 'one' })
    await emulator.webhooks.settled()
    expect(received.events[0]).toMatchObject({
      object: 'event',
      api_version: '2026-10-28.endive',
      livemode: false,
      request: { id: lastResponse.requestId, idempotency_key: 'one' },
    })
    const { data } = await stripe.events.list({ limit: 1 })
    expect(data.map(({ id }) => id)).toEqual([received.events[0]!.id])
    expect((await stripe.events.retrieve(data[0]!.id)).type).toBe('customer.created')
  })

  test('contain a snapshot of the object', async () => {
    const { emulator, stripe, received } = await sandbox()
    const { id } = await stripe.customers.create({ email: 'ada@example.com' })
    await stripe.customers.update(id, { email: 'eve@example.com' })
    await emulator.webhooks.settled()
    const emails = received.events.map(({ data }) => (data.object as { email?: string }).email)
    expect(emails).toEqual(['ada@example.com', 'eve@example.com'])
  })

  test('are retried with a growing delay, and finally dropped', async () => {
    const { emulator, stripe, received } = await sandbox()
    received.answerWith(500, 503, 302)
    await stripe.customers.create({})
    await emulator.webhooks.settled()
    expect(received.events.length).toBe(1)
    await emulator.clock.advance(60)
    expect(received.events.length).toBe(2)
    await emulator.clock.advance(299)
    expect(received.events.length).toBe(2)
    await emulator.clock.advance(1)
    expect(received.events.length).toBe(3)
    await emulator.clock.advance(1800)
    expect(new Set(received.events.map(({ id }) => id)).size).toBe(1)
    expect(emulator.webhooks.attempts().map(({ status }) => status)).toEqual([500, 503, 302, 200])
    await emulator.clock.advance(4 * DAY)
    expect(received.events.length).toBe(4)
  })

  test('are filtered by endpoint', async () => {
    const { emulator, stripe, received } = await sandbox({ events: ['customer.updated'] })
    // Stripe shows the secret only when an endpoint is created.
    expect((await stripe.webhookEndpoints.list()).data).toMatchObject([{ url: received.url }])
    expect((await stripe.webhookEndpoints.list()).data[0]!.secret).toBeUndefined()
    const { id } = await stripe.customers.create({})
    await stripe.customers.update(id, { name: 'Ada' })
    await emulator.webhooks.settled()
    expect(received.types()).toEqual(['customer.updated'])
  })
})

describe('faults', () => {
  test('can drop, duplicate, reverse, and delay events', async () => {
    const { emulator, stripe, received } = await sandbox()
    const { webhooks, clock } = emulator
    const types = async (run: () => Promise<unknown>) => {
      received.events.length = 0
      await run()
      await webhooks.settled()
      return received.types()
    }
    const create = () => stripe.customers.create({})
    webhooks.setFaults({ drop: true })
    expect(await types(create)).toEqual([])
    webhooks.setFaults({ duplicate: true })
    expect(await types(create)).toEqual(['customer.created', 'customer.created'])
    webhooks.setFaults({})
    const { id } = await create()
    await webhooks.settled()
    webhooks.setFaults({ reorder: true })
    expect((await types(() => stripe.subscriptions.create(subscribing(id)))).at(0)).toBe(
      'invoice.finalized',
    )
    webhooks.setFaults({ delay: DAY })
    expect(await types(create)).toEqual([])
    webhooks.setFaults({})
    expect(await types(() => clock.advance(DAY))).toEqual(
      expect.arrayContaining(['customer.created']),
    )
  })

  test('can deliver events before the response to the call', async () => {
    const { emulator, received } = await sandbox()
    emulator.webhooks.setFaults({ beforeAnswer: true })
    await clientOf(emulator).customers.create({})
    expect(received.types()).toEqual(['customer.created'])
  })
})
