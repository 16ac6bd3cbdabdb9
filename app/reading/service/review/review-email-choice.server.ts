import { saveTimeZone, stopReminders } from '../../../accounts/service/save-preferences.server.ts'
import type { InTransaction } from '../../../platform/in-transaction.server.ts'
import { nextEmailAt } from '../../rules/reminders/reminder-times.server.ts'
import type { Frequency } from '../../rules/reminders/review-emails.ts'
import {
  deleteChoice,
  type EmailChoice,
  findChoice,
  saveChoice,
} from '../../store/review/review-email-choices.server.ts'

/** Which review emails a reader gets; null: none. */
export const emailChoice = (userId: number): Promise<EmailChoice | null> => findChoice(userId)

/** Changes when review emails come, or stops them. */
export async function chooseEmails(
  user: { id: number; timeZone: string | null },
  choice: { frequency: Frequency | 'off'; hour: number; timeZone: string },
  now = new Date(),
  tx?: Parameters<InTransaction>[0],
): Promise<void> {
  const { frequency, hour, timeZone } = choice
  await saveTimeZone(user, timeZone)
  if (frequency === 'off') await deleteChoice(user.id, tx)
  else {
    const nextAt = nextEmailAt(now, { frequency, hour }, timeZone)
    await saveChoice(user.id, { frequency, hour, nextAt }, tx)
  }
}

export async function stopEmails(userId: number): Promise<void> {
  await stopReminders(userId, (tx) => deleteChoice(userId, tx))
}
