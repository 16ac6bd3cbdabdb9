import { hashPassword } from '#app/accounts/service/password-hash.server.ts'
import { beginWebSession } from '#app/accounts/service/begin-session.server.ts'
import { resumeWebSession } from '#app/accounts/service/resume-session.server.ts'
import { insertUser, type UserRow } from '#app/accounts/store/users.server.ts'
import { db } from '#app/platform/database.server.ts'
import { DomainError, type ErrorCode } from '#app/platform/errors.ts'

export const PASSWORD = 'secret1'
const hashed = hashPassword(PASSWORD)

let count = 0

/** A new account with its own address. */
export async function newReader(
  changes: Partial<Omit<UserRow, 'id' | 'passwordGeneration'>> = {},
): Promise<UserRow> {
  count += 1
  const user = await insertUser({
    email: `reader-${count}@example.com`,
    name: `Reader ${count}`,
    passwordHash: await hashed,
    ...changes,
  })
  return user!
}

/** Signs a reader in and returns the id of the session. */
export async function newSession(user: Parameters<typeof beginWebSession>[0]): Promise<number> {
  const { secret } = await beginWebSession(user, { remember: true, device: 'a browser' })
  const { session } = (await resumeWebSession(secret))!
  return session.id
}

/** The email sent to an address, oldest first. */
export const emailsTo = (recipient: string) =>
  db().outboxEmail.findMany({ where: { recipient }, orderBy: { id: 'asc' } })

/** The code in the last email to an address. */
export async function lastCode(recipient: string): Promise<string> {
  const emails = await emailsTo(recipient)
  return /^(\d{6}) is your Readr code$/.exec(emails.at(-1)!.subject)![1]!
}

/** A different six-digit code. */
export const wrongCode = (code: string, step = 1) =>
  String((Number(code) + step) % 1_000_000).padStart(6, '0')

/** 'done', or the error as `code: message`. */
export async function outcome(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt
    return 'done'
  } catch (error) {
    if (error instanceof DomainError) return `${error.code}: ${error.message}`
    throw error
  }
}

/** How often each outcome occurred. */
export async function outcomes(attempts: Promise<unknown>[]): Promise<Record<string, number>> {
  const tally: Record<string, number> = {}
  for (const result of await Promise.all(attempts.map(outcome))) {
    tally[result] = (tally[result] ?? 0) + 1
  }
  return tally
}

export const isRefusal = (code: ErrorCode) => (text: string) => text.startsWith(`${code}: `)
