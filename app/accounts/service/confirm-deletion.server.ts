import { DomainError } from '../../platform/errors.ts'
import { requirePassword } from './require-password.server.ts'

const OTHER_ADDRESS =
  'This is not the email address of your account. Please enter it as shown above.'

/**
 * Confirms a deletion with the password or, on accounts without one, with the email address.
 * @throws DomainError invalid-input (field `password` or `email`); too-many-requests
 */
export async function confirmDeletion(
  user: { id: number; email: string; hasPassword: boolean },
  given: { password: string } | { email: string },
  sessionId: number,
): Promise<void> {
  if ('password' in given) await requirePassword(user.id, given.password, 'password', sessionId)
  else if (user.hasPassword || given.email !== user.email) {
    throw new DomainError('invalid-input', OTHER_ADDRESS, { email: [OTHER_ADDRESS] })
  }
}
