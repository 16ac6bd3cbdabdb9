import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { browse, clientOf, MONTHLY, sandbox, subscribing } from './sandbox.ts'

describe('parameters', () => {
  test.each([
    ['parameter_unknown', 'prorate', { prorate: true }],
    ['parameter_unknown', 'items[0][pricee]', { items: [{ price: MONTHLY, pricee: 'p' }] }],
    ['parameter_missing', 'items', { items: undefined }],
    ['parameter_invalid_empty', 'customer', { customer: '' }],
    ['parameter_invalid_integer', 'trial_period_days', { trial_period_days: 'seven' }],
  ])('are refused: %s %s', async (code, param, change) => {
    const { stripe } = await sandbox()
    const parameters = { ...subscribing('x'), ...change }
    await expect(stripe.subscriptions.create(parameters as never)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code,
      param,
      statusCode: 400,
      requestId: expect.stringMatching(/^req_\w{14}$/),
    })
  })

  test('are unset by an empty value', async () => {
    const { stripe } = await sandbox()
    const { id } = await stripe.customers.create({
      email: 'ada@example.com',
      metadata: { a: '1', b: '2' },
    })
    const changed = await stripe.customers.update(id, { email: '', metadata: { a: '' } })
    expect([changed.email, changed.metadata]).toEqual([null, { b: '2' }])
  })
})

describe('errors', () => {
  test('name the missing object and the parameter', async () => {
    const { stripe } = await sandbox()
    await expect(stripe.subscriptions.retrieve('sub_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
    })
    await expect(stripe.subscriptions.create(subscribing('cus_none'))).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'customer',
    })
    const { id } = await stripe.customers.create({})
    await expect(stripe.subscriptions.create(subscribing(id, 'price_none'))).rejects.toMatchObject({
      param: 'items[0][price]',
    })
  })

  test('report invalid keys, unknown URLs, and another API version', async () => {
    const { emulator } = await sandbox()
    const other = clientOf({ ...emulator, secretKey: 'sk_test_other' })
    await expect(other.customers.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
    })
    const stripe = clientOf(emulator)
    await expect(stripe.balance.retrieve()).rejects.toMatchObject({ statusCode: 404 })
    await expect(stripe.customers.list({}, { apiVersion: '2024-06-20' })).rejects.toMatchObject({
      statusCode: 400,
    })
  })
})

describe('expand', () => {
  test('rejects unknown paths and a fifth level', async () => {
    const { stripe } = await sandbox()
    const list = (path: string) => stripe.subscriptions.list({ expand: [path] })
    const customer = await stripe.customers.create({})
    await stripe.subscriptions.create(subscribing(customer.id))
    await expect(list('data.status')).rejects.toMatchObject({ param: 'expand' })
    await expect(list('data.payment_intent')).rejects.toMatchObject({ param: 'expand' })
    await expect(list('data.a.b.c.d.e')).rejects.toMatchObject({ param: 'expand' })
    const { data } = await list('data.latest_invoice')
    expect((data[0]!.latest_invoice as Stripe.Invoice).object).toBe('invoice')
  })
})

describe('lists', () => {
  test('are paginated, newest first', async () => {
    const { stripe } = await sandbox()
    const made: string[] = []
    for (let at = 0; at < 7; at++) made.unshift((await stripe.customers.create({})).id)
    const first = await stripe.customers.list({ limit: 3 })
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([made.slice(0, 3), true])
    const last = await stripe.customers.list({ limit: 4, starting_after: made[2]! })
    expect([last.data.map(({ id }) => id), last.has_more]).toEqual([made.slice(3), false])
    const before = await stripe.customers.list({ limit: 2, ending_before: made[4]! })
    expect([before.data.map(({ id }) => id), before.has_more]).toEqual([made.slice(2, 4), true])
    const all: string[] = []
    for await (const { id } of stripe.customers.list({ limit: 2 })) all.push(id)
    expect(all).toEqual(made)
  })

  test('of subscriptions omit canceled ones by default', async () => {
    const { stripe } = await sandbox()
    const { id } = await stripe.customers.create({})
    const made = await stripe.subscriptions.create({ ...subscribing(id), trial_period_days: 7 })
    await stripe.subscriptions.cancel(made.id)
    expect((await stripe.subscriptions.list({ customer: id })).data).toEqual([])
    const all = await stripe.subscriptions.list({ customer: id, status: 'all' })
    expect(all.data.map(({ status }) => status)).toEqual(['canceled'])
  })
})

describe('an idempotency key', () => {
  test('returns the same response, executes the call once, and is valid for its parameters', async () => {
    const { stripe, received, emulator } = await sandbox()
    const create = () =>
      stripe.customers.create({ email: 'ada@example.com' }, { idempotencyKey: 'one' })
    const [first, second] = [await create(), await create()]
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    await emulator.webhooks.settled()
    expect(received.types()).toEqual(['customer.created'])
    await expect(
      stripe.customers.create({ email: 'eve@example.com' }, { idempotencyKey: 'one' }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  })

  test('returns the same refusal again, as another key does not', async () => {
    const { stripe, emulator } = await sandbox()
    const { id } = await stripe.customers.create()
    emulator.calls.addFault({ kind: 'refused', match: 'POST /v1/customers', times: 1 })
    const update = (key: string) =>
      stripe.customers.update(id, { name: 'Ada' }, { idempotencyKey: key })
    await expect(update('one')).rejects.toMatchObject({ statusCode: 400 })
    await expect(update('one')).rejects.toMatchObject({
      statusCode: 400,
      headers: { 'idempotent-replayed': 'true' },
    })
    expect(await update('two')).toMatchObject({ name: 'Ada' })
  })

  test('does not store requests with wrong parameters', async () => {
    const { stripe } = await sandbox()
    const key = { idempotencyKey: 'one' }
    await expect(stripe.customers.create({ nothing: 1 } as never, key)).rejects.toThrow(/unknown/)
    expect((await stripe.customers.create({}, key)).object).toBe('customer')
  })
})

describe('faults', () => {
  test('lose a response that a retry then receives', async () => {
    const { emulator, stripe } = await sandbox()
    emulator.calls.addFault({ kind: 'answer_lost', match: 'POST /v1/customers', times: 1 })
    const made = await clientOf(emulator, { retries: 2 }).customers.create({})
    expect((await stripe.customers.list()).data.map(({ id }) => id)).toEqual([made.id])
    // The SDK retries a closed connection once even with maxNetworkRetries: 0.
    emulator.calls.addFault({ kind: 'answer_lost', match: 'POST', times: 2 })
    await expect(stripe.customers.create({})).rejects.toMatchObject({
      type: 'StripeConnectionError',
    })
    expect((await stripe.customers.list()).data.length).toBeGreaterThan(1)
  })
})

describe('a browser', () => {
  test('can only confirm intents whose secret it has', async () => {
    const { emulator, stripe } = await sandbox()
    const customer = await stripe.customers.create({})
    const trial = { ...subscribing(customer.id), trial_period_days: 7 }
    const made = await stripe.subscriptions.create(trial)
    const intent = made.pending_setup_intent as Stripe.SetupIntent
    const get = (secret: string) =>
      fetch(
        `${emulator.apiUrl}/v1/setup_intents/${intent.id}?key=${emulator.publishableKey}&client_secret=${secret}`,
      )
    const answer = await get(intent.client_secret!)
    const seen = (await answer.json()) as Record<string, unknown>
    expect(seen['status']).toBe('requires_payment_method')
    expect(Object.keys(seen)).not.toContain('customer')
    expect((await get('seti_x_secret_y')).status).toBe(400)
    expect((await browse(emulator, '/v1/customers', {})).status).toBe(403)
    expect((await browse(emulator, `/v1/setup_intents/${intent.id}/cancel`, {})).status).toBe(403)
    expect((await browse(emulator, `/v1/setup_intents/${intent.id}/confirm`, {})).status).toBe(400)
  })
})
