import { DomainError } from '../../platform/errors.ts'
import { sendMail } from '../../platform/email/outbox.server.ts'
import { welcomeMail } from './emails.ts'
import { hashPassword } from './password.server.ts'
import { LIMITS } from '../rules/limits.ts'
import type { RegisterInput } from '../schema/sign-in.ts'
import { spendAttempt } from './limits.server.ts'
import { insertUser, type UserRow } from '../store/users.server.ts'
import { newEmailCode } from './verify-email.server.ts'
import { address } from './require-password.server.ts'

export const TAKEN = 'An account with this email already exists.'

/**
 * Opens an account and sends the welcome with its code.
 * @throws DomainError conflict when the address has an account; too-many-requests
 */
export async function register(input: RegisterInput, clientAddress: string): Promise<UserRow> {
  await spendAttempt([{ limit: LIMITS.register, by: clientAddress }])
  const passwordHash = await hashPassword(input.password)
  const user = await insertUser({ email: input.email, name: input.name, passwordHash })
  if (!user) throw new DomainError('conflict', TAKEN, { email: [TAKEN] })
  await greetNewReader(user)
  return user
}

/** Welcomes a reader whose address is not proved, with the code that proves it. */
export async function greetNewReader(user: UserRow): Promise<void> {
  const code = await newEmailCode(user)
  if (code) await sendMail(user.email, welcomeMail(code, address('/verify')), 'code')
}
