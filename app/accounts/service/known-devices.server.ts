import { approximateNetwork } from '../../platform/client-network.server.ts'
import { env } from '../../platform/env.server.ts'
import { sendMail } from '../../platform/email/outbox.server.ts'
import { knowsAccount, readDeviceToken, signDeviceToken } from './device-token.server.ts'
import { newDeviceMail } from './emails.ts'
import type { UserRow } from '../store/users.server.ts'
import { noteFirstDevice } from '../store/known-devices.server.ts'

/** Where a sign-in comes from. */
export interface SignInPlace {
  /** The token of a known device that came along; null: none did. */
  deviceToken: string | null
  /** The browser and system as people know them; null: something that we do not recognize. */
  deviceName: string | null
  clientAddress: string
}

type SignedInUser = Pick<UserRow, 'id' | 'passwordGeneration' | 'email' | 'emailVerified' | 'name'>

/**
 * Remembers the device on which a reader has just signed in. Of a new one, other than the account's
 * first, the reader is told by mail, if the address is proved.
 * @returns the token for the device to keep
 */
export async function noteSignIn(user: SignedInUser, place: SignInPlace): Promise<string> {
  const device = await readDeviceToken(place.deviceToken)
  if (!knowsAccount(device, user)) {
    const isFirst = await noteFirstDevice(user.id, new Date())
    if (!isFirst && user.emailVerified) await tellOfNewDevice(user, place)
  }
  return signDeviceToken(device, user)
}

/** The token for a device on which the reader has just set a new password. */
export async function renewDeviceToken(
  deviceToken: string | null,
  user: Pick<UserRow, 'id' | 'passwordGeneration'>,
): Promise<string> {
  return signDeviceToken(await readDeviceToken(deviceToken), user)
}

function tellOfNewDevice(user: SignedInUser, place: SignInPlace): Promise<void> {
  const at = new Date()
  const network = approximateNetwork(place.clientAddress)
  const settingsUrl = `${env().appUrl}/settings#devices`
  return sendMail(
    user.email,
    newDeviceMail(user, { at, device: place.deviceName, network, settingsUrl }),
  )
}
