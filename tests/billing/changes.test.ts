import { describe, expect, test } from 'vitest'
import { cancelSubscription, cancelTrial } from '#app/billing/service/cancel-subscription.server.ts'
import { resubscribe } from '#app/billing/service/resubscribe.server.ts'
import { changePlan } from '#app/billing/service/change-plan.server.ts'
import { cancelPlanChange } from '#app/billing/service/cancel-plan-change.server.ts'
import { previewChange } from '#app/billing/service/preview-plan-change.server.ts'
import { listCharges } from '#app/billing/service/list-charges.server.ts'
import { portalUrl } from '#app/billing/service/open-portal.server.ts'
import { checkoutUrl, startSubscription } from '#app/billing/service/start-subscription.server.ts'
import { catchUpWithStripe } from '#app/billing/service/catch-up-with-stripe.server.ts'
import { stripe } from '#app/platform/stripe.server.ts'
import {
  accessOf,
  atStripe,
  billingWorld,
  callsOf,
  change,
  confirm,
  customerOf,
  DAY,
  expectTruth,
  HOUR,
  MONTHLY,
  payingReader,
  payWithNewCard,
  trialReader,
  useCard,
  viewOf,
  YEARLY,
} from '#tests/store/billing.ts'
import { emailsTo, newReader, outcome, outcomes } from '#tests/store/readers.ts'

const world = billingWorld()
const subjects = async (email: string) => (await emailsTo(email)).map(({ subject }) => subject)

describe('an upgrade', () => {
  test('charges what its preview showed and takes effect right away', async () => {
    const reader = await payingReader(world)
    const preview = await previewChange(reader, YEARLY)
    expect(preview.kind).toBe('upgrade')
    expect(preview.dueNowCents).toBeGreaterThan(8000)
    expect(preview.dueNowCents).toBeLessThan(9900)
    expect(preview.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(preview.dueNowCents)
    const { prorationDate } = preview
    const changed = await changePlan(reader, { planId: YEARLY, prorationDate })
    expect(changed).toMatchObject({ outcome: 'changed', paymentSuccessful: true })
    expect(changed.subscription).toMatchObject({ plan: 'yearly', pendingChange: null })
    expect((await listCharges(reader)).past[0]).toMatchObject({
      cents: preview.dueNowCents,
      status: 'paid',
    })
    expect(changed.subscription.nextCharge).toEqual(preview.nextCharge)
    await expectTruth(reader)
    expect(await outcome(change(reader, YEARLY))).toMatch(
      /^invalid-input: You are already on the Yearly Plan/,
    )
  })

  test('requested twice at the same time is charged once', async () => {
    const reader = await payingReader(world)
    await Promise.all([outcome(change(reader, YEARLY)), outcome(change(reader, YEARLY))])
    await expectTruth(reader)
    expect((await listCharges(reader)).past).toHaveLength(2)
  })

  test('stays unconfirmed, with the old plan active, while its payment needs the bank', async () => {
    const reader = await payingReader(world)
    await useCard(reader, 'pm_card_authenticationRequired')
    const changed = await change(reader, YEARLY)
    expect(changed).toMatchObject({ outcome: 'unconfirmed', paymentSuccessful: false })
    expect(changed.clientSecret).toMatch(/_secret_/)
    expect(changed.subscription).toMatchObject({
      plan: 'monthly',
      status: 'active',
      pendingChange: { kind: 'unconfirmed', plan: 'yearly' },
    })
    expect(await accessOf(reader)).toBe('full')
    const view = await cancelPlanChange(reader)
    expect(view).toMatchObject({ plan: 'monthly', pendingChange: null })
    await expectTruth(reader)
  })

  test('keeps both invoices while that of a renewal is still a draft', async () => {
    const reader = await payingReader(world)
    const { currentPeriodEnd } = await viewOf(reader)
    const left = currentPeriodEnd!.getTime() / 1000 - world.emulator.clock.now()
    await world.advance(left + 600)
    await change(reader, YEARLY)
    await world.advance(2 * HOUR)
    await expectTruth(reader)
    expect((await listCharges(reader)).past.length).toBeGreaterThan(2)
  })

  test('in a trial is free and keeps the end of the trial', async () => {
    const reader = await trialReader()
    const { trialEnd } = await viewOf(reader)
    expect(await previewChange(reader, YEARLY)).toMatchObject({ kind: 'trial', dueNowCents: 0 })
    const { subscription } = await change(reader, YEARLY)
    expect(subscription).toMatchObject({ plan: 'yearly', status: 'trialing', trialEnd })
    expect((await listCharges(reader)).past).toEqual([])
    await expectTruth(reader)
  })
})

describe('a downgrade', () => {
  test('is shown as pending and takes effect at the end of the period', async () => {
    const reader = await payingReader(world, YEARLY)
    const { currentPeriodEnd } = await viewOf(reader)
    expect(await previewChange(reader, MONTHLY)).toMatchObject({
      kind: 'downgrade',
      dueNowCents: 0,
      effectiveAt: currentPeriodEnd,
    })
    const changed = await change(reader, MONTHLY)
    expect(changed).toMatchObject({ outcome: 'scheduled', paymentSuccessful: false })
    expect(changed.subscription).toMatchObject({
      plan: 'yearly',
      pendingChange: { kind: 'scheduled', plan: 'monthly', name: 'Monthly', at: currentPeriodEnd },
      nextCharge: { cents: 1600, at: currentPeriodEnd },
    })
    const left = currentPeriodEnd!.getTime() / 1000 - world.emulator.clock.now()
    await world.advance(left - 20 * DAY)
    await catchUpWithStripe()
    await world.advance(20 * DAY + 2 * HOUR)
    await catchUpWithStripe()
    expect(await viewOf(reader)).toMatchObject({
      plan: 'monthly',
      status: 'active',
      pendingChange: null,
      lastPayment: { cents: 1600 },
    })
    await expectTruth(reader)
    const [subscription] = await atStripe(await customerOf(reader))
    expect(subscription!.schedule).toBeNull()
    expect(await subjects(reader.email)).toContainEqual(
      expect.stringMatching(/^Your subscription renews on /),
    )
  })

  test('in a trial takes effect at its end; the trial continues', async () => {
    const reader = await trialReader(YEARLY)
    const { trialEnd } = await viewOf(reader)
    expect(await previewChange(reader, MONTHLY)).toMatchObject({
      kind: 'downgrade',
      effectiveAt: trialEnd,
      nextCharge: { cents: 1600, at: trialEnd },
    })
    const { outcome: result, subscription } = await change(reader, MONTHLY)
    expect(result).toBe('scheduled')
    expect(subscription).toMatchObject({
      plan: 'yearly',
      status: 'trialing',
      trialEnd,
      pendingChange: { kind: 'scheduled', plan: 'monthly', at: trialEnd },
      nextCharge: { cents: 1600, at: trialEnd },
    })
    await world.endTrials()
    await catchUpWithStripe()
    expect(await viewOf(reader)).toMatchObject({
      plan: 'monthly',
      status: 'active',
      pendingChange: null,
      lastPayment: { cents: 1600 },
    })
    expect((await listCharges(reader)).past).toHaveLength(1)
    await expectTruth(reader)
  })

  test('in a trial is dropped when the trial is canceled', async () => {
    const reader = await trialReader(YEARLY)
    await change(reader, MONTHLY)
    const { subscription } = await cancelTrial(reader)
    expect(subscription).toMatchObject({ cancelAtPeriodEnd: true, pendingChange: null })
    await expectTruth(reader)
  })

  test('can be canceled, also by choosing the current plan', async () => {
    const reader = await payingReader(world, YEARLY)
    await change(reader, MONTHLY)
    expect(await cancelPlanChange(reader)).toMatchObject({ plan: 'yearly', pendingChange: null })
    expect(await outcome(cancelPlanChange(reader))).toBe(
      'conflict: You don’t have a plan change to cancel. If this looks wrong, select “Refresh Status” in your settings.',
    )
    await change(reader, MONTHLY)
    expect(await change(reader, YEARLY)).toMatchObject({
      outcome: 'changed',
      paymentSuccessful: false,
      subscription: { plan: 'yearly', pendingChange: null },
    })
    await expectTruth(reader)
  })

  test('requested twice is scheduled once', async () => {
    const reader = await payingReader(world, YEARLY)
    const { subscription: first } = await change(reader, MONTHLY)
    const { subscription: second } = await change(reader, MONTHLY)
    expect(second.pendingChange).toEqual(first.pendingChange)
    await expectTruth(reader)
  })

  test('is dropped when the subscription is canceled', async () => {
    const reader = await payingReader(world, YEARLY)
    await change(reader, MONTHLY)
    const { subscription } = await cancelSubscription(reader, 'atPeriodEnd')
    expect(subscription).toMatchObject({ cancelAtPeriodEnd: true, pendingChange: null })
    await expectTruth(reader)
  })
})

describe('canceling', () => {
  test('at the end of the period keeps access until then, and can be undone', async () => {
    const reader = await payingReader(world)
    const { currentPeriodEnd } = await viewOf(reader)
    const done = await cancelSubscription(reader, 'atPeriodEnd')
    expect(done).toMatchObject({
      lastDay: currentPeriodEnd,
      nextChargeCents: null,
      refund: null,
      subscription: { status: 'active', cancelAtPeriodEnd: true, nextCharge: null },
    })
    expect(await accessOf(reader)).toBe('full')
    const mail = (await emailsTo(reader.email)).at(-1)!
    expect(mail.subject).toBe('Your Readr subscription is canceled')
    expect(mail.text).toMatch(/Your access ends on \w+ \d+, 20\d\d\./)
    expect(mail.text).toContain('Next charge: none.')
    expect(mail.text).toContain('Refund: none.')
    expect(await outcome(cancelSubscription(reader, 'atPeriodEnd'))).toMatch(/^conflict/)
    expect(await resubscribe(reader)).toMatchObject({ cancelAtPeriodEnd: false })
    expect(await outcome(resubscribe(reader))).toMatch(/^conflict/)
    await cancelSubscription(reader, 'atPeriodEnd')
    await world.advance(32 * DAY)
    await catchUpWithStripe()
    expect(await accessOf(reader)).toBe('free')
    expect(await viewOf(reader)).toMatchObject({ status: 'canceled', can: { subscribe: true } })
    expect((await listCharges(reader)).past).toHaveLength(1)
    await expectTruth(reader)
  })

  test('immediately ends access and refunds nothing', async () => {
    const reader = await payingReader(world)
    const done = await cancelSubscription(reader, 'immediately')
    expect(done).toMatchObject({ refund: null, subscription: { status: 'canceled' } })
    expect(await accessOf(reader)).toBe('free')
    expect((await emailsTo(reader.email)).at(-1)!.text).toContain('Refund: none.')
    expect(await outcome(cancelSubscription(reader, 'immediately'))).toBe(
      'conflict: You don’t have a subscription to cancel. If this looks wrong, select “Refresh Status” in your settings.',
    )
    await expectTruth(reader)
  })

  test('at the end of the period and then immediately sends an email about each end of access', async () => {
    const reader = await payingReader(world)
    await cancelSubscription(reader, 'atPeriodEnd')
    await world.advance(DAY)
    await cancelSubscription(reader, 'immediately')
    const emails = (await emailsTo(reader.email)).filter(({ subject }) => /canceled/.test(subject))
    expect(emails.map(({ text }) => /Your access (?:ends on|has ended)/.exec(text)?.[0])).toEqual([
      'Your access ends on',
      'Your access has ended',
    ])
  })

  test('in several windows at the same time succeeds or is refused as already done', async () => {
    for (let round = 0; round < 3; round++) {
      const reader = await trialReader()
      const tally = await outcomes([
        cancelSubscription(reader, 'immediately'),
        cancelSubscription(reader, 'atPeriodEnd'),
        cancelSubscription(reader, 'immediately'),
      ])
      for (const result of Object.keys(tally)) expect(result).toMatch(/^done|^conflict/)
      expect(await viewOf(reader)).toMatchObject({ status: 'canceled' })
      await expectTruth(reader)
    }
  })

  test('a trial keeps access until it ends and charges nothing', async () => {
    const reader = await trialReader()
    const { trialEnd } = await viewOf(reader)
    expect(await cancelTrial(reader)).toMatchObject({ lastDay: trialEnd })
    expect(await accessOf(reader)).toBe('full')
    expect(await outcome(cancelTrial(reader))).toMatch(/^conflict/)
    await world.advance(8 * DAY)
    await catchUpWithStripe()
    expect(await accessOf(reader)).toBe('free')
    expect((await listCharges(reader)).past).toEqual([])
    expect(await outcome(cancelTrial(await payingReader(world)))).toMatch(/^conflict/)
  })

  test('in the portal, by a date, is noticed and can be undone', async () => {
    const reader = await payingReader(world)
    const [subscription] = await atStripe(await customerOf(reader))
    await stripe().subscriptions.update(subscription!.id, {
      cancel_at: subscription!.items.data[0]!.current_period_end,
    })
    await world.emulator.webhooks.settled()
    expect(await viewOf(reader)).toMatchObject({ cancelAtPeriodEnd: true })
    expect(await resubscribe(reader)).toMatchObject({ cancelAtPeriodEnd: false })
    await expectTruth(reader)
  })
})

describe('a card that fails at the renewal', () => {
  test('keeps access while Stripe retries it, emails how to fix it, and ends with the last retry', async () => {
    const reader = await trialReader(MONTHLY, 'pm_card_chargeCustomerFail')
    await world.endTrials()
    expect(await viewOf(reader)).toMatchObject({
      status: 'past_due',
      label: 'Past Due',
      isSubscribed: true,
    })
    expect((await viewOf(reader)).openInvoiceUrl).toMatch(/^http/)
    expect(await accessOf(reader)).toBe('full')
    expect(await outcome(change(reader, YEARLY))).toMatch(/^conflict: Your last payment/)
    const mail = (await emailsTo(reader.email)).at(-1)!
    expect(mail.subject).toBe('Your payment did not go through')
    expect(mail.text).toContain((await viewOf(reader)).openInvoiceUrl)
    await world.advance(40 * DAY)
    await catchUpWithStripe()
    expect(await accessOf(reader)).toBe('free')
    expect((await subjects(reader.email)).filter((one) => /did not go/.test(one))).toHaveLength(1)
    await expectTruth(reader)
  })

  test('renews the subscription once it is replaced', async () => {
    const reader = await trialReader(MONTHLY, 'pm_card_chargeCustomerFail')
    await world.endTrials()
    await payWithNewCard(world, reader)
    expect(await viewOf(reader)).toMatchObject({ status: 'active', openInvoiceUrl: null })
    await expectTruth(reader)
  })
})

describe('without JavaScript', () => {
  test('Stripe’s page is reused for the same plan and closed when another plan is chosen', async () => {
    const reader = await newReader()
    const url = await checkoutUrl(reader, { planId: MONTHLY })
    expect(url).toMatch(/^http/)
    expect(await checkoutUrl(reader, { planId: MONTHLY })).toBe(url)
    const customer = await customerOf(reader)
    const open = async () =>
      (await stripe().checkout.sessions.list({ customer, status: 'open' })).data.length
    expect(await open()).toBe(1)
    await checkoutUrl(reader, { planId: YEARLY })
    expect(await open()).toBe(1)
    const reduced = await checkoutUrl(reader, { planId: YEARLY, promotionCode: 'HALF' })
    expect(await checkoutUrl(reader, { planId: YEARLY, promotionCode: 'half' })).toBe(reduced)
    expect(await (await fetch(reduced)).text()).toContain('−$49.50')
    expect(await open()).toBe(1)
    await confirm(await startSubscription(reader, { planId: YEARLY }))
    expect(await open()).toBe(0)
  })

  test('the portal is only for customers and takes one request once it is configured', async () => {
    expect(await outcome(portalUrl(await newReader()))).toMatch(/^conflict/)
    const reader = await trialReader()
    expect(await portalUrl(reader)).toMatch(/^http/)
    expect(await callsOf(world, () => portalUrl(reader))).toEqual([
      'POST /v1/billing_portal/sessions',
    ])
  })
})
