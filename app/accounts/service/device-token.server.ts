import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { KNOWN_DEVICE_TTL_MS } from '../rules/lifetimes.ts'
import { readPayload, signPayload } from './tokens.server.ts'

/** Accounts per device; the one used longest ago is dropped. */
const MAX_ACCOUNTS = 5

const deviceToken = z.object({
  device: z.uuid(),
  accounts: z
    .array(z.object({ user: z.int().positive(), generation: z.int().nonnegative() }))
    .max(MAX_ACCOUNTS),
})

type DeviceToken = z.output<typeof deviceToken>

type Owner = { id: number; passwordGeneration: number }

/** Verifies and reads a device token; null when it is missing, invalid, or expired. */
export async function readDeviceToken(token: string | null): Promise<DeviceToken | null> {
  return token === null ? null : readPayload('device', token, deviceToken)
}

/** Whether this account has signed in on the device since its password was last set. */
export function knowsAccount(device: DeviceToken | null, { id, passwordGeneration }: Owner) {
  return Boolean(
    device?.accounts.some(
      ({ user, generation }) => user === id && generation === passwordGeneration,
    ),
  )
}

export function signDeviceToken(
  device: DeviceToken | null,
  { id, passwordGeneration }: Owner,
): Promise<string> {
  const others = (device?.accounts ?? []).filter(({ user }) => user !== id)
  const token: DeviceToken = {
    device: device?.device ?? randomUUID(),
    accounts: [{ user: id, generation: passwordGeneration }, ...others].slice(0, MAX_ACCOUNTS),
  }
  return signPayload('device', token, KNOWN_DEVICE_TTL_MS)
}
