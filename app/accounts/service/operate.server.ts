import { DomainError } from '../../platform/errors.ts'
import { hashPassword } from '../password.server.ts'
import { registerInput } from '../schema.ts'
import type { UserRow } from '../service.server.ts'
import { removeTwoFactor } from './two-factor.server.ts'
import { allUsers, insertUser, updateRole, userByEmail } from '../store.server.ts'

export type Role = 'reader' | 'admin'

/**
 * Creates an account for somebody whom the operator knows.
 * @throws ZodError for input that registration would refuse; DomainError conflict
 */
export async function createUser(input: {
  email: string
  name: string
  password: string
  role: Role
}): Promise<UserRow> {
  const { email, name, password } = registerInput.parse(input)
  const passwordHash = await hashPassword(password)
  const user = await insertUser({
    email,
    name,
    passwordHash,
    role: input.role,
    emailVerified: true,
  })
  if (!user) throw new DomainError('conflict', `${email} has an account already.`)
  return user
}

/** @throws DomainError not-found */
export async function readerByEmail(email: string): Promise<UserRow> {
  const user = await userByEmail(email.trim().toLowerCase())
  if (!user) throw new DomainError('not-found', `${email} has no account.`)
  return user
}

/** @throws DomainError not-found */
export async function setRole(email: string, role: Role): Promise<UserRow> {
  const user = await readerByEmail(email)
  await updateRole(user.id, role)
  return user
}

/** Every account, oldest first. */
export function listUsers() {
  return allUsers()
}

/**
 * Turns two-factor sign-in off for a reader who has lost both the app and the recovery codes.
 * @returns whether it was on
 * @throws DomainError not-found
 */
export async function turnOffTwoFactorFor(email: string): Promise<boolean> {
  return removeTwoFactor(await readerByEmail(email))
}
