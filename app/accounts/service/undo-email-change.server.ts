import { DomainError } from '../../platform/errors.ts'
import { env } from '../../platform/env.server.ts'
import { insertLastEmail, sendDueEmails } from '../../platform/email/outbox.server.ts'
import { readerEntry } from '../../platform/audit/audit-log.server.ts'
import { RESET_LINK_TTL_MS } from '../rules/lifetimes.ts'
import * as store from '../store/email-changes.server.ts'
import { addressChangedEmail } from './account-emails.ts'
import { hashPassword } from './password-hash.server.ts'
import { newSecret, secretHash } from './tokens.server.ts'

export const INVALID_UNDO_LINK = 'This link is invalid or has expired.'

const TAKEN =
  'Another account uses this email address now, so the change cannot be undone with this link.'

/** The address that a link gives back to its account; null when the link no longer works. */
export async function addressToReturn(token: string): Promise<string | null> {
  return (await store.findEmailChange(secretHash(token), new Date()))?.oldEmail ?? null
}

/**
 * Gives an account its old address back, for the owner of that address, and ends all other access to
 * the account (see the store's undoEmailChange). The password stops working.
 * @returns the token of a reset link, with which the owner sets a new password
 * @throws DomainError invalid-input when the link is used, expired, or unknown; conflict when another
 * account has the address
 */
export async function undoEmailChange(token: string): Promise<string> {
  const [now, reset] = [new Date(), newSecret()]
  const user = await store.undoEmailChange(
    secretHash(token),
    {
      passwordHash: await hashPassword(newSecret()),
      reset: {
        tokenHash: secretHash(reset),
        expiresAt: new Date(now.getTime() + RESET_LINK_TTL_MS),
      },
    },
    now,
    async (queries, { before, user: after }) => {
      if (before.role !== after.role) {
        const detail = `${after.role}, because an old email address was restored`
        await readerEntry(after.id, after.id, 'reader.role', detail)(queries)
      }
      if (before.email === after.email) return
      const email = addressChangedEmail(before, after.email, env().supportEmail, null)
      await insertLastEmail(queries, before.email, email)
    },
  )
  if (user === null) throw new DomainError('invalid-input', INVALID_UNDO_LINK)
  if (user === 'taken') throw new DomainError('conflict', TAKEN)
  sendDueEmails.wake()
  return reset
}
