import { db } from '../../platform/database.server.ts'
import type { PersonHashes } from '../../platform/person-hash.server.ts'
import { recordUse, wasUsed } from '../../platform/used-offers.server.ts'

const OFFER = 'UsedFreeSummary'

/** The person has had their free summary, with another account. */
class UsedBefore extends Error {}

/** With the hash of the card that the account is known by, if it is. */
async function withCard(userId: number, hashes: string[]): Promise<string[]> {
  const account = await db().billingAccount.findUnique({
    where: { userId },
    select: { cardHash: true },
  })
  return account?.cardHash ? [...hashes, account.cardHash] : hashes
}

/**
 * Notes the one book that a free reader reads in full; only if none is noted yet, for this account
 * or for another of the same person.
 * @returns whether it was noted now; `used`: the person has had theirs with another account
 */
export async function noteFreeBook(
  userId: number,
  bookId: number,
  person: PersonHashes,
  now: Date,
): Promise<boolean | 'used'> {
  const remember = await withCard(userId, person.remember)
  try {
    return await db().$transaction(async (tx) => {
      const { count } = await tx.user.updateMany({
        where: { id: userId, freeBookId: null },
        data: { freeBookId: bookId },
      })
      if (count === 0) return false
      // By older secrets first: what is remembered now would be found too.
      if (await wasUsed(OFFER, person.recognize, tx)) throw new UsedBefore()
      // Another account of the person may choose at this moment.
      if (!(await recordUse(OFFER, remember, now, tx))) throw new UsedBefore()
      return true
    })
  } catch (error) {
    if (!(error instanceof UsedBefore)) throw error
    return 'used'
  }
}

/** Whether a person has had their free summary, with this account or another. */
export async function hadFreeBook(userId: number, person: PersonHashes): Promise<boolean> {
  return wasUsed(OFFER, await withCard(userId, person.recognize))
}

/** Remembers that a person has had their free summary, for when their account is gone. */
export async function rememberFreeBook(person: PersonHashes, now: Date): Promise<void> {
  await recordUse(OFFER, person.remember, now, db())
}
