import type { Stripe } from 'stripe'
import { log } from '../../platform/log.server.ts'
import { expectObject, isRefusal, stripe } from '../../platform/stripe.server.ts'
import type { LookBack } from '../rules/event-cursor.ts'
import { readerByCustomer } from '../store/state.server.ts'
import { handleDispute } from './handle-dispute.server.ts'
import { reconcile } from './reconcile.server.ts'

const PAGE = 100

/**
 * Looks at a page of what went back, the newest first: what Stripe has no events of any more.
 * @returns what is still to be looked at; null: nothing
 * @throws errors of Stripe's; then the page is to be looked at again
 */
export async function lookAtPage({ from, of, after }: LookBack): Promise<LookBack | null> {
  const query = {
    created: { gte: from },
    limit: PAGE,
    expand: ['data.charge'],
    ...(after === null ? {} : { starting_after: after }),
  }
  const page =
    of === 'disputes'
      ? await lookAtEach(await stripe().disputes.list(query), handleDispute)
      : await lookAtEach(await stripe().refunds.list(query), lookAtRefund())
  if (page !== null) return { from, of, after: page }
  return of === 'disputes' ? { from, of: 'refunds', after: null } : null
}

/** @returns where to go on; null: this was the last page */
async function lookAtEach<T extends { id: string }>(
  page: Stripe.ApiList<T>,
  lookAt: (one: T) => Promise<void>,
): Promise<string | null> {
  const { data, has_more: hasMore } = expectObject(page, 'list')
  for (const one of data) {
    try {
      await lookAt(one)
    } catch (error) {
      // What Stripe refuses once it refuses for ever: the others shall not wait for it.
      if (!isRefusal(error)) throw error
      log.warn({ id: one.id, problem: String(error) }, 'could not be looked at')
    }
  }
  return hasMore ? (data.at(-1)?.id ?? null) : null
}

/** Looks at each reader to whom something was paid back, once a page. */
function lookAtRefund(): (refund: Stripe.Refund) => Promise<void> {
  const seen = new Set<string>()
  return async ({ charge }) => {
    const customer = typeof charge === 'object' ? charge?.customer : null
    const id = typeof customer === 'object' ? customer?.id : customer
    if (!id || seen.has(id)) return
    const userId = await readerByCustomer(id)
    if (userId !== null) await reconcile(userId, { takenBack: true })
    seen.add(id)
  }
}
