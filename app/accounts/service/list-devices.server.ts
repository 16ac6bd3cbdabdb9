import { sessionsOf } from '../store/sessions.server.ts'

/** The devices on which a reader is signed in, most recently used first. */
export function signedInDevices(userId: number, now = new Date()) {
  return sessionsOf(userId, ['web', 'app'], now)
}
