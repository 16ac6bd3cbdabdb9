import { db, type Queries } from '../../platform/database.server.ts'
import { addressForms } from './address-forms.server.ts'

/** Undoes a transaction that would give somebody's address to another account. */
export class AddressTaken extends Error {}

/**
 * Whether an address belongs to somebody else: another account has it, in whichever form it was
 * stored, or can still get it back (EmailChange).
 * @param userId the account that may have it; null: none
 */
export async function isAddressTaken(
  email: string,
  userId: number | null,
  queries: Queries = db(),
): Promise<boolean> {
  const forms = { in: addressForms(email) }
  const others = userId === null ? {} : { not: userId }
  if ((await queries.user.count({ where: { email: forms, id: others } })) > 0) return true
  const canReturn = { oldEmail: forms, userId: others, expiresAt: { gt: new Date() } }
  return (await queries.emailChange.count({ where: canReturn })) > 0
}

/**
 * The same after the address was written, in the same transaction: only then is it certain that
 * nobody else takes it at the same moment.
 * @throws AddressTaken
 */
export async function requireFreeAddress(
  queries: Queries,
  { id, email }: { id: number; email: string },
): Promise<void> {
  if (await isAddressTaken(email, id, queries)) throw new AddressTaken()
}
