import { endAllSessions } from '../../accounts/service/end-session.server.ts'
import { readerEntry } from '../../platform/audit/audit-log.server.ts'
import { requireAccount } from './find-readers.server.ts'

/** @throws DomainError not-found */
export async function signOutEverywhere(actorId: number, readerId: number): Promise<void> {
  await requireAccount(readerId)
  await endAllSessions(readerId, readerEntry(actorId, readerId, 'reader.sign-out'))
}
