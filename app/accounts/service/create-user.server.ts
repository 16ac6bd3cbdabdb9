import { DomainError } from '../../platform/errors.ts'
import { hashPassword } from './password-hash.server.ts'
import { registerInput } from '../schema/sign-in.ts'
import { requireAdminPassword } from './administrators.server.ts'
import { insertUser, type UserRow } from '../store/users.server.ts'
import type { Role } from './set-role.server.ts'

/**
 * Creates an account with a verified address, for the operator.
 * @throws ZodError for input that registration would refuse; DomainError conflict, invalid-input
 * (too short for an administrator)
 */
export async function createUser({
  role,
  ...input
}: {
  email: string
  name: string
  password: string
  role: Role
}): Promise<UserRow> {
  const { email, name, password } = registerInput.parse(input)
  requireAdminPassword(role, password, 'password')
  const passwordHash = await hashPassword(password)
  const user = await insertUser({ email, name, passwordHash, role, emailVerified: true })
  if (!user) throw new DomainError('conflict', `${email} already has an account.`)
  return user
}
