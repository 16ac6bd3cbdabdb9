import { saveTimeZone } from '../../../accounts/service/save-preferences.server.ts'
import { env } from '../../../platform/env.server.ts'
import { DomainError } from '../../../platform/errors.ts'
import { isPushService } from '../../rules/reminders/push.ts'
import { nextHourOn } from '../../rules/reader-clock.server.ts'
import type { PushInput } from '../../schema/reminders.ts'
import { deletePush, movePushesOf, pushesOf, savePush } from '../../store/reminders/push.server.ts'
import { pushKeys } from './push-keys.server.ts'

const UNKNOWN_SERVICE = 'Readr cannot send notifications to this browser.'

/**
 * Turns notifications on in the browser of a session.
 * @throws DomainError invalid-input if it names a server that is no push service
 */
export async function turnOnPush(
  user: { id: number; timeZone: string | null },
  sessionId: number,
  { subscription, hour, timeZone }: PushInput,
  now = new Date(),
): Promise<void> {
  const { endpoint, keys } = subscription
  if (!isPushService(endpoint, env().pushServices))
    throw new DomainError('invalid-input', UNKNOWN_SERVICE)
  const zone = user.timeZone ?? timeZone
  await saveTimeZone(user, zone)
  const nextAt = nextHourOn(now, hour, zone)
  const serverKey = pushKeys()[0].publicKey
  await savePush({ sessionId, userId: user.id, endpoint, ...keys, serverKey, hour, nextAt }, now)
}

export const turnOffPush = (userId: number, sessionId: number): Promise<boolean> =>
  deletePush(userId, sessionId)

/** The browsers in which a reader gets notifications, oldest first. */
export const pushBrowsers = (userId: number) => pushesOf(userId)

/** After a change of the time zone: the hours that the reader chose are now at other times. */
export async function followTimeZone(
  userId: number,
  timeZone: string,
  now = new Date(),
): Promise<void> {
  const hours = new Set((await pushesOf(userId)).map(({ hour }) => hour))
  for (const hour of hours) await movePushesOf(userId, hour, nextHourOn(now, hour, timeZone))
}
