import type { Stripe } from 'stripe'
import { log } from '../../platform/log.server.ts'
import { expectObject, isRefusal, stripe } from '../../platform/stripe.server.ts'
import type { Backfill } from '../rules/event-cursor.ts'
import { readerByCustomer } from '../store/billing-state.server.ts'
import { handleDispute } from './handle-dispute.server.ts'
import { reconcile } from './reconcile.server.ts'

const PAGE = 100

/**
 * Processes one page of disputes or refunds, newest first, whose events Stripe no longer has.
 * @returns what is left to backfill; null: nothing
 * @throws errors of Stripe; then the page must be processed again
 */
export async function backfillPage({ from, of, after }: Backfill): Promise<Backfill | null> {
  const query = {
    created: { gte: from },
    limit: PAGE,
    expand: ['data.charge'],
    ...(after === null ? {} : { starting_after: after }),
  }
  const last =
    of === 'disputes'
      ? await processEach(await stripe().disputes.list(query), handleDispute)
      : await processEach(await stripe().refunds.list(query), refundHandler())
  if (last !== null) return { from, of, after: last }
  return of === 'disputes' ? { from, of: 'refunds', after: null } : null
}

/** @returns the id after which the next page starts; null: this was the last page */
async function processEach<T extends { id: string }>(
  page: Stripe.ApiList<T>,
  process: (item: T) => Promise<void>,
): Promise<string | null> {
  const { data, has_more: hasMore } = expectObject(page, 'list')
  for (const item of data) {
    try {
      await process(item)
    } catch (error) {
      // Stripe would refuse it every time: skip it, so that the others are processed.
      if (!isRefusal(error)) throw error
      log.warn({ id: item.id, problem: String(error) }, 'backfill skipped an item')
    }
  }
  return hasMore ? (data.at(-1)?.id ?? null) : null
}

function refundHandler(): (refund: Stripe.Refund) => Promise<void> {
  const seen = new Set<string>()
  return async ({ charge }) => {
    const customer = typeof charge === 'object' ? charge?.customer : null
    const id = typeof customer === 'object' ? customer?.id : customer
    if (!id || seen.has(id)) return
    const userId = await readerByCustomer(id)
    if (userId !== null) await reconcile(userId, { withReversals: true })
    seen.add(id)
  }
}
