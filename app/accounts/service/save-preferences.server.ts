import { DomainError } from '../../platform/errors.ts'
import type { InTransaction } from '../../platform/in-transaction.server.ts'
import {
  findReminderPreferences,
  type ReminderPreferences,
  replaceReminders,
  updatePreferences,
} from '../store/users.server.ts'
import { signedOut } from './require-password.server.ts'

/** Saves the time zone of a reader's browser, if it is another than before. */
export async function saveTimeZone(
  user: { id: number; timeZone: string | null },
  timeZone: string,
): Promise<void> {
  if (timeZone !== user.timeZone) await updatePreferences(user.id, { timeZone })
}

/** Whether the end of a summary offers questions about it. */
export async function saveAsksQuestions(userId: number, asksQuestions: boolean): Promise<void> {
  await replaceReminders(userId, null, { asksQuestions })
}

/**
 * The reminders of a reader that are stored with the account, and the version of all reminders.
 * @throws DomainError unauthenticated when the account is gone
 */
export async function reminderPreferences(userId: number): Promise<ReminderPreferences> {
  const found = await findReminderPreferences(userId)
  if (!found) throw signedOut()
  return found
}

const CHANGED_MEANWHILE =
  'Your reminders were changed in another tab or on another device in the meantime. What you chose here is not saved yet. To replace the other choice with this one, save again.'

/**
 * Replaces all reminders of a reader.
 * @param version the version that the reader saw
 * @param save saves those that are not stored with the account
 * @throws DomainError conflict: it has been replaced in the meantime
 */
export async function replaceReminderPreferences(
  userId: number,
  version: number,
  choices: { timeZone: string; asksQuestions: boolean },
  save: InTransaction,
): Promise<void> {
  if (await replaceReminders(userId, version, choices, save)) return
  throw new DomainError('conflict', CHANGED_MEANWHILE, { version: [CHANGED_MEANWHILE] })
}

/** Stops some reminders of a reader, whatever they had chosen. */
export async function stopReminders(userId: number, stop: InTransaction): Promise<void> {
  await replaceReminders(userId, null, {}, stop)
}

/** Whether a reader wants an email when a book arrives that they voted for. */
export async function saveBookRequestEmails(userId: number, requestEmails: boolean): Promise<void> {
  await updatePreferences(userId, { requestEmails })
}
