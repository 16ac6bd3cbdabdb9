import { DomainError } from '../../platform/errors.ts'
import { hashPassword } from './password.server.ts'
import { newPasswordInput } from '../schema/fields.ts'
import { registerInput } from '../schema/sign-in.ts'
import type { UserRow } from '../store/users.server.ts'
import { requireAdminPassword, requireFitForAdministration } from './administrators.server.ts'
import { removeTwoFactor } from './two-factor.server.ts'
import { allUsers, insertUser, updateRole, userByEmail } from '../store/users.server.ts'

export type Role = 'reader' | 'admin'

/**
 * Creates an account for somebody whom the operator knows.
 * @throws ZodError for input that registration would refuse; DomainError conflict, invalid-input
 * (too short for an administrator)
 */
export async function createUser(input: {
  email: string
  name: string
  password: string
  role: Role
}): Promise<UserRow> {
  const { email, name, password } = registerInput.parse(input)
  requireAdminPassword(input.role, password, 'password')
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

/**
 * Makes a reader an administrator, or an administrator a reader again.
 * @param password a new one, which ends all sessions; undefined: the account keeps its own
 * @throws DomainError not-found; conflict, invalid-input (see requireFitForAdministration); ZodError
 */
export async function setRole(email: string, role: Role, password?: string): Promise<UserRow> {
  const user = await readerByEmail(email)
  if (role === 'admin') requireFitForAdministration(user, password)
  const checked = newPasswordInput.optional().parse(password)
  await updateRole(user.id, role, checked === undefined ? null : await hashPassword(checked))
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
