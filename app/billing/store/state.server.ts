import { db } from '../../platform/database.server.ts'
import type { StoredState } from '../rules/view.ts'

/** All that is stored of a reader's subscription. */
export async function storedState(userId: number): Promise<StoredState> {
  const [account, subscription, lastPayment] = await Promise.all([
    db().billingAccount.findUnique({ where: { userId } }),
    db().subscription.findUnique({ where: { userId } }),
    db().charge.findFirst({
      where: { userId, status: 'paid' },
      orderBy: [{ paidAt: 'desc' }, { createdAt: 'desc' }],
      select: { amountPaidCents: true, paidAt: true },
    }),
  ])
  return { account, subscription, lastPayment }
}
