import { afterEach, expect, test, vi } from 'vitest'
import type { UserRow } from '#app/accounts/store/users.server.ts'
import { completeGuaranteeRefund } from '#app/billing/service/complete-guarantee-refund.server.ts'
import { reconcile } from '#app/billing/service/reconcile.server.ts'
import { subscriptionsOf } from '#app/billing/service/stripe-state.server.ts'
import { recordGuaranteeRefund } from '#app/billing/store/guarantee-refunds.server.ts'
import { now } from '#app/platform/clock.server.ts'
import { stripe } from '#app/platform/stripe.server.ts'
import { billingWorld, customerOf, payingReader } from './billing.ts'
import { emailsTo } from './readers.ts'

const world = billingWorld()

afterEach(() => vi.restoreAllMocks())

/** Holds the next call of a method of Stripe's client until it is let go. */
function hold(calls: { list: (...args: never[]) => unknown }) {
  const list = calls.list.bind(calls)
  const reached = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  vi.spyOn(calls, 'list').mockImplementationOnce(async (...args) => {
    reached.resolve()
    await letGo.promise
    return list(...args)
  })
  return { reached: reached.promise, letGo: letGo.resolve }
}

/** Records a request and completes it at Stripe, in a process that is too slow to store it. */
async function refundAtStripe(reader: UserRow): Promise<void> {
  await recordGuaranteeRefund(reader.id, { amountCents: 1600, requestedAt: now() }, [
    `person ${reader.id}`,
  ])
  const customer = await customerOf(reader)
  const looks = { looksAgain: false, isLast: false }
  let changed: boolean
  do {
    const subscriptions = await subscriptionsOf(customer)
    changed = (await completeGuaranteeRefund(reader.id, subscriptions, customer, looks)).changed
  } while (changed)
}

/** A reader whose events are lost, and the first process, which has not seen a request. */
async function begin(reader: UserRow) {
  const payments = hold(stripe().charges)
  const pass = reconcile(reader.id, { withReversals: true })
  await payments.reached
  return { letGo: payments.letGo, pass }
}

async function paying() {
  const reader = await payingReader(world)
  world.emulator.webhooks.setFaults({ drop: true })
  return reader
}

async function expectOneEmail(reader: UserRow) {
  await reconcile(reader.id, { withReversals: true })
  const emails = await emailsTo(reader.email)
  const about = emails.filter(({ subject }) => /refund|canceled/.test(subject))
  expect(about.map(({ subject }) => subject)).toEqual(['Your refund from Readr: $16.00'])
  expect(about[0]!.text).toContain('under our money-back guarantee')
}

test('a process that sees the refund without its request leaves the email to the next', async () => {
  const reader = await paying()
  const first = await begin(reader)
  await refundAtStripe(reader)
  first.letGo()
  await first.pass
  await expectOneEmail(reader)
})

test('also if a process with an earlier number has already stored the refund', async () => {
  const reader = await paying()
  // A copy of the module is another process: each has its own line of reconciliations.
  const other = (await vi.importActual('#app/billing/service/reconcile.server.ts?other')) as {
    reconcile: typeof reconcile
  }
  const subscriptions = hold(stripe().subscriptions)
  const earlier = other.reconcile(reader.id, { withReversals: true })
  await subscriptions.reached
  const first = await begin(reader)
  await refundAtStripe(reader)
  subscriptions.letGo()
  await earlier
  first.letGo()
  await first.pass
  await expectOneEmail(reader)
})
