import { saveAsksQuestions } from '../../accounts/service/save-preferences.server.ts'
import { DomainError } from '../../platform/errors.ts'
import type { DigestFrequency, DigestPart } from '../rules/reminders/digest.ts'
import type { Frequency } from '../rules/reminders/review-emails.ts'
import { listedTimeZone } from '../rules/time-zone.ts'
import type { RemindersInput } from '../schema/reminders.ts'
import { chooseEmails, emailChoice } from './review/review-email-choice.server.ts'
import { chooseDigest, digestChoice } from './reminders/digest-choice.server.ts'
import { followTimeZone, pushBrowsers } from './reminders/push-browsers.server.ts'

const MORNING = 8
const UTC = 'UTC'
const NOTHING_CHOSEN = 'Please choose what to include in the digest, or turn it off.'

/** What a reader gets by email, and how. */
export interface ReminderChoice {
  digest: { frequency: DigestFrequency | 'off' } & Record<DigestPart, boolean>
  review: { frequency: Frequency | 'off'; hour: number }
  asksQuestions: boolean
  timeZone: string
}

interface User {
  id: number
  asksQuestions: boolean
  timeZone: string | null
}

/** What a reader has chosen; before that, nothing is sent. */
export async function reminderChoice(user: User): Promise<ReminderChoice> {
  const [digest, review] = await Promise.all([digestChoice(user.id), emailChoice(user.id)])
  return {
    digest: digest ?? { frequency: 'off', newBooks: true, todaysRead: true, highlight: true },
    review: review ?? { frequency: 'off', hour: MORNING },
    asksQuestions: user.asksQuestions,
    timeZone: listedTimeZone(user.timeZone ?? UTC) ?? UTC,
  }
}

/**
 * Saves what a reader chooses.
 * @throws DomainError invalid-input: the digest would contain nothing
 */
export async function chooseReminders(
  user: User,
  { digest, review, asksQuestions, timeZone }: ReminderChoice,
): Promise<void> {
  const isEmpty = !digest.newBooks && !digest.todaysRead && !digest.highlight
  if (digest.frequency !== 'off' && isEmpty)
    throw new DomainError('invalid-input', NOTHING_CHOSEN, { digest: [NOTHING_CHOSEN] })
  await saveAsksQuestions(user.id, asksQuestions)
  await chooseEmails(user, { ...review, timeZone })
  await chooseDigest(user.id, { ...digest, timeZone })
  if (timeZone !== user.timeZone) await followTimeZone(user.id, timeZone)
}

/**
 * Changes a part of what a reader has chosen.
 * @returns what is chosen now
 * @throws DomainError like chooseReminders()
 */
export async function changeReminders(user: User, change: RemindersInput): Promise<ReminderChoice> {
  const before = await reminderChoice(user)
  const choice = {
    digest: { ...before.digest, ...change.digest },
    review: { ...before.review, ...change.review },
    asksQuestions: change.asksQuestions ?? before.asksQuestions,
    timeZone: change.timeZone ?? before.timeZone,
  }
  await chooseReminders(user, choice)
  return choice
}

/** The browsers in which a reader gets notifications: what they are, and the hour. */
export const notifiedBrowsers = async (userId: number) =>
  (await pushBrowsers(userId)).map(({ device, hour }) => ({ device, hour }))
