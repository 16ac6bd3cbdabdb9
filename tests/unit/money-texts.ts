import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { OFFERS, type Plan } from '#app/billing/rules/plans.ts'
import { chargesText, type SubscriptionTerms } from '#app/billing/rules/subscription-terms.ts'
import { type StoredState, viewOf } from '#app/billing/rules/subscription-view.ts'
import * as emails from '#app/billing/service/billing-emails.ts'
import { billingTexts } from '#app/web/admin/reader-change-texts.ts'
import CancelPage from '#app/web/billing/cancel.tsx'
import { ChangePlanForm } from '#app/web/billing/change-plan-form.tsx'
import { ChargeList } from '#app/web/billing/charge-list.tsx'
import * as flashTexts from '#app/web/billing/flash-texts.ts'
import { GuaranteeLine } from '#app/web/billing/guarantee-line.tsx'
import GuaranteeRefundPage from '#app/web/billing/guarantee-refund.tsx'
import { offerOf } from '#app/web/billing/plan-offer.ts'
import { OrderSummary } from '#app/web/billing/order-summary.tsx'
import PaymentSuccessfulPage from '#app/web/billing/payment-successful.tsx'
import { PendingChangeLine } from '#app/web/billing/pending-change.tsx'
import SubscribePage from '#app/web/billing/subscribe.tsx'
import { SubscriptionCard } from '#app/web/billing/subscription-card.tsx'
import { TrialUsed } from '#app/web/billing/trial-used.tsx'

const HOUR_MS = 3_600_000

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

export const PLAN: Plan = {
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

export function view(at: Date, changes: Partial<Stored>, account = ACCOUNT) {
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
export const card = (subscription: ReturnType<typeof view>) =>
  shown(SubscriptionCard, { subscription })

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

export type Texts = Record<string, (at: Date) => string>

/** Texts about a moment at which the reader is charged, or after which the guarantee is over. */
export const CHARGES: Record<string, Texts> = {
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
export const ENDS: Record<string, Texts> = {
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
export const SHOWN_ONLY = ['app/web/admin/reader.tsx']

const summary = (terms: SubscriptionTerms) =>
  shown(OrderSummary, { plan: PLAN, terms, promotion: null, code: null, fromApp: false })

const plans = (terms: SubscriptionTerms) =>
  page(SubscribePage, {
    book: null,
    freeSummary: null,
    trialEnd: terms.trialEnd,
    here: '/subscribe',
    message: null,
    error: null,
    offers: [offerOf(PLAN, terms, '/checkout')],
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
