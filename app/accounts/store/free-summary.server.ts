import { db } from '../../platform/database.server.ts'
import type { PersonHashes } from '../../platform/person-hash.server.ts'
import { recordUse, wasUsed } from '../../platform/used-offers.server.ts'

const OFFER = 'UsedFreeSummary'

/** Rolls the transaction back: the person used the free summary with another account. */
class UsedBefore extends Error {}

/**
 * Sets the free book of an account if neither it nor another account of the person has one.
 * @returns whether it was set; 'used' when the person has one with another account
 */
export async function setFreeSummary(
  userId: number,
  bookId: number,
  person: PersonHashes,
  now: Date,
): Promise<boolean | 'used'> {
  const account = await db().billingAccount.findUnique({
    where: { userId },
    select: { cardHash: true },
  })
  const remember = account?.cardHash ? [...person.remember, account.cardHash] : person.remember
  try {
    return await db().$transaction(async (tx) => {
      const { count } = await tx.user.updateMany({
        where: { id: userId, freeBookId: null },
        data: { freeBookId: bookId },
      })
      if (count === 0) return false
      // Checked before the new use is stored, because it covers hashes with older secrets.
      if (await wasUsed(OFFER, { hashes: person.recognize }, tx)) throw new UsedBefore()
      // Another account of the person may choose at the same time.
      if (!(await recordUse(OFFER, remember, now, tx))) throw new UsedBefore()
      return true
    })
  } catch (error) {
    if (!(error instanceof UsedBefore)) throw error
    return 'used'
  }
}

export function hadFreeSummary(userId: number, person: PersonHashes): Promise<boolean> {
  return wasUsed(OFFER, { hashes: person.recognize, cardOf: userId })
}

export async function rememberFreeSummary(person: PersonHashes, now: Date): Promise<void> {
  await recordUse(OFFER, person.remember, now, db())
}
