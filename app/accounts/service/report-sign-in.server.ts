import { UNKNOWN_PERSON, writeRefusal } from '../../platform/audit/audit-log.server.ts'
import { runDeferred } from './run-deferred.server.ts'

/**
 * Records that a sign-in to an administrator's account was refused. After the response, so that its
 * time does not tell which accounts are administrators.
 */
export function reportRefusedSignIn(
  account: { id: number; role: string } | null,
  detail: 'wrong password' | 'wrong code' | 'too many attempts',
): void {
  if (account?.role !== 'admin') return
  const { id: subjectId } = account
  const action = 'admin.sign-in-refused'
  runDeferred(() =>
    writeRefusal({ actorId: UNKNOWN_PERSON, action, subjectKind: 'reader', subjectId, detail }),
  )
}
