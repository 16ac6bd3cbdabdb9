import type { Stripe } from 'stripe'
import { readerById } from '../../accounts/service/find-reader.server.ts'
import { now } from '../../platform/clock.server.ts'
import { env } from '../../platform/env.server.ts'
import { log } from '../../platform/log.server.ts'
import { cardHash, personHashes } from '../../platform/person-hash.server.ts'
import { askStripe } from '../../platform/stripe.server.ts'
import { nextCheck } from '../rules/next-stripe-check.ts'
import {
  type DueBillingEmail,
  dueBillingEmails,
  reversalEmails,
  withGuarantee,
} from '../rules/due-billing-emails.ts'
import { SUBSCRIPTION_ATTEMPT_MS } from '../rules/plans.ts'
import { hasStarted, refusedCard } from '../rules/refused-trial.ts'
import { subscriptionChange } from '../rules/subscription-change.ts'
import { countSubscriptionChange } from './metrics.server.ts'
import type { StripeState } from '../rules/subscription-status.ts'
import type { SentChargeRefund } from '../store/charge-refunds.server.ts'
import { type ChargeRow, nextFetchSequence } from '../store/billing-state.server.ts'
import {
  type StoredBilling,
  OutdatedFetchError,
  storedBillingOf,
  type UsedTrial,
  writeBillingState,
} from '../store/write-billing-state.server.ts'
import {
  completeGuaranteeRefund,
  endedByGuarantee,
  type GuaranteeUse,
} from './complete-guarantee-refund.server.ts'
import { type Reader, subscriptionOf, type SubscriptionView } from './find-subscription.server.ts'
import { wasSecond } from './refund-second-subscription.server.ts'
import { confirmedCard, identityOf, isOwnTrial } from './refuse-second-trial.server.ts'
import { sendChargeRefunds } from './send-charge-refunds.server.ts'
import { repairSubscriptions } from './repair-subscriptions.server.ts'
import { chargesAfter, chargesAt, reversalsOf } from './stripe-charges.server.ts'
import {
  bestOf,
  isLive,
  isUnconfirmed,
  stateOf,
  subscriptionsOf,
  expandedObject,
} from './stripe-state.server.ts'
import {
  type BillingEmailFacts,
  writeBillingEmail,
  writeOperatorEmail,
} from './write-billing-email.server.ts'

type Subscriptions = Promise<Stripe.Subscription[]>

/** Reconciliations that have not begun: further callers share them. */
const queued = new Map<number, { result: Subscriptions; withReversals: boolean }>()
const last = new Map<number, Subscriptions>()

/**
 * Fetches a reader's subscriptions from Stripe and stores them. Nothing else stores Stripe's state:
 * webhooks, the return from a payment, 'Refresh Status', and the timer all call this. Runs one at a
 * time for each reader; between processes the latest fetch wins (see nextFetchSequence).
 * @param withReversals also fetch refunds and disputes
 * @returns the subscriptions at Stripe; none if the reader is not a customer
 * @throws errors of Stripe; then nothing is stored
 */
export function reconcile(userId: number, { withReversals = false } = {}): Subscriptions {
  const waiting = queued.get(userId)
  if (waiting) {
    waiting.withReversals ||= withReversals
    return waiting.result
  }
  const before = last.get(userId) ?? Promise.resolve()
  const begin = () => {
    const entry = queued.get(userId)
    queued.delete(userId)
    return fetchAndStore(userId, entry?.withReversals ?? withReversals)
  }
  const result: Subscriptions = before.then(begin, begin)
  queued.set(userId, { withReversals, result })
  last.set(userId, result)
  const forget = () => {
    if (last.get(userId) === result) last.delete(userId)
  }
  result.then(forget, forget)
  return result
}

/** Fetches again at most this often after a repair or a conflict. */
const MAX_ROUNDS = 5

async function fetchAndStore(userId: number, withReversals: boolean): Subscriptions {
  for (let round = 1; ; round++) {
    const fetch = await nextFetchSequence(userId)
    if (!fetch) return []
    const { fetchSequence, customer } = fetch
    const isLast = round === MAX_ROUNDS
    const subscriptions = await subscriptionsOf(customer)
    const looks = { looksAgain: withReversals, isLast }
    const guarantee = await completeGuaranteeRefund(userId, subscriptions, customer, looks)
    if (guarantee.changed) continue
    if (!isLast && (await repairSubscriptions(userId, subscriptions, customer))) continue
    const refunds = await sendChargeRefunds(userId)
    const asksReversals = withReversals || refunds.length > 0
    try {
      const fetched = { customer, subscriptions, withReversals: asksReversals, guarantee, refunds }
      const isStored = await store(userId, fetchSequence, fetched)
      // The later fetch that was stored instead may not have asked for reversals.
      if (isStored || !asksReversals || isLast) return subscriptions
    } catch (error) {
      // Another account of the same person, or another process, was faster.
      if (!(error instanceof OutdatedFetchError) || isLast) throw error
    }
  }
}

interface Fetched {
  customer: string
  subscriptions: Stripe.Subscription[]
  withReversals: boolean
  guarantee: GuaranteeUse
  refunds: SentChargeRefund[]
}

/** @returns false: a later fetch was already stored */
async function store(
  userId: number,
  fetchSequence: number,
  { customer, subscriptions, withReversals, guarantee, refunds }: Fetched,
): Promise<boolean> {
  const reader = await readerById(userId)
  // The account was closed in the meantime, and its subscription with it.
  if (!reader) return true
  const moment = now()
  const known = await storedBillingOf(userId)
  const charges = await chargesAt(customer, subscriptions, known.charges)
  const state = await stateOf(subscriptions, moment)
  const { request, progress } = guarantee
  const withGuaranteeEmails = (given: DueBillingEmail[]) =>
    withGuarantee(
      given,
      request && {
        before: request.status,
        after: progress?.status ?? request.status,
        endedSubscription: endedByGuarantee(bestOf(subscriptions)),
      },
    )
  const due = dueBillingEmails(state, charges, moment)
  const seconds = new Set(subscriptions.filter(wasSecond).map(({ id }) => id))
  // Until a refund is complete, the ledger waits: its email replaces those about its parts.
  const isRefunding = request?.status === 'requested' && progress === null
  const reversals =
    !isRefunding && (withReversals || progress || needsReversals(due, seconds, charges, known))
      ? await reversalsOf(customer, known.charges)
      : null
  const all = chargesAfter(known.charges, charges, reversals)
  const facts: BillingEmailFacts = {
    reader,
    state,
    charges: all,
    refundedBefore: known.charges,
    seconds,
    refund: progress ?? request,
    customer,
    now: moment,
  }
  const isStored = await writeBillingState(
    userId,
    fetchSequence,
    known,
    {
      state,
      charges,
      reversals,
      trial: await usedTrialOf(subscriptions, customer, known, reader.email),
      closesAttempt: subscriptions.some(isLive),
      nextCheckAt: nextCheckOf(subscriptions, state, moment),
      recipient: reader.email,
      refunds,
      guarantee: request?.status ?? null,
      refund: progress && progress.status !== request?.status ? progress : null,
      operator: env().supportEmail,
      emails: withGuaranteeEmails([...due, ...reversalEmails(all, known.charges)]).map((email) => ({
        ...email,
        mail: () => writeBillingEmail(email, facts),
        operatorMail: () => writeOperatorEmail(email, facts),
      })),
    },
    moment,
  )
  if (!isStored) log.debug({ userId, fetchSequence }, 'a later fetch was already stored')
  const change = isStored ? subscriptionChange(known.subscription, state) : null
  if (change) countSubscriptionChange(change)
  return isStored
}

function nextCheckOf(
  subscriptions: Stripe.Subscription[],
  state: StripeState,
  moment: Date,
): Date | null {
  const invoice = expandedObject(bestOf(subscriptions)?.latest_invoice)
  const unconfirmed = subscriptions.filter(isUnconfirmed)
  const firstAt = Math.min(...unconfirmed.map(({ created }) => created * 1000))
  return nextCheck(
    {
      ...state,
      awaitsCharge: invoice?.status === 'draft' || invoice?.status === 'open',
      attemptUntil: unconfirmed.length === 0 ? null : new Date(firstAt + SUBSCRIPTION_ATTEMPT_MS),
    },
    moment,
  )
}

/** Whether refunds are part of what is stored: after a cancellation, or of a second subscription. */
function needsReversals(
  emails: DueBillingEmail[],
  seconds: ReadonlySet<string>,
  charges: ChargeRow[],
  known: StoredBilling,
): boolean {
  const isCanceled = emails.some(
    ({ kind, subject }) => kind === 'cancelled' && !known.emails.has(`${kind} ${subject}`),
  )
  return (
    isCanceled ||
    charges.some(
      ({ invoiceId, subscriptionId, amountPaidCents }) =>
        amountPaidCents > 0 &&
        seconds.has(subscriptionId ?? '') &&
        !known.charges.get(invoiceId)?.refundedCents,
    )
  )
}

/** The person's one trial: its card was confirmed, or it was refused with that card; null: none. */
async function usedTrialOf(
  subscriptions: Stripe.Subscription[],
  customer: string,
  known: StoredBilling,
  address: string,
): Promise<UsedTrial | null> {
  const best = bestOf(subscriptions)
  const begins =
    best !== null && isOwnTrial(best) && isLive(best) && !hasStarted(known.subscription, best.id)
  const trial = begins ? best : subscriptions.find(countsAsTrial)
  if (!trial) return null
  // Also fills in the card of a trial from before cards were remembered.
  const card =
    known.cardHash === null ? (refusedCard(trial) ?? (await confirmedCard(trial, customer))) : null
  const identity = await identityOf(card)
  return {
    usedAt: new Date(trial.trial_start! * 1000),
    personHashes: personHashes(address, identity).remember,
    cardHash: cardHash(identity),
    begins,
  }
}

function countsAsTrial(one: Stripe.Subscription): boolean {
  if (one.trial_start === null) return false
  const hadItsCard = !isUnconfirmed(one) && one.default_payment_method !== null
  return hadItsCard || isLive(one) || refusedCard(one) !== null
}

/**
 * Reconciles a reader and returns the result, for 'Refresh Status' and the return from a payment.
 * @throws DomainError provider-unavailable 'Failed to reconcile subscription'
 */
export async function refreshSubscription(reader: Reader): Promise<SubscriptionView> {
  await askStripe('Failed to reconcile subscription', () => reconcile(reader.id))
  return subscriptionOf(reader)
}
