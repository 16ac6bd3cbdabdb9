import { hashPassword } from './password-hash.server.ts'
import { password as newPassword } from '../schema/fields.ts'
import { updateRole } from '../store/manage-account.server.ts'
import type { UserRow } from '../store/users.server.ts'
import { lastAdministrator } from './manage-account.server.ts'
import { requireFitForAdministration } from './administrators.server.ts'
import { readerByEmail } from './find-reader.server.ts'

export type Role = 'reader' | 'admin'

/**
 * Makes a reader an administrator, or an administrator a reader.
 * @param password a new one, which ends all sessions; undefined keeps the current one
 * @throws DomainError not-found; conflict (also for the last administrator), invalid-input (see
 * requireFitForAdministration); ZodError
 */
export async function setRole(email: string, role: Role, password?: string): Promise<UserRow> {
  const user = await readerByEmail(email)
  if (role === 'admin') requireFitForAdministration(user, password)
  const checked = newPassword.optional().parse(password)
  const passwordHash = checked === undefined ? null : await hashPassword(checked)
  if ((await updateRole(user.id, role, passwordHash)) === 'last')
    throw lastAdministrator(user.email)
  return user
}
