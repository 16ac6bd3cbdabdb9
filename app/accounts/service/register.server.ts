import { DomainError } from '../../platform/errors.ts'
import { sendEmail } from '../../platform/email/outbox.server.ts'
import { welcomeEmail } from './account-emails.ts'
import { hashPassword, verifyPassword } from './password-hash.server.ts'
import { REPEATED_FORM_MS } from '../rules/lifetimes.ts'
import { LIMITS } from '../rules/rate-limits.ts'
import type { RegisterInput } from '../schema/sign-in.ts'
import { consumeAttempt } from './rate-limits.server.ts'
import { countRegistration } from './metrics.server.ts'
import { insertUser, userCreatedSince, type UserRow } from '../store/users.server.ts'
import { createEmailCode } from './verify-email.server.ts'
import { absoluteUrl } from '../../platform/site-address.server.ts'

export const TAKEN = 'An account with this email already exists.'

/**
 * Creates an account and sends the welcome email with its code.
 * @throws DomainError conflict when the address has an account; too-many-requests
 */
export async function register(input: RegisterInput, clientAddress: string): Promise<UserRow> {
  await consumeAttempt([{ limit: LIMITS.register, by: clientAddress }])
  const passwordHash = await hashPassword(input.password)
  const user = await insertUser({ email: input.email, name: input.name, passwordHash })
  if (!user) throw new DomainError('conflict', TAKEN, { email: [TAKEN] })
  countRegistration('password')
  await sendWelcomeEmail(user)
  return user
}

/**
 * The same for a form in a browser, where pressing the button twice gives the same account twice.
 * @throws DomainError as register() does
 */
export async function registerOnce(input: RegisterInput, clientAddress: string): Promise<UserRow> {
  try {
    return await register(input, clientAddress)
  } catch (error) {
    const isTaken = error instanceof DomainError && error.code === 'conflict'
    const since = new Date(Date.now() - REPEATED_FORM_MS)
    const first = isTaken ? await userCreatedSince(input.email, since) : null
    // A browser that repeats the form knows the password.
    if (first && (await verifyPassword(first.passwordHash, input.password))) return first
    throw error
  }
}

export async function sendWelcomeEmail(user: UserRow): Promise<void> {
  const code = await createEmailCode(user)
  if (code) await sendEmail(user.email, welcomeEmail(code, absoluteUrl('/verify')), 'code')
}
