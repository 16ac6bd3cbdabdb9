import { approximateNetwork } from '../../platform/client-network.server.ts'
import { env } from '../../platform/env.server.ts'
import { sendEmail } from '../../platform/email/outbox.server.ts'
import { knowsAccount, readDeviceToken, signDeviceToken } from './device-token.server.ts'
import { newDeviceEmail } from './account-emails.ts'
import { markFirstDevice, type UserRow } from '../store/users.server.ts'

export interface SignInSource {
  deviceToken: string | null
  /** Browser and system, such as "Firefox on Windows"; null when unknown. */
  deviceName: string | null
  clientAddress: string
}

type SignedInUser = Pick<UserRow, 'id' | 'passwordGeneration' | 'email' | 'emailVerified' | 'name'>

/**
 * Makes the device of a sign-in known. A new device, except the account's first, is reported by
 * email if the address is verified.
 * @returns the device's new token
 */
export async function recordSignIn(user: SignedInUser, source: SignInSource): Promise<string> {
  const device = await readDeviceToken(source.deviceToken)
  if (!knowsAccount(device, user)) {
    const isFirst = await markFirstDevice(user.id, new Date())
    if (!isFirst && user.emailVerified) await sendNewDeviceEmail(user, source)
  }
  return signDeviceToken(device, user)
}

/** A new token for a device on which the reader has just set a new password. */
export async function renewDeviceToken(
  deviceToken: string | null,
  user: Pick<UserRow, 'id' | 'passwordGeneration'>,
): Promise<string> {
  return signDeviceToken(await readDeviceToken(deviceToken), user)
}

function sendNewDeviceEmail(user: SignedInUser, source: SignInSource): Promise<void> {
  const at = new Date()
  const network = approximateNetwork(source.clientAddress)
  const settingsUrl = `${env().appUrl}/settings/devices`
  return sendEmail(
    user.email,
    newDeviceEmail(user, { at, device: source.deviceName, network, settingsUrl }),
  )
}
