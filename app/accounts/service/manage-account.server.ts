import type { EmailContent } from '../../platform/email/layout.ts'
import { insertEmail } from '../../platform/email/outbox-store.server.ts'
import { env } from '../../platform/env.server.ts'
import { DomainError } from '../../platform/errors.ts'
import type { InTransaction } from '../../platform/in-transaction.server.ts'
import { absoluteUrl } from '../../platform/site-address.server.ts'
import {
  asAdministrator,
  asOperator,
  makeAdministrator,
  makeReader,
  restoreUser,
  suspendUser,
} from '../store/manage-account.server.ts'
import { deleteFactors } from '../store/two-factor.server.ts'
import {
  administratorEmail,
  restoredEmail,
  suspendedEmail,
  twoFactorOffEmail,
} from './account-emails.ts'
import { hashPassword } from './password-hash.server.ts'
import { requireUser } from './require-password.server.ts'
import { newSecret } from './tokens.server.ts'

interface ManagedAccount {
  /** An administrator; null: the operator, at the command line. */
  actorId: number | null
  userId: number
  inTransaction: InTransaction
}

/**
 * Runs a change, its log entry, and its email in one transaction.
 * @throws DomainError conflict: it is the administrator's own account, the last administrator, or it
 * has changed; forbidden: they are not an administrator anymore
 */
async function manage(
  { actorId, userId, inTransaction }: ManagedAccount,
  change: (queries: Parameters<InTransaction>[0]) => Promise<boolean>,
  email: EmailContent | null,
): Promise<void> {
  if (actorId === userId) {
    throw new DomainError('conflict', 'This is your own account. Ask another administrator.')
  }
  const { email: address } = await requireUser(userId)
  const run = async (tx: Parameters<InTransaction>[0]) => {
    if (!(await change(tx))) return 'outdated'
    await inTransaction(tx)
    if (email) await insertEmail(address, email, 'notice', tx)
    return 'done'
  }
  const result = await (actorId === null ? asOperator(userId, run) : asAdministrator(actorId, run))
  if (result === 'last') throw lastAdministrator(address)
  if (result === 'refused') {
    throw new DomainError('forbidden', 'You are not an administrator anymore.')
  }
  if (result === 'outdated') {
    throw new DomainError(
      'conflict',
      'The account has changed in the meantime, so nothing was done. Go back and check it again.',
    )
  }
}

/** Nobody can remove the last administrator, not even they themselves. */
export const lastAdministrator = (email: string) =>
  new DomainError(
    'conflict',
    `${email} is the last administrator. Make someone else an administrator first, in /admin or with readr user promote.`,
  )

/** Suspends a reader, who can no longer sign in or use a session. Billing does not change. */
export async function suspendAccount(account: ManagedAccount): Promise<void> {
  const user = await requireUser(account.userId)
  const email = suspendedEmail(user, env().supportEmail)
  await manage(account, (tx) => suspendUser(tx, user.id, new Date()), email)
}

/** Ends a suspension. */
export async function restoreAccount(account: ManagedAccount): Promise<void> {
  const user = await requireUser(account.userId)
  const email = restoredEmail(user, absoluteUrl('/login'))
  await manage(account, (tx) => restoreUser(tx, user.id), email)
}

/**
 * Makes a reader an administrator. Their password may be too short for one, and nobody else should
 * choose it: it stops working, and the reader sets a new one by email.
 */
export async function promoteAccount(account: ManagedAccount): Promise<void> {
  const user = await requireUser(account.userId)
  const passwordHash = await hashPassword(newSecret())
  const resetUrl = user.passwordHash === null ? null : absoluteUrl('/reset-password')
  const email = administratorEmail(user, resetUrl)
  await manage(account, (tx) => makeAdministrator(tx, user.id, passwordHash), email)
}

/** Makes an administrator a reader. */
export async function demoteAccount(account: ManagedAccount): Promise<void> {
  await manage(account, (tx) => makeReader(tx, account.userId), null)
}

/** Turns two-factor sign-in off for a reader who lost both the app and the recovery codes. */
export async function resetTwoFactor(account: ManagedAccount): Promise<void> {
  const user = await requireUser(account.userId)
  const email = twoFactorOffEmail(user, absoluteUrl('/reset-password'))
  await manage(account, (tx) => deleteFactors(tx, user.id), email)
}
