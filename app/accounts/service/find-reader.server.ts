import { DomainError } from '../../platform/errors.ts'
import { emailsById, searchUsers } from '../store/search-users.server.ts'
import { type ReaderWithAccess, readerWithAccessById } from '../store/subscribed-until.server.ts'
import { allUsers, userByEmail, userById, type UserRow } from '../store/users.server.ts'

export type { ReaderWithAccess }

/** A reader's name, address, and role; null when the account does not exist. */
export async function readerById(
  id: number,
): Promise<Pick<
  UserRow,
  'id' | 'email' | 'emailVerified' | 'name' | 'role' | 'suspendedAt'
> | null> {
  const user = await userById(id)
  if (!user) return null
  const { email, emailVerified, name, role, suspendedAt } = user
  return { id, email, emailVerified, name, role, suspendedAt }
}

/** A reader, and until when a plan or a gift opens everything to them; null: no such account. */
export async function readerWithAccess(id: number): Promise<ReaderWithAccess | null> {
  return readerWithAccessById(id)
}

/** @throws DomainError not-found */
export async function readerByEmail(email: string): Promise<UserRow> {
  const user = await userByEmail(email.trim().toLowerCase())
  if (!user) throw new DomainError('not-found', `${email} has no account.`)
  return user
}

/** Every account, oldest first. */
export function listUsers() {
  return allUsers()
}

/**
 * Readers whose address or name starts with a text, ignoring case, newest first.
 * @param after the id of the last reader on the previous page; null for the first page
 */
export function findReaders(start: string, after: number | null, count: number) {
  return searchUsers(start, after, count)
}

/** Email addresses by account id; deleted accounts are left out. */
export function emailsOf(ids: number[]): Promise<Map<number, string>> {
  return emailsById([...new Set(ids)])
}
