import type { Stripe } from 'stripe'
import { readerById } from '../../accounts/service/find-reader.server.ts'
import { now } from '../../platform/clock.server.ts'
import { log } from '../../platform/log.server.ts'
import { cardHash, personHashes } from '../../platform/person-hash.server.ts'
import { askStripe } from '../../platform/stripe.server.ts'
import { ATTEMPT_MS } from '../rules/plans.ts'
import { hasBegun, refusedCard } from '../rules/refused-trial.ts'
import { nextCheck } from '../rules/next-check.ts'
import { type Notice, noticesDue, reversalNotices } from '../rules/notices.ts'
import { type ChargeRow, nextFetchSequence } from '../store/state.server.ts'
import {
  type Known,
  knownOf,
  TrialUsedError,
  type UsedTrial,
  writeState,
} from '../store/write-state.server.ts'
import { repairSubscriptions } from './repair-subscriptions.server.ts'
import { confirmedCard, identityOf, isOwnTrial } from './refuse-second-trial.server.ts'
import { writeNotice, type NoticeFacts } from './write-notice.server.ts'
import { wasSecond } from './refund-second-subscription.server.ts'
import {
  allCharges,
  chargesAfter,
  latestCharges,
  mayLackCharges,
  reversalsOf,
} from './stripe-charges.server.ts'
import { bestOf, isLive, isUnconfirmed, stateOf, subscriptionsOf } from './stripe-state.server.ts'
import { type Reader, subscriptionOf, type SubscriptionView } from './find-subscription.server.ts'

type Look = Promise<Stripe.Subscription[]>

/** Looks at a reader that are asked for and not begun: whoever asks meanwhile waits for the same. */
const asked = new Map<number, { look: Look; takenBack: boolean }>()
const last = new Map<number, Promise<unknown>>()

/**
 * Asks Stripe how a reader stands and stores the answer: the one way in which what Stripe says gets
 * into the database. Webhooks, the return from a payment, the button and the timer all call it. One
 * at a time a reader; between processes the later asked is what stays (see nextFetchSequence).
 * @param takenBack ask for what was paid back, or taken back by a bank, too
 * @returns the reader's subscriptions as Stripe has them; none for somebody who is no customer
 * @throws errors of Stripe's, then nothing is stored
 */
export function reconcile(userId: number, { takenBack = false } = {}): Look {
  const waiting = asked.get(userId)
  if (waiting) {
    waiting.takenBack ||= takenBack
    return waiting.look
  }
  const before = last.get(userId) ?? Promise.resolve()
  const begin = (): Look => {
    const wanted = asked.get(userId)
    asked.delete(userId)
    return look(userId, wanted?.takenBack ?? takenBack)
  }
  const begun: Look = before.then(begin, begin)
  asked.set(userId, { takenBack, look: begun })
  last.set(userId, begun)
  const forget = () => {
    if (last.get(userId) === begun) last.delete(userId)
  }
  begun.then(forget, forget)
  return begun
}

/** How often Stripe is looked at, at most, where something was put right or came in between. */
const ROUNDS = 5

async function look(userId: number, takenBack: boolean): Promise<Stripe.Subscription[]> {
  for (let round = 1; ; round++) {
    const taken = await nextFetchSequence(userId)
    if (!taken) return []
    const { ticket, customer } = taken
    const subscriptions = await subscriptionsOf(customer)
    if (round < ROUNDS && (await repairSubscriptions(userId, subscriptions, customer))) continue
    const isWritten = await store(userId, ticket, customer, subscriptions, takenBack).catch(
      (error: unknown) => {
        // Another account of the same person was faster: the next look refuses this trial.
        if (error instanceof TrialUsedError && round < ROUNDS) return null
        throw error
      },
    )
    if (isWritten === null) continue
    // What was written instead knows of subscriptions and invoices, but not of this.
    if (!isWritten && takenBack && round < ROUNDS) continue
    return subscriptions
  }
}

async function store(
  userId: number,
  ticket: number,
  customer: string,
  subscriptions: Stripe.Subscription[],
  asksTakenBack: boolean,
): Promise<boolean> {
  const reader = await readerById(userId)
  // The account was closed meanwhile, and its subscription with it.
  if (!reader) return true
  const moment = now()
  const known = await knownOf(userId)
  const charges = mayLackCharges(subscriptions, known.charges)
    ? await allCharges(customer)
    : latestCharges(subscriptions)
  const state = await stateOf(subscriptions, moment)
  const notices = noticesDue(state, charges, moment)
  const seconds = new Set(subscriptions.filter(wasSecond).map(({ id }) => id))
  const takenBack =
    asksTakenBack || dependsOnTakenBack(notices, seconds, charges, known)
      ? await reversalsOf(customer)
      : null
  const all = chargesAfter(known.charges, charges, takenBack)
  const facts: NoticeFacts = {
    reader,
    state,
    charges: all,
    refundedBefore: known.charges,
    seconds,
    now: moment,
  }
  const best = bestOf(subscriptions)
  const unconfirmed = subscriptions.filter(isUnconfirmed)
  const invoice = best?.latest_invoice
  const written = await writeState(
    userId,
    ticket,
    known,
    {
      state,
      charges,
      takenBack,
      trial: await usedTrialOf(subscriptions, best, customer, known, reader.email),
      closesAttempt: subscriptions.some((one) => isLive(one)),
      nextCheckAt: nextCheck(
        {
          ...state,
          plan: state.plan ?? null,
          currentPeriodStart: state.currentPeriodStart as Date | null,
          updateExpiresAt: state.updateExpiresAt as Date | null,
          awaitsCharge:
            typeof invoice === 'object' &&
            (invoice?.status === 'draft' || invoice?.status === 'open'),
          attemptUntil:
            unconfirmed.length === 0
              ? null
              : new Date(
                  Math.min(...unconfirmed.map(({ created }) => created * 1000)) + ATTEMPT_MS,
                ),
        },
        moment,
      ),
      recipient: reader.email,
      notices: [...notices, ...reversalNotices(all, known.charges)].map((notice) => ({
        ...notice,
        mail: () => writeNotice(notice, facts),
      })),
    },
    moment,
  )
  if (!written) log.debug({ userId, ticket }, 'a later look at Stripe was written already')
  return written
}

/**
 * Whether what is to be written cannot be said without what was paid back: the mail about a
 * cancellation says so, and a second subscription that was ended was paid back.
 */
function dependsOnTakenBack(
  notices: Notice[],
  seconds: ReadonlySet<string>,
  charges: ChargeRow[],
  known: Known,
): boolean {
  const isCancelled = notices.some(
    ({ kind, subject }) => kind === 'cancelled' && !known.notices.has(`${kind} ${subject}`),
  )
  return (
    isCancelled ||
    charges.some(
      ({ invoiceId, subscriptionId, amountPaidCents }) =>
        amountPaidCents > 0 &&
        seconds.has(subscriptionId ?? '') &&
        !known.charges.get(invoiceId)?.refundedCents,
    )
  )
}

/** The trial that counts as the person's one: it had its card, or was refused with it. */
async function usedTrialOf(
  subscriptions: Stripe.Subscription[],
  best: Stripe.Subscription | null,
  customer: string,
  known: Known,
  address: string,
): Promise<UsedTrial | null> {
  const begins =
    best !== null && isOwnTrial(best) && isLive(best) && !hasBegun(known.subscription, best.id)
  const trial = begins ? best : subscriptions.find(countsAsTrial)
  if (!trial) return null
  // Also of a trial that began before cards were remembered.
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
 * Asks Stripe how a reader stands and stores the answer: what 'Refresh Status' does, and the page
 * that a browser comes back to after a payment. It never waits for a webhook.
 * @throws DomainError provider-unavailable 'Failed to reconcile subscription'
 */
export async function refreshSubscription(reader: Reader): Promise<SubscriptionView> {
  await askStripe('Failed to reconcile subscription', () => reconcile(reader.id))
  return subscriptionOf(reader)
}
