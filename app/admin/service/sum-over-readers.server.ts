import { accountFigures } from '../../accounts/service/admin-figures.server.ts'
import { billingFigures } from '../../billing/service/admin-figures.server.ts'
import { pauseAfterStep } from '../../platform/database-work.server.ts'
import { lastReaderOfPage, readingFigures } from '../../reading/service/admin-figures.server.ts'
import { endReasonLabel } from '../rules/end-reasons.ts'
import type { Period } from '../rules/periods.ts'

/** Readers in one step, which takes some milliseconds. */
const READERS_PER_STEP = 200

interface Spans {
  signUps: Period[]
  payments: Period[]
  trialsEnded: Period
  subscriptionsEnded: Period
  /** Until now. */
  reading: Period
}

function addTo(sums: number[], more: number[]): void {
  for (const [i, n] of more.entries()) sums[i] = (sums[i] ?? 0) + n
}

function increase<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

/**
 * Adds up what the overview shows, a few readers at a time: SQLite runs on the main thread, and
 * requests come first.
 */
export async function sumOverReaders(spans: Spans, readersPerStep = READERS_PER_STEP) {
  const sums = {
    accounts: { total: 0, began: [] as number[] },
    billing: {
      paying: 0,
      trials: 0,
      monthlyCents: 0,
      trialsEnded: { ended: 0, paid: 0 },
      ended: 0,
      paidCents: [] as number[],
    },
    reading: { readers: 0, viewed: 0, finished: 0 },
    reasons: new Map<string, number>(),
    readBy: new Map<number, number>(),
  }
  for (let after = 0, last; ; after = last) {
    last = await lastReaderOfPage(after, readersPerStep)
    if (last === null) return sums
    const startedAt = performance.now()
    const readers = [after, last] as const
    const [accounts, billing, reading] = await Promise.all([
      accountFigures(readers, spans.signUps),
      billingFigures(readers, spans.trialsEnded, spans.subscriptionsEnded, spans.payments),
      readingFigures(readers, spans.reading.from),
    ])
    sums.accounts.total += accounts.total
    addTo(sums.accounts.began, accounts.began)
    for (const key of ['paying', 'trials', 'monthlyCents'] as const)
      sums.billing[key] += billing[key]
    for (const key of ['ended', 'paid'] as const)
      sums.billing.trialsEnded[key] += billing.trialsEnded[key]
    addTo(sums.billing.paidCents, billing.paidCents)
    for (const { reason, feedback, count } of billing.ended) {
      sums.billing.ended += count
      increase(sums.reasons, endReasonLabel(reason, feedback), count)
    }
    for (const key of ['readers', 'viewed', 'finished'] as const) sums.reading[key] += reading[key]
    for (const { bookId } of reading.read) increase(sums.readBy, bookId, 1)
    await pauseAfterStep(startedAt)
  }
}
