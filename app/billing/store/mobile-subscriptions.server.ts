import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { db } from '../../platform/database.server.ts'
import type { MobileState } from '../rules/mobile-subscription.ts'

/**
 * Stores a reader's mobile subscription, unless a later event was already stored.
 * @returns whether it was stored
 */
export async function putMobile(userId: number, state: MobileState, at: Date): Promise<boolean> {
  const { count } = await db().billingAccount.updateMany({
    where: { userId, OR: [{ mobileEventAt: null }, { mobileEventAt: { lt: at } }] },
    data: {
      mobileUntil: state.until,
      mobileStore: state.store,
      mobileProduct: state.product,
      mobileRenews: state.renews,
      mobileEventAt: at,
    },
  })
  return count === 1
}

/** Moves a mobile subscription between readers, unless a later event was already stored. */
export async function moveMobile(from: number[], to: number, at: Date): Promise<void> {
  await db().$transaction(async (tx) => {
    const older = { OR: [{ mobileEventAt: null }, { mobileEventAt: { lt: at } }] }
    const [source] = await tx.billingAccount.findMany({
      where: { userId: { in: from }, mobileUntil: { not: null }, ...older },
      orderBy: { mobileUntil: 'desc' },
      take: 1,
    })
    if (!source) return
    const { mobileUntil, mobileStore, mobileProduct, mobileRenews } = source
    await tx.billingAccount.updateMany({
      where: { userId: to, ...older },
      data: { mobileUntil, mobileStore, mobileProduct, mobileRenews, mobileEventAt: at },
    })
    await tx.billingAccount.updateMany({
      where: { userId: { in: from.filter((id) => id !== to) }, ...older },
      data: { mobileUntil: null, mobileRenews: false, mobileEventAt: at },
    })
  })
}

/** Sets until when a reader has complimentary access; null: none. */
export async function saveComplimentaryAccess(
  userId: number,
  until: Date | null,
  alongside?: InTransaction,
): Promise<void> {
  await db().$transaction(async (tx) => {
    await tx.billingAccount.updateMany({ where: { userId }, data: { complimentaryUntil: until } })
    await alongside?.(tx)
  })
}
