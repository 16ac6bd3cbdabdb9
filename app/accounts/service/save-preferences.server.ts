import { updatePreferences } from '../store/users.server.ts'

/** Saves the time zone of a reader's browser, if it is another than before. */
export async function saveTimeZone(
  user: { id: number; timeZone: string | null },
  timeZone: string,
): Promise<void> {
  if (timeZone !== user.timeZone) await updatePreferences(user.id, { timeZone })
}

/** Whether the end of a summary offers questions about it. */
export async function saveAsksQuestions(userId: number, asksQuestions: boolean): Promise<void> {
  await updatePreferences(userId, { asksQuestions })
}

/** Whether a reader wants an email when a book arrives that they voted for. */
export async function saveBookRequestEmails(userId: number, requestEmails: boolean): Promise<void> {
  await updatePreferences(userId, { requestEmails })
}
