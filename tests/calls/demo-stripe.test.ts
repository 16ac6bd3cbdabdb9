import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/setup/free-port.ts'
import { ALONE, type Product, runProduct, startProduct } from '#tests/setup/product.ts'
import { ask, newReader, type Reader } from './accounts-client.ts'

/** Confirms a SetupIntent at the demo's Stripe, like the payment element. */
async function saveCard(origin: string, secret: string, number: string) {
  const id = secret.split('_secret_')[0]!
  const answer = await fetch(`${origin}/dev/stripe/v1/setup_intents/${id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: 'pk_test_readr_demo',
      client_secret: secret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
    }),
  })
  return (await answer.json()) as { status: string }
}

async function statusOf({ origin }: Product, { token }: Reader): Promise<string> {
  const { json } = await ask(origin, '/api/v1/billing/subscription/status', { token })
  return (json.data as { subscriptionStatus: string }).subscriptionStatus
}

const advanceClock = (origin: string, step: string) => ask(origin, '/dev/clock', { form: { step } })

test('a demo trial becomes a subscription as the clock advances, and survives a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'readr-demo-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const DATA_DIR = join(folder, 'data')

  const first = await startProduct('content', { DATA_DIR }, ALONE)
  const reader = await newReader(first.origin)
  const { token } = reader
  const plans = await ask(first.origin, '/api/v1/billing/plans')
  const { plans: offered } = plans.json.data as unknown as {
    plans: { id: string; interval: string }[]
  }
  const planId = offered.find(({ interval }) => interval === 'month')!.id
  const made = await ask(first.origin, '/api/v1/billing/subscription', { token, json: { planId } })
  expect(made.status).toBe(201)
  const { clientSecret } = made.json.data as unknown as { clientSecret: string }
  expect(await statusOf(first, reader)).toBe('none')
  expect(await saveCard(first.origin, clientSecret, '4242424242424242')).toMatchObject({
    status: 'succeeded',
  })
  // The webhook reports the saved card.
  await expect.poll(() => statusOf(first, reader)).toBe('trialing')
  // Eight days end the trial; one more day charges the invoice.
  await advanceClock(first.origin, '2')
  await advanceClock(first.origin, '0')
  expect(await statusOf(first, reader)).toBe('active')
  await first.stop()

  // A state of another version, whose price differs.
  const file = join(DATA_DIR, 'demo-stripe.json')
  const saved = readFileSync(file, 'utf8')
  const monthly = '"unit_amount":1600'
  expect(saved).toContain(monthly)
  writeFileSync(file, saved.replaceAll(monthly, '"unit_amount":1500'))
  const refused = await runProduct('index', [], { DATA_DIR, PORT: String(await freePort()) })
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Readr cannot start\. The price .* is 1500 usd .* not 1600 usd/),
  })
  writeFileSync(file, saved)

  const second = await startProduct('content', { DATA_DIR }, ALONE)
  onTestFinished(async () => void (await second.stop()))
  expect(await statusOf(second, reader)).toBe('active')
  await advanceClock(second.origin, '3')
  const refreshed = await ask(second.origin, '/api/v1/billing/reconcile', { token, json: {} })
  expect(refreshed.status).toBe(200)
  expect(await statusOf(second, reader)).toBe('active')
  const { text } = await ask(second.origin, '/dev/clock')
  expect(text).toContain(reader.email)
})
