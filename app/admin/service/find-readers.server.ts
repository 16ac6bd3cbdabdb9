import { findReaders, readerById } from '../../accounts/service/find-reader.server.ts'
import { signedInDevices } from '../../accounts/service/list-devices.server.ts'
import { hasTwoFactor } from '../../accounts/service/two-factor-status.server.ts'
import { subscriptionOf } from '../../billing/service/find-subscription.server.ts'
import { refundableCharges } from '../../billing/service/refund-charge.server.ts'
import { DomainError } from '../../platform/errors.ts'
import type { ManagedReader } from '../rules/reader-changes.ts'
import { ROWS_PER_PAGE } from '../rules/limits.ts'

/** A page of the readers whose email address or name begins with the search, newest first. */
export async function readersPage(search: string, after: number | null) {
  const found = await findReaders(search, after, ROWS_PER_PAGE + 1)
  const readers = found.slice(0, ROWS_PER_PAGE)
  return { readers, next: found.length > readers.length ? readers.at(-1)!.id : null }
}

/** @throws DomainError not-found */
export async function requireAccount(readerId: number) {
  const reader = await readerById(readerId)
  if (!reader)
    throw new DomainError(
      'not-found',
      'This account no longer exists. Go back to the list of readers.',
    )
  return reader
}

/**
 * What administrators see of a reader.
 * @throws DomainError not-found
 */
export async function readerDetails(readerId: number, actorId: number) {
  const reader = await requireAccount(readerId)
  const [subscription, devices, charges, isTwoFactorOn] = await Promise.all([
    subscriptionOf(reader),
    signedInDevices(readerId),
    refundableCharges(readerId),
    hasTwoFactor(readerId),
  ])
  const managed: ManagedReader = {
    isOwn: readerId === actorId,
    role: reader.role,
    emailVerified: reader.emailVerified,
    isSuspended: reader.suspendedAt !== null,
    hasTwoFactor: isTwoFactorOn,
    devices: devices.length,
    can: subscription.can,
  }
  return { reader, subscription, charges, managed }
}
