import { isDeepStrictEqual } from 'node:util'
import {
  reminderPreferences,
  replaceReminderPreferences,
} from '../../accounts/service/save-preferences.server.ts'
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

interface User {
  id: number
  timeZone: string | null
}

export interface ReminderChoice {
  digest: { frequency: DigestFrequency | 'off' } & Record<DigestPart, boolean>
  review: { frequency: Frequency | 'off'; hour: number }
  asksQuestions: boolean
  timeZone: string
}

/** What a reader has chosen; before that, nothing is sent. */
export async function reminderChoice(
  userId: number,
): Promise<{ choice: ReminderChoice; version: number }> {
  // First: a change that comes while the rest is read makes the version old, not the choice.
  const { timeZone, asksQuestions, remindersVersion } = await reminderPreferences(userId)
  const [digest, review] = await Promise.all([digestChoice(userId), emailChoice(userId)])
  return {
    choice: {
      digest: digest ?? { frequency: 'off', newBooks: true, todaysRead: true, highlight: true },
      review: review ?? { frequency: 'off', hour: MORNING },
      asksQuestions,
      timeZone: listedTimeZone(timeZone ?? UTC) ?? UTC,
    },
    version: remindersVersion,
  }
}

/** A choice without what is kept for later: the parts of a digest and the hour of emails that are off. */
const inEffect = ({ digest, review, ...rest }: ReminderChoice) => ({
  ...rest,
  digest: digest.frequency === 'off' ? null : digest,
  review: review.frequency === 'off' ? null : review,
})

/**
 * Saves what a reader chooses.
 * @param version the version of the reminders that the reader saw
 * @throws DomainError invalid-input: the digest would contain nothing; conflict: the reminders were
 * changed in the meantime, to something else
 */
export async function chooseReminders(
  user: User,
  choice: ReminderChoice,
  version: number,
  now = new Date(),
): Promise<void> {
  const { digest, review, asksQuestions, timeZone } = choice
  const isEmpty = !digest.newBooks && !digest.todaysRead && !digest.highlight
  if (digest.frequency !== 'off' && isEmpty)
    throw new DomainError('invalid-input', NOTHING_CHOSEN, { digest: [NOTHING_CHOSEN] })
  try {
    const preferences = { asksQuestions, timeZone }
    await replaceReminderPreferences(user.id, version, preferences, async (tx) => {
      await chooseEmails({ id: user.id, timeZone }, { ...review, timeZone }, now, tx)
      await chooseDigest(user.id, { ...digest, timeZone }, now, tx)
    })
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'conflict')) throw error
    // The same form may have been sent twice.
    const stored = await reminderChoice(user.id)
    if (!isDeepStrictEqual(inEffect(stored.choice), inEffect(choice))) throw error
  }
  if (timeZone !== user.timeZone) await followTimeZone(user.id, timeZone)
}

/**
 * Changes a part of what a reader has chosen.
 * @returns what is chosen now
 * @throws DomainError like chooseReminders()
 */
export async function changeReminders(user: User, change: RemindersInput): Promise<ReminderChoice> {
  const { choice: before, version } = await reminderChoice(user.id)
  const choice = {
    digest: { ...before.digest, ...change.digest },
    review: { ...before.review, ...change.review },
    asksQuestions: change.asksQuestions ?? before.asksQuestions,
    timeZone: change.timeZone ?? before.timeZone,
  }
  await chooseReminders(user, choice, version)
  return choice
}

/** The browsers in which a reader gets notifications: what they are, and the hour. */
export const notifiedBrowsers = async (userId: number) =>
  (await pushBrowsers(userId)).map(({ device, hour }) => ({ device, hour }))
