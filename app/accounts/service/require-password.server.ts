import { DomainError } from '../../platform/errors.ts'
import { tryOwnPassword } from './check-password.server.ts'
import { userById, type UserRow } from '../store/users.server.ts'

const WRONG_PASSWORD = 'Incorrect password.'

const PROVIDER_ACCOUNT = 'This account has no password. Use Apple, Google, or Facebook to sign in.'

export async function requireUser(userId: number): Promise<UserRow> {
  const user = await userById(userId)
  if (!user) throw signedOut()
  return user
}

export const signedOut = () => new DomainError('unauthenticated', 'Authentication required')

/**
 * Returns the reader if the password is correct. Attempts are counted by session.
 * @param field the form field of the password
 * @throws DomainError invalid-input, forbidden (no password), too-many-requests
 */
export async function requirePassword(
  userId: number,
  password: string,
  field: string,
  sessionId: number,
): Promise<UserRow> {
  const user = await requireUser(userId)
  if (user.passwordHash === null) throw new DomainError('forbidden', PROVIDER_ACCOUNT)
  if (!(await tryOwnPassword(user, password, sessionId))) throw wrongPassword(field)
  return user
}

export const wrongPassword = (field: string) =>
  new DomainError('invalid-input', WRONG_PASSWORD, { [field]: [WRONG_PASSWORD] })
