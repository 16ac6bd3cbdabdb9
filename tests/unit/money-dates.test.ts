import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { deadlineDay, exactMoment } from '#app/billing/rules/format-money.ts'
import { OFFERS, type Plan, TRIAL_DAYS } from '#app/billing/rules/plans.ts'
import {
  chargesText,
  type SubscriptionTerms,
  subscriptionTermsOf,
  trialEndOf,
} from '#app/billing/rules/subscription-terms.ts'
import { type StoredState, viewOf } from '#app/billing/rules/subscription-view.ts'
import * as emails from '#app/billing/service/billing-emails.ts'
import { billingTexts } from '#app/web/admin/reader-change-texts.ts'
import CancelPage from '#app/web/billing/cancel.tsx'
import { ChangePlanForm } from '#app/web/billing/change-plan-form.tsx'
import { ChargeList } from '#app/web/billing/charge-list.tsx'
import * as flashTexts from '#app/web/billing/flash-texts.ts'
import { GuaranteeLine } from '#app/web/billing/guarantee-line.tsx'
import GuaranteeRefundPage from '#app/web/billing/guarantee-refund.tsx'
import { OrderSummary } from '#app/web/billing/order-summary.tsx'
import PaymentSuccessfulPage from '#app/web/billing/payment-successful.tsx'
import { PendingChangeLine } from '#app/web/billing/pending-change.tsx'
import SubscribePage from '#app/web/billing/subscribe.tsx'
import { SubscriptionCard } from '#app/web/billing/subscription-card.tsx'
import { TrialUsed } from '#app/web/billing/trial-used.tsx'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Every offset from UTC-12 to UTC+14 in quarters of an hour, and every named time zone. */
const OFFSETS = Array.from({ length: 26 * 4 + 1 }, (_, at) => {
  const minutes = at * 15 - 12 * 60
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
})
const ZONES = [...Intl.supportedValuesOf('timeZone'), 'Etc/GMT+12', 'Etc/GMT-14', ...OFFSETS]

const beginnings = new Map<string, { first: number; last: number }>()

/** When a day begins by the first and by the last of all clocks, in milliseconds since 1970. */
const beginningOf = (day: Temporal.PlainDate) =>
  beginnings.getOrInsertComputed(day.toString(), () => {
    const all = ZONES.map((zone) => day.toZonedDateTime(zone).epochMilliseconds)
    return { first: Math.min(...all), last: Math.max(...all) }
  })

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2026, month)).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' }),
)
const DATE = new RegExp(
  `((?:\\S+ )?\\S*) ?\\b(${MONTHS.join('|')}) (\\d+), (\\d{4})(?! at \\d+:\\d\\d [AP]M UTC)`,
  'g',
)

/** The days that a text names, each with the words before it. */
const daysIn = (text: string) =>
  [...text.matchAll(DATE)].map(([, before, month, day, year]) => ({
    before: before!.toLowerCase(),
    day: Temporal.PlainDate.from({
      year: Number(year),
      month: MONTHS.indexOf(month!) + 1,
      day: Number(day),
    }),
  }))

/** “Ends on December 5” is read as if the day were included. */
const INCLUSIVE = /(?:\b(?:until|by|through|till)|\bends? on)$/

/** The text of a component without its markup. */
function shown<Props extends object>(component: ComponentType<Props>, props: Props): string {
  const Stub = createRoutesStub([{ path: '/', Component: () => createElement(component, props) }])
  return renderToStaticMarkup(createElement(Stub))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}
/** The page of a route, with its loader's data. */
const page = (component: unknown, loaderData: object): string =>
  shown(component as ComponentType<{ loaderData: object; actionData: undefined }>, {
    loaderData,
    actionData: undefined,
  })
const said = ({ subject, text }: { subject: string; text: string }) => `${subject}. ${text}`

const PLAN: Plan = {
  id: 'price_m',
  plan: 'monthly',
  name: 'Monthly',
  price: OFFERS.monthly.cents,
  interval: 'month',
  features: [],
}
const TRIAL = { price: PLAN.price, interval: PLAN.interval, dueTodayCents: 0 }
const trialTerms = (at: Date): SubscriptionTerms => ({
  ...TRIAL,
  trialEnd: at,
  nextCharge: { cents: PLAN.price, at },
})
const paidTerms = (at: Date): SubscriptionTerms => ({
  ...TRIAL,
  dueTodayCents: PLAN.price,
  trialEnd: null,
  nextCharge: { cents: PLAN.price, at },
})

const ACCOUNT: NonNullable<StoredState['account']> = {
  customerId: 'cus_1',
  complimentaryUntil: null,
  mobileUntil: null,
  mobileStore: null,
  mobileRenews: false,
}
type Stored = NonNullable<StoredState['subscription']>

function view(at: Date, changes: Partial<Stored>, account = ACCOUNT) {
  const subscription: Stored = {
    status: 'active',
    isSetUp: true,
    trialEnd: null,
    currentPeriodEnd: at,
    cancelAt: null,
    subscriptionId: 'sub_1',
    accessUntil: at,
    priceId: PLAN.id,
    plan: 'monthly',
    createdAt: null,
    currentPeriodStart: null,
    canceledAt: null,
    endedAt: null,
    endReason: null,
    endFeedback: null,
    scheduleId: null,
    pendingPriceId: null,
    pendingPlan: null,
    pendingAt: null,
    updatePriceId: null,
    updatePlan: null,
    updateExpiresAt: null,
    nextChargeCents: PLAN.price,
    openInvoiceUrl: null,
    refusedCard: null,
    ...changes,
  }
  const state = { account, subscription, lastPayment: null, isTrialUsed: true }
  return viewOf(state, 'reader', new Date(at.getTime() - HOUR_MS))
}
const active = (at: Date) => view(at, {})
const trialing = (at: Date) => view(at, { status: 'trialing', trialEnd: at })
const canceled = (at: Date) => view(at, { cancelAt: at })
const card = (subscription: ReturnType<typeof view>) => shown(SubscriptionCard, { subscription })

const scheduled = (at: Date) =>
  ({ plan: 'monthly', name: 'Monthly', priceId: PLAN.id, at, kind: 'scheduled' }) as const

const facts = (at: Date) => ({
  reader: { name: 'Ada', emailVerified: true },
  planName: 'Monthly',
  nextChargeCents: PLAN.price,
  at,
  settingsUrl: 'https://readr.example/settings',
})

const offer = (until: Date) => ({ cents: 1600, payments: [], until })

type Texts = Record<string, (at: Date) => string>

/** Texts about a moment at which the reader is charged, or after which the guarantee is over. */
const CHARGES: Record<string, Texts> = {
  'app/billing/rules/subscription-terms.ts': {
    trial: (at) => chargesText(trialTerms(at)),
    paid: (at) => chargesText(paidTerms(at)),
  },
  'app/billing/service/billing-emails.ts': {
    trialStarted: (at) => said(emails.trialStartedEmail(facts(at))),
    trialEnds: (at) => said(emails.trialEndsEmail(facts(at))),
    renewalAhead: (at) => said(emails.renewalAheadEmail(facts(at))),
    paymentFailed: (at) =>
      said(
        emails.paymentFailedEmail({
          ...facts(at),
          amountCents: 1600,
          nextAttemptAt: at,
          payUrl: null,
        }),
      ),
    receipt: (at) =>
      said(
        emails.receiptEmail({ ...facts(at), amountCents: 1600, paidAt: at, receiptUrl: null }),
      ).replace(/On [^.]*?, you paid/, 'You paid'),
  },
  'app/web/admin/reader-change-texts.ts': {
    suspend: (at) => billingTexts('suspend', active(at)).join(' '),
  },
  'app/web/billing/change-plan-form.tsx': {
    ...Object.fromEntries(
      (['upgrade', 'trial', 'downgrade'] as const).map((kind) => [
        kind,
        (at: Date) =>
          shown(ChangePlanForm, {
            current: 'price_other',
            planName: 'Yearly',
            pendingChange: null,
            offers: [
              {
                ...PLAN,
                preview: {
                  kind,
                  planId: PLAN.id,
                  planName: PLAN.name,
                  effectiveAt: at,
                  dueNowCents: 0,
                  lines: [],
                  nextCharge: { cents: PLAN.price, at },
                  prorationDate: null,
                },
              },
            ],
            refused: undefined,
          }),
      ]),
    ),
    scheduled: (at) =>
      shown(ChangePlanForm, {
        current: 'price_other',
        planName: 'Yearly',
        pendingChange: scheduled(at),
        offers: [{ ...PLAN, preview: null }],
        refused: undefined,
      }),
  },
  'app/web/billing/charge-list.tsx': {
    coming: (at) =>
      shown(ChargeList, {
        charges: [
          {
            at,
            cents: 1600,
            amount: '$16.00',
            description: 'Readr Monthly',
            status: 'coming',
            refundedCents: 0,
            failedRefundCents: 0,
            isDisputed: false,
            url: null,
          },
        ],
      }),
  },
  'app/web/billing/flash-texts.ts': {
    resubscribed: (at) => flashTexts.resubscribedText({ at }),
    changeScheduled: (at) => flashTexts.changeScheduledText(scheduled(at)),
  },
  'app/web/billing/guarantee-line.tsx': {
    offer: (at) => shown(GuaranteeLine, { guarantee: { offer: offer(at), refund: null } }),
  },
  'app/web/billing/guarantee-refund.tsx': {
    offer: (at) =>
      page(GuaranteeRefundPage, {
        offer: offer(at),
        refund: null,
        planName: 'Monthly',
        inApp: false,
        otherAccessUntil: null,
      }),
  },
  'app/web/billing/order-summary.tsx': {
    trial: (at) => summary(trialTerms(at)),
    paid: (at) => summary(paidTerms(at)),
  },
  'app/web/billing/payment-successful.tsx': {
    trial: (at) => paid(at, at),
    paid: (at) => paid(at, null),
  },
  'app/web/billing/pending-change.tsx': {
    scheduled: (at) => shown(PendingChangeLine, { change: scheduled(at) }),
  },
  'app/web/billing/subscribe.tsx': {
    trial: (at) => plans(trialTerms(at)),
    paid: (at) => plans(paidTerms(at)),
  },
  'app/web/billing/subscription-card.tsx': {
    trial: (at) => card(trialing(at)),
    active: (at) => card(active(at)),
    downgrade: (at) =>
      card(view(at, { pendingPlan: 'monthly', pendingPriceId: PLAN.id, pendingAt: at })),
  },
  'app/web/billing/terms-text.tsx': {},
  'app/web/billing/trial-steps.tsx': {},
  'app/web/billing/trial-used.tsx': {
    terms: (at) => shown(TrialUsed, { card: null, terms: paidTerms(at) }),
  },
}

/** Texts about the end of access, after which nothing is charged. */
const ENDS: Record<string, Texts> = {
  'app/billing/service/billing-emails.ts': {
    canceled: (at) => said(emails.canceledEmail({ ...facts(at), isOver: false, refund: null })),
  },
  'app/web/admin/reader-change-texts.ts': {
    cancel: (at) => billingTexts('cancel', active(at)).join(' '),
  },
  'app/web/billing/cancel.tsx': {
    done: (at) =>
      page(CancelPage, { is: 'done', accessEndsAt: at, refund: null, canResubscribe: true }),
  },
  'app/web/billing/facts.tsx': {
    form: (at) =>
      page(CancelPage, {
        is: 'form',
        isTrial: false,
        periodEnd: at,
        guarantee: { offer: null, refund: null },
      }),
  },
  'app/web/billing/flash-texts.ts': {
    trialCanceled: (at) => flashTexts.trialCanceledText(at, new Date(at.getTime() - HOUR_MS)),
  },
  'app/web/billing/guarantee-refund.tsx': {
    gift: (at) =>
      page(GuaranteeRefundPage, {
        offer: offer(at),
        refund: null,
        planName: 'Monthly',
        inApp: false,
        otherAccessUntil: at,
      }),
  },
  'app/web/billing/subscription-card.tsx': {
    canceled: (at) => card(canceled(at)),
    canceledTrial: (at) => card(view(at, { status: 'trialing', trialEnd: at, cancelAt: at })),
    gift: (at) =>
      card(
        view(
          at,
          { status: 'none', subscriptionId: null, accessUntil: null },
          {
            ...ACCOUNT,
            complimentaryUntil: at,
          },
        ),
      ),
  },
}

/** Facts for administrators, who act on nothing by them. */
const SHOWN_ONLY = ['app/web/admin/reader.tsx']

const summary = (terms: SubscriptionTerms) =>
  shown(OrderSummary, { plan: PLAN, terms, promotion: null, code: null, fromApp: false })

const plans = (terms: SubscriptionTerms) =>
  page(SubscribePage, {
    book: null,
    freeSummary: null,
    trialAvailable: true,
    here: '/subscribe',
    message: null,
    error: null,
    offers: [{ ...PLAN, terms, checkout: '/checkout' }],
  })

const paid = (at: Date, trialEnd: Date | null) =>
  page(PaymentSuccessfulPage, {
    is: 'paid',
    book: null,
    open: null,
    onward: '/browse',
    toApp: false,
    secondsLeft: null,
    order: { planName: 'Monthly', trialEnd, nextCharge: { cents: 1600, at }, chargedCents: 0 },
  })

const casesOf = (files: Record<string, Texts>) =>
  Object.entries(files).flatMap(([file, texts]) =>
    Object.entries(texts).map(([name, text]) => [`${file} (${name})`, text] as const),
  )

/** Half of them within a minute of noon UTC, where the last of all days ends. */
const moments = fc
  .tuple(
    fc.integer({ min: 0, max: 18 * 365 }),
    fc.oneof(
      fc.integer({ min: 0, max: DAY_MS / 1000 - 1 }),
      fc.integer({ min: DAY_MS / 2000 - 60, max: DAY_MS / 2000 + 60 }),
    ),
  )
  .map(([days, seconds]) => new Date(Date.UTC(2026, 10) + days * DAY_MS + seconds * 1000))
const RUNS = { numRuns: 40 }

test.each(casesOf(CHARGES))(
  'a reader who acts on the last day that a text allows, by any clock, pays nothing: %s',
  (_, text) => {
    fc.assert(
      fc.property(moments, (at) => {
        const days = daysIn(text(at))
        expect(days).not.toEqual([])
        for (const { before, day } of days) {
          const next = INCLUSIVE.test(before) ? day.add({ days: 1 }) : day
          expect(beginningOf(next).last).toBeLessThanOrEqual(at.getTime())
        }
      }),
      RUNS,
    )
  },
)

test.each(casesOf(ENDS))('access does not end before the day that a text names: %s', (_, text) => {
  fc.assert(
    fc.property(moments, (at) => {
      const days = daysIn(text(at))
      expect(days).not.toEqual([])
      for (const { day } of days) {
        expect(beginningOf(day).last).toBeLessThanOrEqual(at.getTime())
      }
    }),
    RUNS,
  )
})

test('every file that names such a day is above', () => {
  const files = globSync('app/**/*.{ts,tsx}').filter((path) =>
    /\bdeadlineDay\(/.test(readFileSync(path, 'utf8')),
  )
  const known = new Set([...Object.keys(CHARGES), ...Object.keys(ENDS), ...SHOWN_ONLY])
  expect(new Set(files)).toEqual(known)
})

test('dates of UTC are only those of what has happened', () => {
  const ahead = /longDate\([^)]*(?:next|trialEnd|ends|until|periodEnd|expires|effective)/i
  const files = globSync(['app/billing/**/*.ts', 'app/web/{billing,admin}/**/*.{ts,tsx}'])
  const found = files.filter((path) => path !== 'app/billing/rules/format-money.ts')
  expect(found.filter((path) => ahead.test(readFileSync(path, 'utf8')))).toEqual([])
})

test('the day is the right one everywhere that the moment has one date', () => {
  fc.assert(
    fc.property(moments, (at) => {
      const zoned = (zone: string) =>
        Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate()
      const [{ day } = { day: null }] = daysIn(deadlineDay(at))
      expect(day?.toString()).toBe(zoned('-12:00').toString())
      // At the end of a trial, from UTC-12 to UTC+11.
      const end = trialEndOf(at)
      const [named] = daysIn(deadlineDay(end))
      for (const offset of ['-12:00', '-08:00', '+00:00', '+05:45', '+11:00']) {
        const date = Temporal.Instant.fromEpochMilliseconds(end.getTime())
          .toZonedDateTimeISO(offset)
          .toPlainDate()
        expect(named!.day.toString()).toBe(date.toString())
      }
    }),
  )
})

test('a trial ends at the first noon UTC after its days, and the terms say so', () => {
  fc.assert(
    fc.property(moments, (start) => {
      const { trialEnd, nextCharge } = subscriptionTermsOf(PLAN, { trial: true }, start)
      expect(nextCharge.at).toEqual(trialEnd)
      expect(trialEnd).toEqual(trialEndOf(start))
      const over = start.getTime() + TRIAL_DAYS * DAY_MS
      expect(trialEnd!.toISOString()).toMatch(/T12:00:00\.000Z$/)
      expect(trialEnd!.getTime() - over).toBeGreaterThanOrEqual(0)
      expect(trialEnd!.getTime() - over).toBeLessThan(DAY_MS)
    }),
  )
  const exact = new Date('2026-11-28T12:00:00Z')
  expect(trialEndOf(exact)).toEqual(new Date('2026-12-05T12:00:00Z'))
})

test('what is due within a day names the minute', () => {
  expect(exactMoment(new Date('2026-11-29T09:05:00Z'))).toBe('November 29, 2026 at 9:05 AM UTC')
})
