/** Everything that the log records, in its words. */
export const AUDIT_ACTIONS = {
  'admin.sign-in': 'Signed in',
  'admin.sign-in-refused': 'Sign-in refused',
  'admin.app-key': 'Created an app password or token',
  'admin.refused': 'Refused by Administration',
  'reader.create': 'Created the account',
  'reader.role': 'Changed the role',
  'reader.two-factor-off': 'Turned off two-factor sign-in',
  'reader.list': 'Listed all accounts',
  'reader.grant': 'Granted complimentary access',
  'reader.revoke': 'Revoked complimentary access',
  'reader.sign-out': 'Signed the reader out everywhere',
  'reader.suspend': 'Suspended the account',
  'reader.restore': 'Ended the suspension',
  'reader.cancel': 'Asked Stripe to cancel the subscription at the end of the period',
  'reader.end': 'Asked Stripe to end the subscription right away',
  'reader.refund': 'Asked Stripe to refund a charge',
  'reader.delete': 'Deleted the account',
  'book.create': 'Added the book',
  'book.edit': 'Edited the book',
  'book.correct': 'Corrected the book',
  'book.lock': 'Locked the book',
  'book.unlock': 'Unlocked the book',
  'book.restore': 'Restored an earlier version',
  'book.publish': 'Set the publication date',
  'book.cover': 'Uploaded a cover',
  'book.cover-off': 'Removed the uploaded cover',
  'book.audio': 'Added audio',
  'book.audio-off': 'Removed the audio',
  'book.withdraw': 'Withdrew the book',
  'book.put-back': 'Returned the book to the catalogue',
  'book.today': 'Chose it as today’s read',
  'book.today-off': 'Undid the choice of today’s read',
  'collection.create': 'Added the collection',
  'collection.edit': 'Edited the collection',
  'collection.restore': 'Restored an earlier version',
  'collection.withdraw': 'Withdrew the collection',
  'collection.put-back': 'Returned the collection',
  'report.correct': 'Answered a reader’s report: corrected',
  'report.decline': 'Answered a reader’s report: declined',
  'request.edit': 'Changed a book request',
  'request.merge': 'Merged a book request',
  'catalogue.import': 'Imported files',
  'catalogue.export': 'Exported the catalogue',
  'email.list': 'Listed unsent email',
  'email.retry': 'Sent failed email again',
  'installation.migrate': 'Applied migrations',
  'installation.backup': 'Backed up everything',
  'installation.restore': 'Restored a backup',
  'installation.drill': 'Tried to restore a backup',
  'installation.copy': 'Copied the database',
  'installation.simulate': 'Simulated readers',
  'installation.recount': 'Recounted all marks',
  'installation.rotate-secrets': 'Encrypted with the first secret',
  'command.failed': 'A command failed',
} as const

export type AuditAction = keyof typeof AUDIT_ACTIONS

export type SubjectKind =
  'reader' | 'book' | 'collection' | 'request' | 'catalogue' | 'installation'

/** The label of a stored action; one that no longer exists is shown as stored. */
export function actionLabel(action: string): string {
  return Object.hasOwn(AUDIT_ACTIONS, action) ? AUDIT_ACTIONS[action as AuditAction] : action
}
