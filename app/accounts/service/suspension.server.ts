import { env } from '../../platform/env.server.ts'
import { DomainError } from '../../platform/errors.ts'

/**
 * Refuses a sign-in to a suspended account. Only people who have proved that it is theirs get here.
 * @throws DomainError forbidden
 */
export function requireNotSuspended({ suspendedAt }: { suspendedAt: Date | null }): void {
  if (suspendedAt === null) return
  throw new DomainError(
    'forbidden',
    `Your account is suspended. If you think this is a mistake, email ${env().supportEmail}.`,
  )
}
