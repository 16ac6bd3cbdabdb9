import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { KNOWN_DEVICE_MS } from '../rules/lifetimes.ts'
import { readNote, signNote } from './tokens.server.ts'

/** Accounts that one browser is remembered for; the longest ago makes room. */
const MOST_ACCOUNTS = 5

const deviceNote = z.object({
  device: z.uuid(),
  accounts: z
    .array(z.object({ user: z.int().positive(), generation: z.int().nonnegative() }))
    .max(MOST_ACCOUNTS),
})

/** A browser or app on which readers have signed in, as its signed token says. */
export type DeviceToken = z.output<typeof deviceNote>

type Owner = { id: number; passwordGeneration: number }

/** What a token says; null when it was not made here, is too old, or there is none. */
export async function readDeviceToken(token: string | null): Promise<DeviceToken | null> {
  return token === null ? null : readNote('device', token, deviceNote)
}

/** Whether this account has signed in on the device, since its password was last set. */
export function knowsAccount(device: DeviceToken | null, { id, passwordGeneration }: Owner) {
  return Boolean(
    device?.accounts.some(
      ({ user, generation }) => user === id && generation === passwordGeneration,
    ),
  )
}

/** The token of the same device, or of a new one, that remembers this account too. */
export function signDeviceToken(
  device: DeviceToken | null,
  { id, passwordGeneration }: Owner,
): Promise<string> {
  const others = (device?.accounts ?? []).filter(({ user }) => user !== id)
  const note: DeviceToken = {
    device: device?.device ?? randomUUID(),
    accounts: [{ user: id, generation: passwordGeneration }, ...others].slice(0, MOST_ACCOUNTS),
  }
  return signNote('device', note, KNOWN_DEVICE_MS)
}
