import { addresses, usersStartingWith } from '../store/finding.server.ts'
import { userById, type UserRow } from '../store/users.server.ts'

/** A reader's name and address, for whoever knows the id only; null: there is no such account. */
export async function readerById(
  id: number,
): Promise<Pick<UserRow, 'id' | 'email' | 'emailVerified' | 'name' | 'role'> | null> {
  const user = await userById(id)
  if (!user) return null
  const { email, emailVerified, name, role } = user
  return { id, email, emailVerified, name, role }
}

/**
 * Readers whose address or name begins with a text, in any case, the newest first.
 * @param after the id of the last reader of the page before; null: from the newest
 */
export function findReaders(start: string, after: number | null, count: number) {
  return usersStartingWith(start, after, count)
}

/** The addresses of accounts by id; those that are gone are left out. */
export function addressesOf(ids: number[]): Promise<Map<number, string>> {
  return addresses([...new Set(ids)])
}
